"""A virtual Discord server with the real client in it, and the eyes and thumbs of the people there."""

# ruff: noqa: SLF001  SimCord has no public seam for presses at once, presses on an old screen, or kinds of answers

import contextlib
import copy
import json
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

import discord
import simcord
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.components import walk_components
from simcord.enums import ChannelType, InteractionType, OverwriteType
from simcord.results import InteractionResult, ResponseMessage

from bot.client import Sidecar, create_client
from bot.language import Voice
from bot.rules.match import Match
from bot.scorekeeper import Place
from bot.settings import Settings

BUTTON, LIST, TEXT = 2, 3, 10
CONTROL_ID = re.compile(r"c?s?:\d+:\d+:(?P<kind>\w):(?P<move>\w+):(?P<options>[^:]*)")
TEAM_A = "遊星 ジャック クロウ"
TEAM_B = "鬼柳、ボマー、ルドガー"


class Screen:
    """What a person sees of a message: its words, its buttons and its lists. It follows the message's edits."""

    def __init__(self, message: ResponseMessage) -> None:
        self.message = message
        self.id = message.id

    @property
    def parts(self) -> list[dict[str, Any]]:
        return [dict(part) for part in walk_components(self.message.components)]

    @property
    def text(self) -> str:
        said = [self.message.content, *(part["content"] for part in self.parts if part["type"] == TEXT)]
        return "\n".join(filter(None, said))

    @property
    def buttons(self) -> dict[str, str]:
        """Labels by custom id."""
        return {part["custom_id"]: part["label"] for part in self.parts if part["type"] == BUTTON}

    @property
    def labels(self) -> list[str]:
        return [*self.buttons.values()]

    @property
    def lists(self) -> dict[str, list[str]]:
        """Values by custom id."""
        return {part["custom_id"]: [o["value"] for o in part["options"]] for part in self.parts if part["type"] == LIST}

    def has(self, move: str, **options: object) -> bool:
        return bool(self._found(move, options))

    def find(self, move: str, kind: str | None = None, **options: object) -> str:
        """The custom id of the one button of a move with these options, as `damage`, player A1, amount 1000."""
        found = self._found(move, options, kind)
        assert len(found) == 1, f"{move} {options}: {len(found)} among {[*self.buttons]}"
        return found[0]

    def find_list(self, move: str) -> str:
        found = [custom_id for custom_id in self.lists if f":{move}:" in custom_id]
        assert len(found) == 1, f"{move}: {len(found)} among {[*self.lists]}"
        return found[0]

    def life(self) -> list[int]:
        """The numbers that the board shows as life, in order."""
        return [int(number) for number in re.findall(r"^# LP (\d+)", self.text, re.MULTILINE)]

    def _found(self, move: str, options: dict[str, object], kind: str | None = None) -> list[str]:
        read = {custom_id: CONTROL_ID.fullmatch(custom_id) for custom_id in self.buttons}
        return [
            custom_id
            for custom_id, found in read.items()
            if found and found["move"] == move and found["options"] == urlencode(options)
            if kind in (None, found["kind"])
        ]


class Memory(Screen):
    """A message as it was."""

    def __init__(self, screen: Screen, parts: list[dict[str, Any]], payload: dict[str, Any]) -> None:
        super().__init__(screen.message)
        self._parts = parts
        self.payload = payload

    @property
    def parts(self) -> list[dict[str, Any]]:
        return self._parts

    def forge(self, old: str, new: str) -> None:
        """Give one of its controls another id."""
        (part,) = [part for part in walk_components(self.payload["components"]) if part.get("custom_id") == old]
        part["custom_id"] = new


