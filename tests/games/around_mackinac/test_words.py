"""All Around Mackinac Island: a Center that runs dry, the rush, and the last round."""

from games.around_mackinac.positions import island


def test_a_payment_cut_short_is_told() -> None:
    """AM-22: nobody wonders where the rest is."""
    table = island(ahead={1: "fudge"}, fun=[9, 10]).do("roll", luck=[1])
    assert table.told()[-1] == "The Center is empty: 1 Fun is not paid."


def test_an_empty_shop_is_told() -> None:
    """AM-G08: the others do not roll."""
    table = island(ahead={1: "gifts"}, fun=[9, 10]).do("roll", luck=[1, 1])
    assert table.told()[-1] == "The Center is empty: nobody rolls for gifts any more."


def test_the_rush_tells_the_roll() -> None:
    """AM-27"""
    table = island(ahead={1: "rush"}, fun=[3, 8]).do("roll", luck=[1, 5])
    assert "Ana rolls 5: all Fun Piles move 5 seats to the left. Now: Ana 8, Bo 3." in table.told()


def test_the_last_round_is_announced() -> None:
    """AM-G16: in the log and on the table."""
    table = island(up=["ferry"], turn=1, turns=57).do("stop")
    assert table.told()[-1] == "The last ferry leaves after this round: it is the last one."
    badges = [badge.text for zone in table.scene(0).zones for badge in zone.badges]
    assert "Last round" in badges
