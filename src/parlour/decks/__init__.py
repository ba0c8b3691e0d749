"""Decks that more than one game is played with."""
