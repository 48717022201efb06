"""What a member of a pretend server can do, as a chat client would do it."""

from collections.abc import Iterable
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final, Protocol

from discord import AppCommandOptionType, AppCommandType, ComponentType, InteractionType

from bot.demo.world import Answer, BackendError, Payload, World, walk

_SUBCOMMANDS: Final = (AppCommandOptionType.subcommand, AppCommandOptionType.subcommand_group)


class Refused(Exception):
    """A client does not let a person do this; ``reason`` is one of the keys ``demo.refused.*`` of the catalogue."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason


class Server(Protocol):
    """What a person needs of the server."""

    world: World

    async def answered(self, interaction: int, /) -> None: ...


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of one interaction: the bot's first answer, or none in time (``kind`` is ``None``)."""

    interaction: int
    kind: str | None
    message: Payload | None
    """The message as the member saw it when the answer came (answer of kind message, deferred or update)."""
    modal: Payload | None
    choices: list[Payload]
    seconds: float

    @property
    def failed(self) -> bool:
        return self.kind is None


class Member:
    """A person in one server. Everything may be called concurrently.

    Channels are ids, messages are payloads (``message["id"]``), other people are ``Member``. Each action waits for the
    bot's first answer or the deadline. With ``forged`` the checks that a client makes are left out.
    """

    def __init__(self, server: Server, guild: int, user: int, *, locale: str = "en-US") -> None:
        self._server = server
        self._world = server.world
        self.guild = guild
        self.id = user
        self.locale = locale

    @property
    def name(self) -> str:
        return self._world.user(self.id)["global_name"]

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    # --------------------------------------------------------------- looking

    def channels(self) -> list[Payload]:
        """Channels and threads this person can open, oldest first."""
        seen = (one for one in self._world.channels(self.guild) if self._world.can_see(one, self.id))
        return [self._world.channel(channel) for channel in seen]

    def messages(self, channel: int) -> list[Payload]:
        """What this person sees in a channel, oldest first, own private messages included."""
        found = (self.message(channel, message) for message in self._world.messages(channel))
        return [message for message in found if message is not None]

    def message(self, channel: int, message: int) -> Payload | None:
        """One message as it stands now; ``None`` if it is gone or hidden from this person."""
        return self._world.message(channel, message) if self._world.sees(channel, message, self.id) else None

    def commands(self, channel: int, kind: AppCommandType = AppCommandType.chat_input) -> list[Payload]:
        return self._world.commands(self.id, channel, kind.value)

    # ----------------------------------------------------------------- doing

    def say(self, channel: int, text: str) -> Payload:
        """Write a message; ``Refused`` without the right to."""
        try:
            message = self._world.say(channel, self.id, text)
        except BackendError as error:
            raise Refused("no_permission") from error
        return self._world.message(channel, message) or {}

    def dismiss(self, message: Payload) -> None:
        """Remove one of the own private messages from the screen."""
        channel, number = int(message["channel_id"]), int(message["id"])
        seen = self.message(channel, number)
        if seen is None or seen["only"] != str(self.id):
            raise Refused("unseen")
        self._world.delete_message(channel, number)

    async def slash(self, channel: int, command: str, /, **options: Any) -> Reply:
        """Run a slash command; sub-commands by their whole path (``"settings show"``)."""
        root, leaf, path = self._command(channel, command)
        for option in leaf:
            if option["name"] in options:
                _check_option(option, options[option["name"]])
            elif option.get("required"):
                raise Refused("missing_option", option["name"])
        return await self._run(
            InteractionType.application_command, channel, self._command_data(root, leaf, path, options)
        )

    async def autocomplete(
        self, channel: int, command: str, focused: str, typed: str | float, /, **options: Any
    ) -> list[Payload]:
        """The choices (``name``, ``value``) the bot offers for what was typed into one option; none if it is late."""
        root, leaf, path = self._command(channel, command)
        data = self._command_data(root, leaf, path, {**options, focused: typed}, focused=focused)
        return (await self._run(InteractionType.autocomplete, channel, data)).choices

    async def menu(self, channel: int, command: str, target: "Member") -> Reply:
        """Choose an entry of the menu that opens on another member."""
        found = next((one for one in self.commands(channel, AppCommandType.user) if one["name"] == command), None)
        if found is None:
            raise Refused("no_command", command)
        data = {"id": found["id"], "name": command, "type": AppCommandType.user.value, "target_id": str(target.id)}
        return await self._run(
            InteractionType.application_command, channel, {**data, "resolved": self._resolve([target.id])}
        )

    async def click(self, message: Payload, custom_id: str, *, forged: bool = False) -> Reply:
        """Press a button."""
        return await self._use(message, custom_id, {}, forged=forged)

    async def select(self, message: Payload, custom_id: str, *values: "str | Member", forged: bool = False) -> Reply:
        """Choose values of a string select, members in a user select, roles or channels by their ids."""
        people = [value.id for value in values if isinstance(value, Member)]
        data: Payload = {"values": [str(value.id) if isinstance(value, Member) else value for value in values]}
        if people:
            data["resolved"] = self._resolve(people)
        return await self._use(message, custom_id, data, forged=forged)

    async def submit(self, shown: Reply, /, **fields: Any) -> Reply:
        """Send a modal that the bot opened, its fields by custom id; a field left out keeps its default."""
        opened = self._world.modal(shown.interaction)
        if opened is None or opened[1] != self.id:
            raise Refused("no_modal")
        channel, _, message, modal = opened
        data = {"custom_id": modal["custom_id"], "components": [_filled(one, fields) for one in modal["components"]]}
        self._world.close_modal(shown.interaction)
        return await self._run(InteractionType.modal_submit, channel, data, message=message)

    # --------------------------------------------------------------- the wire

    async def _use(self, message: Payload, custom_id: str, data: Payload, *, forged: bool) -> Reply:
        channel, number = int(message["channel_id"]), int(message["id"])
        seen = self.message(channel, number)
        components = walk((seen or message)["components"])
        component = next((one for one in components if one.get("custom_id") == custom_id), None)
        if not forged:
            _check_component(seen, component, data)
        likely = ComponentType.string_select if "values" in data else ComponentType.button
        kind = component["type"] if component is not None else likely.value
        data = {**data, **self._chosen(component, data.get("values", ()), forged=forged)}
        number_in_message = component.get("id", 0) if component is not None else 0
        data = {**data, "custom_id": custom_id, "component_type": kind, "id": number_in_message}
        return await self._run(InteractionType.component, channel, data, message=number)

    def _chosen(self, component: Payload | None, values: Iterable[str], *, forged: bool) -> Payload:
        """The roles or channels that were chosen, as Discord sends them along; nothing for another component."""
        if component is None:
            return {}
        match ComponentType(component["type"]):
            case ComponentType.role_select:
                kind, offered = "roles", self._world.roles(self.guild)
            case ComponentType.channel_select:
                types = component.get("channel_types")
                fitting = [channel for channel in self.channels() if not types or channel["type"] in types]
                kind, offered = "channels", [{**channel, "permissions": "0"} for channel in fitting]
            case _:
                return {}
        by_id = {one["id"]: one for one in offered}
        unknown = set(values) - by_id.keys()
        if unknown and not forged:
            raise Refused("bad_choice", ", ".join(unknown))
        return {"resolved": {kind: {value: by_id[value] for value in values if value in by_id}}}

    async def _run(self, kind: InteractionType, channel: int, data: Payload, *, message: int | None = None) -> Reply:
        if kind in (
            InteractionType.application_command,
            InteractionType.autocomplete,
        ) and self._world.thread_is_archived(channel):
            raise Refused("archived")
        started = perf_counter()
        number = self._world.interact(kind.value, channel, self.id, data, message=message, locale=self.locale)
        await self._server.answered(number)
        answer: Answer = self._world.answer(number)
        seen = self.message(channel, answer.message) if answer.message is not None else None
        return Reply(number, answer.kind, seen, answer.modal, answer.choices, perf_counter() - started)

    def _command(self, channel: int, command: str) -> tuple[Payload, list[Payload], list[Payload]]:
        """The command, the options of the (sub-)command that is meant, and the layers between."""
        name, *below = command.split()
        root = next((one for one in self.commands(channel) if one["name"] == name), None)
        node, path = root, list[Payload]()
        for part in below:
            options: list[Payload] = (node or {}).get("options") or []
            node = next(
                (one for one in options if AppCommandOptionType(one["type"]) in _SUBCOMMANDS and one["name"] == part),
                None,
            )
            if node is not None:
                path.append(node)
        if root is None or node is None:
            raise Refused("no_command", command)
        return root, node.get("options") or [], path

    def _command_data(
        self, root: Payload, leaf: list[Payload], path: list[Payload], given: Payload, *, focused: str | None = None
    ) -> Payload:
        people: list[int] = []
        options: list[Payload] = []
        for option in leaf:
            if option["name"] not in given:
                continue
            value = given[option["name"]]
            if isinstance(value, Member):
                people.append(value.id)
                value = str(value.id)
            built = {"name": option["name"], "type": option["type"], "value": value}
            options.append({**built, "focused": True} if option["name"] == focused else built)
        for layer in reversed(path):
            options = [{"name": layer["name"], "type": layer["type"], "options": options}]
        data: Payload = {
            "id": root["id"],
            "name": root["name"],
            "type": AppCommandType.chat_input.value,
            "options": options,
        }
        if root.get("guild_id"):
            data["guild_id"] = root["guild_id"]
        return {**data, "resolved": self._resolve(people)} if people else data

    def _resolve(self, people: Iterable[int]) -> Payload:
        """Users and members that data refers to by id, as Discord sends them along."""
        ids = list(people)
        users = {str(user): self._world.user(user) for user in ids}
        members = {str(user): {**self._world.member(self.guild, user), "permissions": "0"} for user in ids}
        return {"users": users, "members": members}


