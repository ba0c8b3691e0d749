"""The form a new game starts from: `parlour new-game` copies it under the game's own name.

`fresh_game` is a small complete game, checked and tested like any other. The other files are those around it.
"""
