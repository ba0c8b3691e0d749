"""Decks shared by more than one game."""