def _check_component(seen: Payload | None, component: Payload | None, data: Payload) -> None:
    if seen is None:
        raise Refused("unseen")
    if component is None:
        raise Refused("no_component")
    if component.get("disabled"):
        raise Refused("disabled")
    if "values" in data:
        _check_values(component, data["values"])


def _check_values(component: Payload, values: list[str]) -> None:
    if not component.get("min_values", 1) <= len(values) <= component.get("max_values", 1):
        raise Refused("bad_choice", "number of values")
    if component["type"] == ComponentType.string_select.value:
        unknown = set(values) - {option["value"] for option in component["options"]}
        if unknown:
            raise Refused("bad_choice", ", ".join(unknown))


def _check_option(option: Payload, value: object) -> None:
    """What a client checks before it sends an option."""
    name, kind = option["name"], AppCommandOptionType(option["type"])
    kinds: dict[AppCommandOptionType, type | tuple[type, ...]] = {
        AppCommandOptionType.string: str,
        AppCommandOptionType.integer: int,
        AppCommandOptionType.boolean: bool,
        AppCommandOptionType.user: Member,
        AppCommandOptionType.number: (int, float),
    }
    is_truth = kind is AppCommandOptionType.boolean
    if kind not in kinds or not isinstance(value, kinds[kind]) or isinstance(value, bool) != is_truth:
        raise Refused("bad_option", name)
    if isinstance(value, str) and not option.get("min_length", 0) <= len(value) <= option.get("max_length", 6000):
        raise Refused("bad_option", name)
    if (isinstance(value, int | float) and not is_truth) and not (
        option.get("min_value", value) <= value <= option.get("max_value", value)
    ):
        raise Refused("bad_option", name)
    choices: list[Payload] = option.get("choices") or []
    if choices and value not in [choice["value"] for choice in choices]:
        raise Refused("bad_option", name)


def _filled(component: Payload, fields: Payload) -> Payload:
    """One component of a modal as a client sends it back."""
    kind = ComponentType(component["type"])
    sent: Payload = {"type": kind.value, "id": component["id"]}
    match kind:
        case ComponentType.text_display:
            return sent
        case ComponentType.label:
            return {**sent, "component": _filled(component["component"], fields)}
        case ComponentType.action_row:
            return {**sent, "components": [_filled(one, fields) for one in component["components"]]}
        case _:
            pass
    custom_id = component["custom_id"]
    chosen = [option["value"] for option in component.get("options", ()) if option.get("default")]
    match kind:
        case ComponentType.text_input:
            default = component.get("value") or ""
        case ComponentType.checkbox:
            default = component.get("default", False)
        case ComponentType.radio_group:
            default = next(iter(chosen), None)
        case _:
            return {**sent, "custom_id": custom_id, "values": fields.get(custom_id, chosen)}
    return {**sent, "custom_id": custom_id, "value": fields.get(custom_id, default)}
