"""Bots: players that decide from what one seat may know."""

from parlour.bots.players import KINDS, PERSON, Bot, Kind, UnknownBot, bots_for, find_bot, move

__all__ = ["KINDS", "PERSON", "Bot", "Kind", "UnknownBot", "bots_for", "find_bot", "move"]
