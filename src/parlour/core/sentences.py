"""Sentences as data: templates with named facts, read once when an event type is declared.

A template is a plain string. `{fact}` is the fact as it stands, `{fact:form}` says it in one of these forms:

- `{who:take|takes}`   a seat's name with its verb: "You take", "Bo takes"; `who` is the seat that did it
- `{who:agree are|is}` only the word, for "You" or for a name
- `{to:whom}`          a seat's name in the middle of a sentence: "you", "Bo"
- `{who:whose}`        its possessive: "Your", "Bo's"
- `{card:name}`        the game's name of a card, or of any other key (`Game.words`)
- `{cards:names}`      names with commas, equal ones counted: "2 x Cane Bay (7), Moko Jumbie"
- `{cards:names and}`  "Stone 1, Wood 2 and TNT"
- `{cards:count card}` a number, or the length of a list, with its noun: "1 card", "3 cards"
- `{lost:plural goes|go}` only the word, for one or for any other number
- `{places:join to}`   a list with a word in between: "3 to 7"
- `{place:ordinal}`    "1st"
- `{fun:by seat}`      a list with one value per seat: "Ana 3, Bo 5"

A part in [brackets] is said only if all facts in it are there and are neither zero nor empty. Where a sentence depends
on a fact, `Say` is a mapping from conditions to templates, and the first condition that holds is taken; if none does,
nothing is said. The conditions are `fact` (there, and neither zero nor empty), `not fact`, `has fact` (there),
`fact=value` and `else`.

The English template is the key under which another language can be looked up: translating needs data only.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from parlour.core.scene import counted, possessive, whom

Fact = int | str | bool | list[int] | list[str] | None
Facts = Mapping[str, Fact]
Seat = int | None
Say = str | Mapping[str, "Say"]
Words = Mapping[str, Mapping[str, str]]
"""Names of keys, by the name of the fact that holds them; under "" those of the cards, for every other fact."""

Teller = Callable[[Seat, Facts, Sequence[str], Words], str]
"""Tells an event from who did it, what the viewer may know, the players' names and the game's words."""
Condition = Callable[[Facts], bool]

ORDINALS = ("", "1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")
DOER = "who"
FIELD = re.compile(r"\{([^{}]*)\}")
_PARTS = re.compile(r"\{([^{}]*)\}|\[([^\[\]]*)\]|([{}\[\]])")


def listed(parts: Sequence[str]) -> str:
    """Several things in a sentence.

    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)


def tallied(names: Sequence[str]) -> str:
    """Several things with commas, equal ones counted.

    >>> tallied(["Cane Bay", "Moko Jumbie", "Cane Bay"])
    '2 x Cane Bay, Moko Jumbie'
    """
    if len(names) == 1:
        return names[0]
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return ", ".join([f"{count} x {name}" if count > 1 else name for name, count in counts.items()])


# Conditions


def read_condition(condition: str, known: Sequence[str]) -> Condition:
    """When a template, a use or a move applies; "" means always."""
    if not condition:
        return lambda facts: True
    fact, equals, wanted = condition.partition("=")
    if equals:
        _check(fact, known)
        value = int(wanted) if wanted.isdigit() else wanted
        return lambda facts: facts.get(fact) == value
    word, _, rest = condition.rpartition(" ")
    _check(rest, known)
    if word == "has":
        return lambda facts: facts.get(rest) is not None
    if word == "not":
        return lambda facts: not facts.get(rest)
    if word:
        raise ValueError(f"there is no condition {condition!r}")
    return lambda facts: bool(facts.get(condition))


def _check(fact: str, known: Sequence[str]) -> None:
    if fact not in known:
        raise ValueError(f"there is no fact {fact!r}; there are {', '.join(known)}")


# Templates


def read_say(say: Say, known: Sequence[str]) -> Teller | None:
    """What tells an event with these facts, None if there is nothing to say; ValueError if it is malformed."""
    if isinstance(say, str):
        try:
            return _read_template(say, known) if say else None
        except ValueError as error:
            raise ValueError(f"in {say!r}, {error}") from None
    if "else" in list(say)[:-1]:
        raise ValueError("what comes after 'else' is never said")
    tell: Teller = _silence
    for when, then in reversed(list(say.items())):
        said = read_say(then, known) or _silence
        tell = said if when == "else" else _either(read_condition(when, known), said, tell)
    return tell


def _silence(seat: Seat, facts: Facts, names: Sequence[str], words: Words) -> str:
    return ""


def _either(holds: Condition, one: Teller, other: Teller) -> Teller:
    return lambda seat, facts, names, words: (one if holds(facts) else other)(seat, facts, names, words)


def _read_template(template: str, known: Sequence[str]) -> Teller:
    pattern = ""
    fields: list[Teller] = []
    end = 0
    for found in _PARTS.finditer(template):
        pattern += template[end : found.start()].replace("%", "%%") + "%s"
        end = found.end()
        field, part, stray = found.groups()
        if stray:
            raise ValueError(f"{stray!r} has no partner")
        fields.append(_read_field(field, known) if field is not None else _read_part(part, known))
    pattern += template[end:].replace("%", "%%")
    if not fields:
        return lambda seat, facts, names, words: template
    if len(fields) == 1:  # one and two parts are the most frequent, and faster without a list
        (only,) = fields
        return lambda seat, facts, names, words: pattern % only(seat, facts, names, words)
    if len(fields) == 2:
        one, two = fields
        return lambda seat, facts, names, words: (
            pattern % (one(seat, facts, names, words), two(seat, facts, names, words))
        )
    return lambda seat, facts, names, words: pattern % tuple([field(seat, facts, names, words) for field in fields])


