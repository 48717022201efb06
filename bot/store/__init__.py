"""What is kept: an SQLite database, its migrations, and one module an aggregate.

The modules hold functions over a connection: ``Database.reader`` to look, ``Database.writing()`` to change.
"""
