"""Studies: many games by bots, kept as tables that can be read, compared and reported."""
