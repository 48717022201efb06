"""Tips in the hands of beginners, and what a card would score before it is played."""

from random import Random

import pytest
from simcord import ResponseMessage

from bot.i18n import catalogue
from bot.play.lessons import BEGINNER
from bot.ui.games import SCREENS
from bot.ui.tips import EVERY
from bot.ui.tutorial import lessons_of
from render.words import card_name, signed
from rules.board_game.scoring import Figure
from rules.board_game.state import STEPS
from rules.card_game.scoring import score_expedition
from rules.registry import GAMES
from rules.turns import Play
from tests.bot.clicks import Tapper
from tests.bot.world import Place, World, answer, control, of_verb, text

TEXTS = catalogue()


def tip_in(message: ResponseMessage) -> str:
    """The line with the tip, empty if there is none."""
    return next((line for line in text(message).splitlines() if line.startswith("-# Tip: ")), "")


async def tips(world: World, place: Place, turns: int) -> list[str]:
    """The tips of so many turns, each looked at twice."""
    tapper, found = Tapper(world, Random(3)), list[str]()
    for _ in range(turns):
        hand = await place.hand(place.mover)
        found.append(tip_in(hand))
        assert tip_in(await place.hand(place.mover)) == found[-1]
        await tapper.finish(place.mover, hand)
    return found


@pytest.mark.parametrize("game", GAMES)
async def test_beginners_get_a_tip_now_and_then(world: World, game: str) -> None:
    place = await world.begin(game=game)
    found = await tips(world, place, 4 * EVERY)
    assert sum(bool(tip) for tip in found) == 4


@pytest.mark.parametrize(
    ("game", "lesson", "fits", "does_not"),
    [
        ("card_game", "cost", {"late", "deck", "discards"}, {"wagers", "bonus"}),
        ("card_game", "bonus", {"wagers", "bonus", "deck"}, {"late"}),
        ("card_game", "wagers", {"cost", "wagers"}, {"deck", "bonus"}),
        ("board_game", "start", {"small_steps", "researcher"}, {"late", "arrows", "artifacts", "bridges"}),
        ("board_game", "bridge", {"late", "arrows", "artifacts", "bridges"}, {"small_steps"}),
    ],
)
def test_tips_fit_the_table(game: str, lesson: str, fits: set[str], does_not: set[str]) -> None:
    (state,) = [each.state for each in lessons_of(game) if each.key == lesson]
    found = set(SCREENS[game].tips(GAMES[game].view(state, 0)))
    assert fits <= found
    assert not does_not & found


async def test_tips_can_be_done_without(world: World) -> None:
    place = await world.begin()
    for who in (world.alice, world.bob):
        panel = answer(await who.slash(world.channel, "preferences"))
        await world.click(who, panel, "No tips")
        assert control(panel, "Tips again")
    assert set(await tips(world, place, 2 * EVERY)) == {""}
    panel = answer(await world.alice.slash(world.channel, "preferences"))
    await world.click(world.alice, panel, "Tips again")
    await world.restart()
    assert any(await tips(world, place, 2 * EVERY))


async def test_who_has_finished_some_matches_gets_no_tips(world: World) -> None:
    for _ in range(BEGINNER):
        await world.beaten(world.alice, world.bob)
    assert set(await tips(world, await world.begin(), 2 * EVERY)) == {""}
    assert any(await tips(world, await world.begin(game="board_game"), 2 * EVERY))


@pytest.mark.parametrize("game", GAMES)
async def test_a_card_that_is_tapped_says_what_playing_it_comes_to(world: World, game: str) -> None:
    place = await world.begin(game=game)
    tapper = Tapper(world, Random(4), boldness=1)
    while True:
        for _ in range(6):
            await tapper.turn(place)
        table = await world.bot.play.matches.table(place.match_id)
        view = table.view(table.state.turn)
        playable = [card for card in view.hand if Play(card) in table.game.legal_actions(table.state, table.state.turn)]
        if playable:
            break
    mover, hand = place.mover, await place.hand(place.mover)
    for card in playable:
        (button,) = [each for each in of_verb(hand, "card") if each.id is not None and each.id.arg == str(card)]
        await mover.click(hand, custom_id=button.custom_id)
        label = control(hand, f"Play {card_name(card, TEXTS)}").label
        if game == "card_game":
            column = view.columns[view.seat][card.colour]
            now, then = (signed(score_expedition(cards).total) for cards in (column, (*column, card)))
            assert f"{now} → {then}" in label
        elif (figure := view.figures[view.seat][card.colour]) is not None and figure.step < STEPS:
            points = signed(Figure(figure.researcher, figure.step + 1).points)
            assert f"step {figure.step + 1} ({points})" in label
