"""Matches that the bot finds in the middle, as if they had been played before: for what is rare in play."""

from collections.abc import Mapping, Sequence

import discord

from bot.store.challenges import Pace
from bot.store.matches import Entry, EntryKind, NewMatch, Player
from rules.game import AnyGame, OptionValue
from rules.shuffle import VERSION as DEAL_VERSION
from tests.bench._stored import Played, put
from tests.bot.world import Place, World
from tests.rules.walks import Move, deal_of


async def midway(
    world: World, game: AnyGame, seed: int, options: Mapping[str, OptionValue], seats: int, moves: Sequence[Move]
) -> Place:
    """The place of a match in which ``moves``, whole turns out of the deal of ``seed``, have been made.

    Its players are alice and the others by seat; alice has asked for the board.
    """
    deal = deal_of(seed)
    now = discord.utils.utcnow()
    state = moves[-1].applied.state if moves else game.start(options, seats, deal).state
    people = (world.alice, world.bob, world.carol, world.dave)[:seats]
    new = NewMatch(
        guild_id=world.guild.id,
        channel_id=world.channel.id,
        challenge_message_id=None,
        game=game.key,
        rules_version=game.version,
        options=options,
        deal_version=DEAL_VERSION,
        secret=deal.secret,
        contributions=deal.contributions,
        order_drawn=False,
        agreed_starter=None,
        players=tuple(Player(each.id, each.name, seat) for seat, each in enumerate(people)),
        turn=state.turn,
        rated=False,
        pace=Pace.UNLIMITED,
        created_at=now,
    )
    log = tuple(
        Entry(ply, move.seat, EntryKind.GAME, people[move.seat].id, str(move.action), now)
        for ply, move in enumerate(moves, 1)
    )
    async with world.bot.database.writing() as connection:
        match_id = await put(connection, Played(new, log, state.turn, state.outcome), world.channel.id)
    await world.alice.slash(world.channel, "board")
    return Place(world, match_id, world.channel)
