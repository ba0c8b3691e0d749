"""Bots: players that decide from what one seat may know."""

from parlour.bots.budget import Budget
from parlour.bots.driver import Table, luck_of, move, next_move, reaction
from parlour.bots.levels import Bot
from parlour.bots.players import DEFAULT, KINDS, PERSON, Kind, UnknownBot, bots_for, check_count, find_bot

__all__ = [
    "DEFAULT",
    "KINDS",
    "PERSON",
    "Bot",
    "Budget",
    "Kind",
    "Table",
    "UnknownBot",
    "bots_for",
    "check_count",
    "find_bot",
    "luck_of",
    "move",
    "next_move",
    "reaction",
]
