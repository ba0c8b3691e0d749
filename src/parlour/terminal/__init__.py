"""Playing and watching in a terminal: at a table here, at one on a server, or from a record."""
