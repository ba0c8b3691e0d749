"""Parlour inside a web page: the server's interface for one visitor, without a server."""
