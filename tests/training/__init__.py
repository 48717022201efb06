"""Scripts that make the tables of numbers that computer opponents use. They are run by hand, and repeatable."""
