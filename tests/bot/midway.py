"""Matches that the bot finds in the middle, as if they had been played before: for what is rare in play."""

from collections.abc import Mapping, Sequence

import discord

from bot.store.challenges import Pace
from bot.store.matches import Player
from rules.game import AnyGame, OptionValue
from tests.bench._stored import as_rows, put
from tests.bot.world import Place, World
from tests.rules.walks import Move


async def midway(
    world: World, game: AnyGame, seed: int, options: Mapping[str, OptionValue], seats: int, moves: Sequence[Move]
) -> Place:
    """The place of a match in which ``moves``, whole turns out of the deal of ``seed``, have been made.

    Its players are alice and the others by seat; alice has asked for the board.
    """
    people = (world.alice, world.bob, world.carol, world.dave)[:seats]
    players = tuple(Player(each.id, each.name, seat) for seat, each in enumerate(people))
    guild_id, channel_id, now = world.guild.id, world.channel.id, discord.utils.utcnow()
    rows = as_rows(game, seed, options, players, moves, Pace.UNLIMITED, now, guild_id=guild_id, channel_id=channel_id)
    match_id = await world.bot.database.write(put, rows, channel_id)
    await world.alice.slash(world.channel, "board")
    return Place(world, match_id, world.channel)