class Reply:
    """What came of a command, a press or a form."""

    def __init__(self, result: InteractionResult) -> None:
        self.result = result

    @property
    def kind(self) -> str:
        """How it was answered: `message`, `update`, `deferred_update`, `modal`."""
        return str(self.result._interaction.response_kind)

    @property
    def told(self) -> list[Screen]:
        """The new messages that it brought."""
        answer = self.result.response if self.kind == "message" else None
        return [Screen(message) for message in [*([answer] if answer else []), *self.result.followups]]

    @property
    def screen(self) -> Screen:
        """The one new message."""
        assert len(self.told) == 1, f"not one message: {self.result}"
        return self.told[0]

    @property
    def private(self) -> str:
        """The words of the one new message, which only the reader sees."""
        assert self.screen.message.ephemeral, f"public: {self.screen.text}"
        return self.screen.text

    @property
    def public(self) -> str:
        """The words of the one new message, which everybody sees."""
        assert not self.screen.message.ephemeral, f"private: {self.screen.text}"
        return self.screen.text

    @property
    def quiet(self) -> bool:
        """Nothing new was posted: the pressed message changed in place, or will."""
        return not self.told and self.kind in ("update", "deferred_update")

    @property
    def form(self) -> dict[str, Any]:
        modal = self.result.modal
        assert modal is not None, f"no form: {self.result}"
        return modal


