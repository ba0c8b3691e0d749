"""What is in the box: the cards of a deck file, checked and put in order."""

from dataclasses import dataclass

from parlour.core.cards import Card, Deck
from parlour.games.mine_and_craft.resources import CREEPER, GROUPS, KINDS, MOST_EQUAL, TNT, VALUES, WILD

MATERIALS = ("wood", "stone", "iron", "gold", "diamond")
TOOLS = ("hoe", "shovel", "sword", "axe", "pickaxe")
TOOL_NAMES = {"hoe": "Hoe", "shovel": "Shovel", "sword": "Sword", "axe": "Axe", "pickaxe": "Pick Axe"}
MOST_UNITS = 8
MOST_ITEMS = 40
MOST_TOOLS = 7
MOST_WILD = 60


@dataclass(frozen=True)
class Item:
    """A Craft Card: its tool, what it costs and what it is worth."""

    key: str
    name: str
    tool: int
    material: int
    """The number of the material beside wood; 0 (wood) if there is none."""
    units: int
    """How much of that material it costs."""
    wood: int
    points: int

    def cost(self) -> str:
        """The cost in words."""
        other = f"{self.units} {MATERIALS[self.material]}" if self.units else ""
        wood = f"{self.wood} wood" if self.wood else ""
        return " + ".join(part for part in (other, wood) if part)


@dataclass(frozen=True)
class Box:
    """All cards: resource cards by kind (some kinds may be missing) and Craft Cards by number."""

    keys: tuple[str, ...]
    names: tuple[str, ...]
    copies: tuple[int, ...]
    items: tuple[Item, ...]


def open_box(deck: Deck) -> Box:
    """The cards of a deck; BadDeck names the invalid card."""
    kinds = [(group, value) for group in (*MATERIALS, "wild") for value in VALUES]
    keys = [f"{group}{value}" for group, value in kinds] + ["creeper", "tnt"]
    names = [f"{group.title()} {value}" for group, value in kinds] + ["Creeper", "TNT"]
    copies = [0] * KINDS
    items: list[Item] = []
    for card in deck.cards:
        what = card.word("type", ("resource", "creeper", "tnt", "craft"))
        if what == "craft":
            items.append(_item(card))
            continue
        kind = _kind(card) if what == "resource" else CREEPER if what == "creeper" else TNT
        if copies[kind]:
            raise card.wrong("the deck already has a card of this kind; give that one more copies")
        if card.copies > MOST_EQUAL:
            raise card.wrong(f"copies must be from 1 to {MOST_EQUAL}, not {card.copies}")
        keys[kind], names[kind], copies[kind] = card.key, card.name, card.copies
    box = Box(tuple(keys), tuple(names), tuple(copies), tuple(items))
    _check(deck, box)
    return box


def _kind(card: Card) -> int:
    group = (*MATERIALS, "wild").index(card.word("material", (*MATERIALS, "wild")))
    return group * len(VALUES) + card.number("value", VALUES[0], VALUES[-1]) - 1


def _item(card: Card) -> Item:
    if card.copies != 1:
        raise card.wrong("a Craft Card has exactly 1 copy")
    tool = TOOLS.index(card.word("tool", TOOLS))
    cost = card.fields.get("cost")
    if not isinstance(cost, dict) or not cost or any(name not in MATERIALS for name in cost):
        raise card.wrong(f"cost must be a table of {', '.join(MATERIALS)}, not {cost!r}")
    units = {name: number for name, number in cost.items() if number != 0}
    if any(not isinstance(number, int) or isinstance(number, bool) or number < 0 for number in cost.values()):
        raise card.wrong("cost must hold whole numbers")
    if not 1 <= sum(units.values()) <= MOST_UNITS:
        raise card.wrong(f"the cost must be from 1 to {MOST_UNITS} in all, not {sum(units.values())}")
    others = [name for name in units if name != "wood"]
    if len(others) > 1:
        raise card.wrong("the cost can have only one material beside wood")
    material = MATERIALS.index(others[0]) if others else 0
    return Item(
        card.key,
        card.name,
        tool,
        material,
        units[others[0]] if others else 0,
        units.get("wood", 0),
        card.number("points", 0, 99),
    )


def _check(deck: Deck, box: Box) -> None:
    wild = sum(box.copies[WILD * len(VALUES) + value - 1] * value for value in VALUES)
    if wild > MOST_WILD:
        raise deck.wrong(f"all Wild cards together may be worth at most {MOST_WILD}, not {wild}")
    if len(box.items) > MOST_ITEMS:
        raise deck.wrong(f"there may be at most {MOST_ITEMS} Craft Cards, not {len(box.items)}")
    for tool, name in enumerate(TOOLS):
        if sum(item.tool == tool for item in box.items) > MOST_TOOLS:
            raise deck.wrong(f"there may be at most {MOST_TOOLS} Craft Cards with the tool {name}")
    dealt = deck.setting("deal", "piles", 1, 7) * deck.setting("deal", "pile", 1, 50)
    if sum(box.copies) != dealt:
        raise deck.wrong(f"the resource piles take {dealt} cards, the deck has {sum(box.copies)}")
    crafts = deck.setting("deal", "craft_piles", 1, 8) * deck.setting("deal", "craft_pile", 1, 7)
    if len(box.items) < crafts:
        raise deck.wrong(f"the craft piles take {crafts} Craft Cards, the deck has {len(box.items)}")


assert len(MATERIALS) + 1 == GROUPS
