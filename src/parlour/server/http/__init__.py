"""The HTTP and WebSocket interface: requests come in, checked messages go on to the live tables."""