def forms_in(say: Say) -> Iterator[tuple[str, str]]:
    """Every fact a sentence depends on, with its form ("verb" for two verbs) or with what a condition asks of it."""
    if isinstance(say, str):
        for found in FIELD.finditer(say):
            fact, _, form = found[1].partition(":")
            word = form.partition(" ")[0]
            yield fact, word if word in ("", *_SEAT_FORMS, *_FORMS) else "verb"
        return
    for when, then in say.items():
        yield condition_in(when)
        yield from forms_in(then)


def condition_in(when: str) -> tuple[str, str]:
    """The fact a condition is about, and what it asks: `=value`, "has" or "truth"."""
    fact, equals, wanted = when.partition("=")
    word, _, rest = when.rpartition(" ")
    return (fact, f"={wanted}") if equals else (rest, "has" if word == "has" else "truth")


def _read_part(template: str, known: Sequence[str]) -> Teller:
    """A part said only if all its facts are there."""
    needed = [fact for fact, _ in forms_in(template) if fact != DOER]
    if not needed:
        raise ValueError(f"[{template}] has no fact that decides whether it is said")
    say = _read_template(template, known)
    return lambda seat, facts, names, words: say(seat, facts, names, words) if all(map(facts.get, needed)) else ""


def _read_field(template: str, known: Sequence[str]) -> Teller:
    fact, _, form = template.partition(":")
    if fact != DOER:
        _check(fact, known)
    word, _, rest = form.partition(" ")
    if form == "":
        return _name_of(fact) if fact == DOER else lambda seat, facts, names, words: str(facts[fact])
    if word in _SEAT_FORMS:
        return _seat_form(fact, _SEAT_FORMS[word], rest)
    if word in _FORMS:
        return _FORMS[word](fact, rest)
    if "|" in form:
        return _verb(fact, *_two(form))
    raise ValueError(f"there is no form {word!r}; there are {', '.join([*_SEAT_FORMS, *_FORMS])} and two verbs")


def _two(template: str) -> tuple[str, str]:
    one, bar, other = template.partition("|")
    if not bar or "|" in other:
        raise ValueError(f"{template!r} must be two words with a bar in between")
    return one, other


def _none(form: str, rest: str) -> None:
    if rest:
        raise ValueError(f"the form {form!r} stands alone, without {rest!r}")


# Seats


def _name_of(fact: str) -> Teller:
    if fact == DOER:
        return lambda seat, facts, names, words: names[seat] if seat is not None else ""
    return lambda seat, facts, names, words: names[facts[fact]]  # type: ignore[index]  # a fact used as a seat is one


def _verb(fact: str, you: str, other: str) -> Teller:
    you, other = f"You {you}", f" {other}"  # in most sentences, so worth preparing
    if fact == DOER:
        return lambda seat, facts, names, words: (
            you if (name := names[seat]) == "You" else name + other  # type: ignore[index]  # somebody did it
        )
    name_of = _name_of(fact)
    return lambda seat, facts, names, words: (
        you if (name := name_of(seat, facts, names, words)) == "You" else name + other
    )


def _seat_form(fact: str, form: Callable[[str, str], Callable[[str], str]], rest: str) -> Teller:
    name = _name_of(fact)
    say = form(fact, rest)
    return lambda seat, facts, names, words: say(name(seat, facts, names, words))


def _whom(fact: str, rest: str) -> Callable[[str], str]:
    _none("whom", rest)
    return whom


def _whose(fact: str, rest: str) -> Callable[[str], str]:
    _none("whose", rest)
    return possessive


def _agree(fact: str, rest: str) -> Callable[[str], str]:
    you, other = _two(rest)
    return lambda name: you if name == "You" else other


_SEAT_FORMS = {"whom": _whom, "whose": _whose, "agree": _agree}


# Names, numbers and lists


def _name(fact: str, rest: str) -> Teller:
    _none("name", rest)
    return lambda seat, facts, names, words: (words.get(fact) or words[""])[facts[fact]]  # type: ignore[index]  # a key


def _names(fact: str, rest: str) -> Teller:
    if rest not in ("", "and"):
        raise ValueError(f"names are listed with commas or with 'and', not with {rest!r}")
    together = listed if rest else tallied
    return lambda seat, facts, names, words: together(
        list(map((words.get(fact) or words[""]).__getitem__, facts[fact]))  # type: ignore[arg-type]  # a list of keys
    )


def number_of(value: Fact) -> int:
    """A number, or how long a list is."""
    return len(value) if isinstance(value, list) else int(value or 0)


def _count(fact: str, rest: str) -> Teller:
    if not rest:
        raise ValueError("count needs a noun")
    return lambda seat, facts, names, words: counted(number_of(facts[fact]), rest)


def _plural(fact: str, rest: str) -> Teller:
    one, many = _two(rest)
    return lambda seat, facts, names, words: one if number_of(facts[fact]) == 1 else many


def _join(fact: str, rest: str) -> Teller:
    if not rest:
        raise ValueError("join needs the word in between")
    return lambda seat, facts, names, words: f" {rest} ".join([str(one) for one in facts[fact]])  # type: ignore[union-attr]  # a list


def _ordinal(fact: str, rest: str) -> Teller:
    _none("ordinal", rest)
    return lambda seat, facts, names, words: ORDINALS[number_of(facts[fact])]


def _by(fact: str, rest: str) -> Teller:
    if rest != "seat":
        raise ValueError("a list is told 'by seat'")
    return lambda seat, facts, names, words: ", ".join(
        [f"{whom(name)} {value}" for name, value in zip(names, facts[fact], strict=True)]  # type: ignore[arg-type]  # a list
    )


_FORMS: dict[str, Callable[[str, str], Teller]] = {
    "name": _name,
    "names": _names,
    "count": _count,
    "plural": _plural,
    "join": _join,
    "ordinal": _ordinal,
    "by": _by,
}
