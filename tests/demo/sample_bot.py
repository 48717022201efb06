"""A small bot that uses whatever a bot can use of the practice table: the tests' counterpart of the server.

As a program (``python -m tests.demo.sample_bot``) it is a stand-in for the bot of the demo.
"""

import asyncio
import os
from datetime import timedelta
from io import BytesIO
from typing import Any

import discord
from discord import app_commands, ui
from discord.http import Route
from PIL import Image, ImageDraw

from bot.demo.redirect import redirect

Interaction = discord.Interaction["SampleBot"]
CARDS = [f"{colour} {rank}" for colour in ("Red", "Blue", "Green") for rank in range(2, 11)]


def picture(name: str, text: str) -> discord.File:
    image = Image.new("RGB", (600, 200), "#234")
    ImageDraw.Draw(image).text((30, 80), text, fill="white", font_size=40)
    data = BytesIO()
    image.save(data, "PNG")
    data.seek(0)
    return discord.File(data, name, description=text)


class Hand(ui.LayoutView):
    """A private hand: picture, select, buttons in every style, a modal behind one of them."""

    def __init__(self, played: str = "") -> None:
        super().__init__(timeout=None)
        gallery = ui.MediaGallery[Any](discord.MediaGalleryItem("attachment://hand.png", description="Red 5 and Red 7"))
        select = ui.Select[Any](
            custom_id="card",
            placeholder="Choose a card",
            options=[discord.SelectOption(label=card, value=card, description="Playable") for card in CARDS[:8]],
        )
        buttons: ui.ActionRow[Any] = ui.ActionRow(
            ui.Button[Any](label="Play", style=discord.ButtonStyle.success, custom_id="play", emoji="🃏"),
            ui.Button[Any](label="Discard", style=discord.ButtonStyle.danger, custom_id="discard", disabled=True),
            ui.Button[Any](label="Note", style=discord.ButtonStyle.secondary, custom_id="note"),
            ui.Button[Any](label="Rules", url="https://example.org/rules"),
        )
        title = f"## Your hand\n**Turn 3** of *many*, deck `17`\n-# {played or 'nothing played yet'}"
        self.add_item(
            ui.Container[Any](ui.TextDisplay(title), gallery, ui.ActionRow(select), buttons, accent_colour=0xC0392B)
        )


class Board(ui.LayoutView):
    """A public board with a section, a user select and a button to the private hand."""

    def __init__(self, opponent: discord.abc.User | None = None, note: str = "") -> None:
        super().__init__(timeout=None)
        soon = discord.utils.format_dt(discord.utils.utcnow() + timedelta(minutes=5), "R")
        mover = opponent.mention if opponent else "Nobody"
        text = f"# Table\n{mover} to move {soon}\n- first\n- second\n> {note or 'quiet'}"
        hand: ui.Button[Any] = ui.Button(label="My hand", style=discord.ButtonStyle.primary, custom_id="hand")
        people: ui.UserSelect[Any] = ui.UserSelect(custom_id="who", placeholder="Choose a member")
        self.add_item(
            ui.Container[Any](
                ui.Section(ui.TextDisplay(text), accessory=hand),
                ui.Separator(),
                ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description="The board")),
                ui.ActionRow(people),
            )
        )


class Note(ui.Modal, title="A note"):
    def __init__(self) -> None:
        super().__init__(custom_id="note-form")
        self.text: ui.TextInput[Any] = ui.TextInput(custom_id="text", max_length=80)
        self.add_item(ui.Label(text="Your note", description="Everybody can read it", component=self.text))