@dataclass
class Hall:
    """A server with one channel and people in it, and the client that a host would run."""

    env: simcord.Env
    database_url: str
    guild: Any
    channel: Any
    people: dict[str, Any] = field(default_factory=dict)
    locales: dict[int, str] = field(default_factory=dict)
    server_locale: str = "en-US"
    may_fail: bool = False
    """Set where a test makes Discord itself refuse an answer."""
    later: timedelta = timedelta()
    """How far the players' clock is ahead."""

    @property
    def client(self) -> Sidecar:
        assert isinstance(self.env.bot, Sidecar)
        return self.env.bot

    def member(self, name: str, locale: str = "en-US", *, moderator: bool = False) -> Any:
        """A member of the server by name; the same one for the same name."""
        if name not in self.people:
            user = self.env.create_user(f"user{len(self.people)}", global_name=name)
            rights = discord.Permissions(manage_messages=True)
            roles = [self.guild.create_role("moderators", permissions=rights)] if moderator else []
            self.people[name] = self.guild.add_member(user, roles=roles)
            self.locales[user.id] = locale
        return self.people[name]

    def thread(self, parent: Any, *, private: bool = False) -> Any:
        """A thread of a channel, or a post of a forum."""
        kind = ChannelType.PRIVATE_THREAD if private else ChannelType.PUBLIC_THREAD
        owner = self.member("遊星")
        with self.env._bot_scope():
            made = self.env.backend.create_thread(parent.id, "duel", owner.id, type=kind)
        return simcord.ChannelHandle(self.env, self.guild, made)

    # Thumbs.

    async def command(self, who: Any, name: str, /, *, channel: Any = None, **options: Any) -> Reply:
        """A slash command, in the channel unless another is given; a user without a server is in direct messages."""
        if isinstance(who, simcord.UserHandle):
            return Reply(await who.slash(name, **options))
        return Reply(await who.slash(channel or self.channel, name, **options))

    async def start(self, who: Any = None, *, channel: Any = None, **options: Any) -> Screen:
        """A WRGP match between two teams of guests, unless other teams are named; its board."""
        given = {"team_a": TEAM_A, "team_b": TEAM_B} | options
        reply = await self.command(who or self.member("遊星"), "wrgp start", channel=channel, **given)
        assert not reply.screen.message.ephemeral, reply.screen.text
        return reply.screen

    async def press(self, who: Any, screen: Screen, move: str, **options: object) -> Reply:
        return Reply(await who.click(screen.message, custom_id=screen.find(move, **options)))

    def remember(self, screen: Screen) -> "Memory":
        """What a phone still shows of a message, whatever becomes of it."""
        stored = self.env.backend.get_message(screen.message.channel_id, screen.id)
        return Memory(screen, screen.parts, copy.deepcopy(dict(serializers.message_payload(self.env.backend, stored))))

    async def press_old(self, who: Any, memory: "Memory", move: str, **options: object) -> Reply:
        """Press a button that was there a moment ago: the press reached Discord before the board's edit did."""
        return await self.press_id(who, memory, memory.find(move, **options))

    async def press_id(self, who: Any, memory: "Memory", custom_id: str) -> Reply:
        """Press a button of an old screen by its id."""
        data = {"custom_id": custom_id, "component_type": BUTTON}
        return await self._act_on(who, memory, InteractionType.MESSAGE_COMPONENT, data)

    async def fill_old(self, who: Any, opened: Reply, memory: "Memory", **values: str) -> Reply:
        """Send a form in although its board is gone."""
        answers = [{"type": 18, "component": {"type": 4, "custom_id": k, "value": v}} for k, v in values.items()]
        data = {"custom_id": opened.form["custom_id"], "components": answers}
        return await self._act_on(who, memory, InteractionType.MODAL_SUBMIT, data)

    async def _act_on(self, who: Any, memory: "Memory", kind: int, data: dict[str, Any]) -> Reply:
        place = simcord.ChannelHandle(self.env, who.guild, self.env.backend.get_channel(memory.message.channel_id))
        extra = {"message": copy.deepcopy(memory.payload)}
        self.env._begin_operation("click")
        try:
            return Reply(await who._dispatch_interaction(kind, place, data, extra=extra, source_message_id=memory.id))
        finally:
            self.env._end_operation()

    async def pick(self, who: Any, screen: Screen, move: str, value: str) -> Reply:
        return Reply(await who.select(screen.message, [value], custom_id=screen.find_list(move)))

    async def fill(self, who: Any, opened: Reply, **values: Any) -> Reply:
        return Reply(await who.submit_modal(opened.result, values))

    @contextlib.asynccontextmanager
    async def at_once(self) -> Any:
        """What people do inside reaches the bot together; read the answers after the block."""
        settle = self.env._settle_internal

        async def not_yet(**_: Any) -> None:
            pass

        self.env._settle_internal = not_yet
        try:
            yield
        finally:
            self.env._settle_internal = settle
        await self.env.settle()

    # Eyes.

    def messages(self, channel: Any = None) -> list[Screen]:
        """Every public message, oldest first."""
        stored = self.env.backend.messages[(channel or self.channel).id].values()
        public = [each for each in sorted(stored, key=lambda message: message.id) if not each.is_ephemeral]
        return [Screen(ResponseMessage(self.env, message)) for message in public]

    def board(self, channel: Any = None) -> Screen:
        """The newest public message with buttons."""
        boards = [screen for screen in self.messages(channel) if screen.buttons]
        assert boards, "no board here"
        return boards[-1]

    async def match(self, channel: Any = None) -> Match:
        """The match that lives in a channel, as the scorekeeper has it."""
        place = channel or self.channel
        return await self.client.table.keeper.match(Place(place.id, place.guild.id if place.guild else None))

    async def state(self, channel: Any = None) -> dict[str, Any]:
        match = await self.match(channel)
        return match.format.export(match.state)

    async def export(self, who: Any, *, channel: Any = None) -> dict[str, Any]:
        """The match as its file tells it."""
        return json.loads(self.file(await self.command(who, "match export", channel=channel)))

    def file(self, reply: Reply) -> bytes:
        (attachment,) = reply.screen.message.attachments
        blob = self.env.backend.cdn.get(attachment.url)
        assert blob is not None
        return blob

    # What happens to a process, and how Discord fails.

    async def restart(self) -> None:
        """The process dies, and another one starts on the same file."""
        old = self.client
        await self.env.restart_bot(create_client(Settings(database_url=self.database_url)))
        await old.close()
        self.keep_time()

    def keep_time(self) -> None:
        """Let the bot see the players' clock."""
        self.client.table.keeper._now = lambda: datetime.now(UTC) + self.later

    def allow(self, channel: Any, **rights: bool | None) -> None:
        """Allow the bot rights in a channel, or deny them."""
        allowed, denied = discord.PermissionOverwrite(**rights).pair()
        backend = self.env.backend
        overwrite = Overwrite(backend.bot_user.id, OverwriteType.MEMBER, allowed.value, denied.value)
        with self.env._bot_scope():
            backend.set_overwrite(channel.id, overwrite)

    async def delete(self, channel: Any) -> None:
        """Somebody deletes a channel or a thread."""
        with self.env._bot_scope():
            self.env.backend.delete_channel(channel.id)
        await self.env.settle()

    def fail(self, method: str, path: str, **how: Any) -> None:
        """Let Discord refuse requests."""
        self.may_fail = True
        self.env.inject_error(method, path, **how)


def said(locale: str, message: str, **facts: object) -> str:
    """A sentence of the catalogues in a reader's language, nobody's seat named."""
    return Voice("ja" if locale == "ja" else "en").say(message, **facts)
