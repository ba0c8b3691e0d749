"""The contract every game keeps; knows no game, does no I/O of its own."""