class SampleBot(discord.Client):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), allowed_mentions=discord.AllowedMentions.none())
        self.tree = app_commands.CommandTree(self)
        self.resumed = asyncio.Event()
        self.refusals: list[int] = []

    async def setup_hook(self) -> None:
        register(self.tree)
        await self.tree.sync()

    async def on_resumed(self) -> None:
        self.resumed.set()

    async def on_interaction(self, interaction: Interaction) -> None:
        data: dict[str, Any] = dict(interaction.data or {})
        answer = interaction.response
        match interaction.type, data.get("custom_id"):
            case discord.InteractionType.component, "hand":
                await answer.send_message(view=Hand(), file=picture("hand.png", "R5 R7"), ephemeral=True)
            case discord.InteractionType.component, "card":
                view = Hand(f"chose {data['values'][0]}")
                await answer.edit_message(view=view, attachments=[picture("hand.png", data["values"][0])])
            case discord.InteractionType.component, "play":
                await answer.defer()
                await interaction.edit_original_response(
                    view=Hand("played"), attachments=[picture("hand.png", "played")]
                )
            case discord.InteractionType.component, "note":
                await answer.send_modal(Note())
            case discord.InteractionType.component, "who":
                [name] = [user["global_name"] for user in data["resolved"]["users"].values()]
                await answer.send_message(f"You chose {name}", ephemeral=True)
            case discord.InteractionType.component, "late":
                await asyncio.sleep(0.6)
                try:
                    await answer.send_message("too late")
                except discord.NotFound as error:
                    self.refusals.append(error.code)
            case discord.InteractionType.component, other:
                await answer.send_message(f"No such button: {other}", ephemeral=True)
            case discord.InteractionType.modal_submit, _:
                [label] = data["components"]
                await answer.send_message(f"Noted: {label['component']['value']}")
            case _:
                pass


def register(tree: app_commands.CommandTree[SampleBot]) -> None:
    @tree.command(description="Challenge a member to a match")
    @app_commands.describe(opponent="Who shall play", rounds="How many rounds", pace="How fast", rated="Count it")
    @app_commands.choices(pace=[app_commands.Choice(name=one.title(), value=one) for one in ("live", "daily")])
    async def play(
        interaction: Interaction,
        opponent: discord.Member,
        rounds: app_commands.Range[int, 1, 9] = 3,
        pace: str = "daily",
        rated: bool = False,
    ) -> None:
        terms = f"{rounds} rounds, {pace}{', rated' if rated else ''}"
        await interaction.response.send_message(
            f"{interaction.user.mention} challenges {opponent.mention}: {terms}",
            allowed_mentions=discord.AllowedMentions(users=[opponent]),
        )
        channel = interaction.channel
        assert isinstance(channel, discord.TextChannel)
        thread = await channel.create_thread(
            name=f"{interaction.user.display_name} and {opponent.display_name}", type=discord.ChannelType.public_thread
        )
        await thread.send(
            view=Board(opponent),
            file=picture("board.png", "Board"),
            allowed_mentions=discord.AllowedMentions(users=[opponent]),
        )

    @tree.command(description="Your hand, privately")
    async def hand(interaction: Interaction) -> None:
        await interaction.response.send_message(view=Hand(), file=picture("hand.png", "R5 R7"), ephemeral=True)

    @tree.command(description="A whole turn, typed")
    async def turn(interaction: Interaction, card: str) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.followup.send(f"Turn with {card}", file=picture("turn.png", card))

    @turn.autocomplete("card")
    async def cards(_: Interaction, current: str) -> list[app_commands.Choice[str]]:
        fitting = [card for card in CARDS if current.lower() in card.lower()]
        return [app_commands.Choice(name=card, value=card) for card in fitting[:25]]

    @tree.command(description="Never answers")
    async def silence(_: Interaction) -> None: ...

    @tree.command(description="Sends one message twice, as a retry does")
    async def twice(interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        body = {"content": "once", "nonce": "n1", "enforce_nonce": True}
        route = Route("POST", "/channels/{channel_id}/messages", channel_id=interaction.channel_id)
        sent = [await interaction.client.http.request(route, json=body) for _ in range(2)]
        await interaction.edit_original_response(content=str(sent[0]["id"] == sent[1]["id"]))

    settings = app_commands.Group(name="settings", description="Settings of the server")

    @settings.command(description="Show the settings")
    async def show(interaction: Interaction) -> None:
        await interaction.response.send_message("All as usual", ephemeral=True)

    tree.add_command(settings)

    @tree.context_menu(name="Challenge to Lost Cities")
    async def challenge(interaction: Interaction, member: discord.Member) -> None:
        await interaction.response.send_message(f"Challenged {member.display_name}", ephemeral=True)


if __name__ == "__main__":
    redirect(os.environ["DISCORD_BASE"])
    SampleBot().run(os.environ["DISCORD_TOKEN"])
