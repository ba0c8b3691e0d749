"""A seat for a program: the line protocol and the Model Context Protocol, at tables here or on a server."""
