"""The Mackinac deck: one list of cards for the two games that are played with it."""
