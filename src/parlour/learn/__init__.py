"""Training of the networks that play `expert`: self-play, policy gradients, measuring. Needs numpy."""
