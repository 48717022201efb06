"""``/replay``: matches that are over, turn by turn, by commands and clicks."""

from datetime import timedelta
from random import Random

from simcord import MemberActor, ResponseMessage

from render.words import card_name
from rules.record import dump, moments
from rules.registry import GAMES
from tests.bot.clicks import Tapper, tap_to_the_end
from tests.bot.games import EVERY_GAME
from tests.bot.midway import midway
from tests.bot.playing import QUICK
from tests.bot.samples import Sample
from tests.bot.test_leaks import TEXTS
from tests.bot.world import Place, World, alts, answer, controls, said, text
from tests.rules.walks import walk


async def played(world: World, sample: Sample, seats: int = 2) -> Place:
    """A match whose last turns were played here."""
    game, options = GAMES[sample.key], QUICK[sample.key]
    moves = list(walk(game, 1, options, seats, take_backs=0))
    turns = moves[-1].applied.state.turns
    begun = next(at for at, move in enumerate(moves) if move.applied.state.turns == turns - 2)
    place = await midway(world, game, 1, options, seats, moves[: begun + 1])
    await tap_to_the_end(Tapper(world, Random(1), from_piles=0), place)
    return place


async def record_of(world: World, place: Place) -> str:
    return dump(await world.bot.play.matches.record(place.match_id))


async def replayed(world: World, who: MemberActor, file: bytes | str, name: str = "match.txt") -> ResponseMessage:
    data = file.encode() if isinstance(file, str) else file
    return answer(await who.slash(world.channel, "replay", file=(name, data)))


@EVERY_GAME
async def test_a_finished_match_is_shown_turn_by_turn_and_with_all_hands(world: World, sample: Sample) -> None:
    place = await played(world, sample)
    table = await world.bot.play.matches.table(place.match_id)
    total = table.state.turns
    shown = answer(await world.click(world.carol, place.messages[-1], "Replay"))
    assert shown.ephemeral
    assert f"Turn 0 of {total}" in text(shown)
    assert [each.label for each in controls(shown) if each.disabled] == ["First", "Back"]
    await world.restart(timedelta(days=40))
    await world.click(world.carol, shown, "Next")
    assert f"Turn 1 of {total}" in text(shown)
    assert len(alts(shown)) == 1
    await world.click(world.carol, shown, "Show hands")
    record = await world.bot.play.matches.record(place.match_id)
    first = list(moments(record))[1].state
    held = alts(shown)[1]
    for seat, name in enumerate(table.match.names):
        cards = ", ".join(card_name(card, TEXTS) for card in table.game.view(first, seat).hand)
        assert f"{name} holds: {cards}." in held
    for _ in range(3):
        await world.click(world.carol, shown, "Next")
    assert f"Turn 4 of {total}" in text(shown)
    assert "holds" in alts(shown)[1]
    await world.click(world.carol, shown, "Back")
    await world.click(world.carol, shown, "Hide hands")
    assert f"Turn 3 of {total}" in text(shown)
    assert len(alts(shown)) == 1
    await world.click(world.carol, shown, "Last")
    assert f"Turn {total} of {total}" in text(shown)
    assert [each.label for each in controls(shown) if each.disabled] == ["Next", "Last"]
    assert len(alts(shown)) == 2, "the sheet of the round, and the result"
    for typed, where in (("2", 2), (f" {total} ", total), ("0", 0)):
        await world.carol.submit_modal(await world.click(world.carol, shown, "Go to"), {"turn": typed})
        assert f"Turn {where} of {total}" in text(shown)
    for typed in (str(total + 1), "two", "9" * 6):
        asked = await world.click(world.carol, shown, "Go to")
        assert f"There is no turn “{typed}”" in said(await world.carol.submit_modal(asked, {"turn": typed}))
