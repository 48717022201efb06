"""What is kept: an SQLite database, its migrations, and one module an aggregate.

The modules hold functions over a connection, which wait for nothing else: ``Database.read`` and ``Database.reader`` to
look, ``Database.write`` and ``Database.writing()`` to change.
"""
