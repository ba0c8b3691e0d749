"""Play and watch in a terminal: draws any scene, knows no game."""
