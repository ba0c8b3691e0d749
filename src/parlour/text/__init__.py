"""Scenes as text: drawing, numbered choices, pages and the coach's words, for terminals, agents and environments."""
