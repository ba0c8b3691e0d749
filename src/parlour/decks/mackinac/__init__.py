"""The Mackinac deck, shared by two games."""
