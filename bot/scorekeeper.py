"""The scorekeeper: opens matches, lets the rules decide, and writes down what happened before anybody is told."""

import asyncio
import json
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from bot.options import find_seat
from bot.rules import FORMATS
from bot.rules.format import Event, Format, Line, Refused, Seat, Team
from bot.rules.lobby import LOBBY, seating
from bot.rules.match import Entry, Match, Person, change_rule, hand_over_host, take_seat
from bot.rules.record import decode, encode
from bot.rules.values import annotations
from bot.store import Store, StoredEntry, StoredMatch

KEPT_MOST = 2000
QUIET = timedelta(days=7)
JUST_NOW = timedelta(minutes=10)
TRIES = 5


class Place(NamedTuple):
    """Where a match lives: a channel, a thread or a direct message, and its server."""

    id: int
    guild: int | None


class Actor(NamedTuple):
    """Who acts. A moderator is a member who may manage messages there; `source` is the interaction they acted by."""

    person: Person
    moderator: bool = False
    source: int | None = None

    def may_act(self, match: Match) -> bool:
        """Players, the host and moderators act; a guest is acted for by any of them."""
        me = self.person.user_id
        if self.moderator or match.hosted_by.user_id == me:
            return True
        return me is not None and (match.seat_of(me) is not None or me in match.format.joined(match.state))

    def may_host(self, match: Match) -> bool:
        """The host and moderators settle what concerns the table as a whole."""
        return self.moderator or match.hosted_by.user_id == self.person.user_id


class PlayedAlready(Exception):  # noqa: N818  it is no fault
    """Another process of the same bot has carried this interaction out, and answers it."""


class Played(NamedTuple):
    """What one command or press did: the match after it, and the entry."""

    match: Match
    entry: Entry


class Scorekeeper:
    """All matches of this process. The store holds the truth; the last match of a place is kept in memory beside it.

    A collision in the store means that another process was faster: the match is read again, and a command plays once
    more, while a press that was meant for another board is refused.
    """

    def __init__(self, store: Store, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self.store = store
        self._now = now
        self._kept: OrderedDict[int, Match] = OrderedDict()
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    # Reading.

    async def match(self, place: Place) -> Match:
        """The match that lives in a place. Raises Refused where none does."""
        kept = self._kept.get(place.id)
        if kept is not None:
            self._kept.move_to_end(place.id)
            return kept
        stored = await self.store.live(place.id)
        if place.id in self._kept:  # somebody played while this was read
            return self._kept[place.id]
        if stored is None:
            raise Refused("no-match-here")
        return self._keep(place.id, _match(stored))

    async def find(self, place: Place) -> Match | None:
        """The match that lives in a place, if one does."""
        try:
            return await self.match(place)
        except Refused:
            return None

    async def latest(self, place: Place) -> Match:
        """The match of a place, also one that has ended. Raises Refused where there was never one."""
        stored = await self.store.latest(place.id)
        if stored is None:
            raise other_match(await self.match(place))
        return _match(stored)

    # Opening and closing.

    async def begin(
        self,
        place: Place,
        actor: Actor,
        form: Format,
        seats: Mapping[Seat, Person],
        options: Mapping[str, str | int],
    ) -> Match:
        """Start a match; `options` are house rules and what the format's start takes.

        Raises Refused where one lives there already, or what the format refuses.
        """
        return await self._open(place, actor, form, seats, _start(form, seats, options))

    async def open_lobby(
        self,
        place: Place,
        actor: Actor,
        form: Format,
        options: Mapping[str, str | int],
        sides: tuple[tuple[Person, ...], ...],
    ) -> Match:
        """Let people join a match of a format. Raises Refused where a match lives there already."""
        return await self._open(place, actor, LOBBY, {}, LOBBY.start(form, options, sides))

    async def begin_from_lobby(self, place: Place, actor: Actor, options: Mapping[str, str | int]) -> Match:
        """Start the match that a lobby waited for. Raises Refused while places are open."""
        async with self._turn(place.id):
            lobby = await self.match(place)
            if lobby.format is not LOBBY:
                raise Refused("board-moved-on")
            allowed(actor, lobby)
            form = FORMATS[lobby.state.game]
            seats = seating(lobby.state, form)
            events = _start(form, seats, {**lobby.state.options, **options})
            return await self._open(place, actor, form, seats, events, instead_of=lobby)

    async def bring_in(self, place: Place, actor: Actor, match: Match) -> Match:
        """Let an imported match live in a place; who imports, hosts. Raises Refused where one lives there already."""
        match = replace(match, opened_by=actor.person)
        if match.hosted_by.user_id != actor.person.user_id:  # its log has handed it to somebody else
            match = match.append(self._entry(match, actor, tuple(hand_over_host(match, actor.person))))
        return await self._write(place, match, None)

    async def close(self, place: Place, actor: Actor) -> Match:
        """End the match of a place. Raises Refused for onlookers and where none lives."""
        async with self._turn(place.id):
            match = await self.match(place)
            allowed(actor, match)
            self._kept.pop(place.id, None)
            if not await self.store.close_match(match.id, self._now()):
                raise Refused("no-match-here")
            return match

    async def close_quiet(self) -> int:
        """End every match that nobody touched for a week; how many."""
        self._kept.clear()
        return await self.store.close_quiet(self._now() - QUIET, self._now())

    async def recent(self) -> list[Place]:
        """Where something happened in the last minutes: a process that died then may have left the board behind."""
        return [Place(*place) for place in await self.store.touched(self._now() - JUST_NOW)]

    async def close_place(self, place: int) -> None:
        """Forget what lives in a channel that is gone."""
        self._kept.pop(place, None)
        await self.store.close_place(place, self._now())

    # Playing.

    async def play(
        self,
        place: Place,
        actor: Actor,
        form: Format,
        move: str,
        *,
        drawn: tuple[int, int] | None = None,
        **options: Any,
    ) -> Played:
        """Carry out a move of a format.

        `drawn` is the match and version that a pressed button was drawn from: the move is refused where the board has
        moved on since. Raises Refused for that, for onlookers, and for what the rules refuse.
        """

        def decide(match: Match) -> Entry:
            if match.format is not form:
                raise other_match(match)
            if move not in form.open_moves:
                allowed(actor, match)
            deed = form.moves[move]
            given = {name: value for name, value in self._given(actor).items() if name in annotations(deed)}
            return self._entry(match, actor, tuple(deed(match.state, **given, **options)))

        return await self._append(place, actor, decide, drawn)

    async def undo(self, place: Place, actor: Actor, drawn: tuple[int, int] | None = None) -> Played:
        """Take back the newest entry that stands. Raises Refused where only the opening is left."""

        def decide(match: Match) -> Entry:
            allowed(actor, match)
            return self._entry(match, actor, undoes=match.to_undo().seq)

        return await self._append(place, actor, decide, await self._unless_own(place, actor, drawn))

    async def redo(self, place: Place, actor: Actor, drawn: tuple[int, int] | None = None) -> Played:
        """Bring back what was undone last. Raises Refused where nothing was, or something was played since."""

        def decide(match: Match) -> Entry:
            allowed(actor, match)
            return self._entry(match, actor, undoes=match.to_redo().seq)

        return await self._append(place, actor, decide, await self._unless_own(place, actor, drawn))

    async def _unless_own(self, place: Place, actor: Actor, drawn: tuple[int, int] | None) -> tuple[int, int] | None:
        """None where all that happened since the button was drawn is one's own: three quick undos are three undos."""
        if drawn is None:
            return None
        match = await self.match(place)
        own = all(entry.by == actor.person for entry in match.log if entry.seq > drawn[1])
        return None if own and drawn[0] == match.id else drawn

    async def seat(self, place: Place, actor: Actor, seat: Seat, person: Person) -> Played:
        """Hand a seat to a member: one's own, or as host any. Raises Refused for others."""

        def decide(match: Match) -> Entry:
            mine = actor.person.user_id is not None and match.seat_of(actor.person.user_id) == seat
            if not (mine or actor.may_host(match)):
                raise Refused("host-only", host=match.hosted_by.name)
            return self._entry(match, actor, tuple(take_seat(match, seat, person)))

        return await self._append(place, actor, decide)

    async def host(self, place: Place, actor: Actor, person: Person, *, host_is_gone: bool = False) -> Played:
        """Make another member the host; any player may where the host has left. Raises Refused for others."""

        def decide(match: Match) -> Entry:
            if not (actor.may_host(match) or (host_is_gone and actor.may_act(match))):
                raise Refused("host-only", host=match.hosted_by.name)
            return self._entry(match, actor, tuple(hand_over_host(match, person)))

        return await self._append(place, actor, decide)

    async def change_rule(self, place: Place, actor: Actor, rule: str, value: str | int) -> Played:
        """Change a house rule. Raises Refused for anybody but the host and moderators."""

        def decide(match: Match) -> Entry:
            if not actor.may_host(match):
                raise Refused("host-only", host=match.hosted_by.name)
            return self._entry(match, actor, tuple(change_rule(match, rule, value)))

        return await self._append(place, actor, decide)

    # Inner steps.

    async def _append(
        self, place: Place, actor: Actor, decide: Callable[[Match], Entry], drawn: tuple[int, int] | None = None
    ) -> Played:
        async with self._turn(place.id):
            for _ in range(TRIES):
                match = await self.match(place)
                if drawn is not None and drawn > (match.id, match.version):
                    # The board is newer than what is remembered: another process drew it.
                    self._kept.pop(place.id, None)
                    match = await self.match(place)
                if actor.source is not None and any(entry.source == actor.source for entry in match.log[-TRIES:]):
                    raise PlayedAlready
                if drawn is not None and drawn != (match.id, match.version):
                    raise Refused("match-ended" if drawn[0] != match.id else "board-moved-on")
                entry = decide(match)
                if await self.store.append(match.id, _stored_entry(entry)):
                    return Played(self._keep(place.id, match.append(entry)), entry)
                self._kept.pop(place.id, None)
            raise Refused("too-busy")

    async def _open(
        self,
        place: Place,
        actor: Actor,
        form: Format,
        seats: Mapping[Seat, Person],
        events: list[Event],
        instead_of: Match | None = None,
    ) -> Match:
        opening = Entry(1, self._now(), actor.person, tuple(events), None, actor.source)
        # Whoever presses Begin, the lobby's host goes on hosting.
        host = instead_of.hosted_by if instead_of else actor.person
        return await self._write(place, Match(0, form, seats, host).append(opening), instead_of)

    async def _write(self, place: Place, match: Match, instead_of: Match | None) -> Match:
        board = None
        if instead_of is not None:
            stored = await self.store.live(place.id)
            board = stored.board if stored else None
        row = _stored(match, place, board)
        match_id = await self.store.open(row, self._now(), instead_of=instead_of.id if instead_of else None)
        if match_id is None:
            self._kept.pop(place.id, None)
            living = await self.match(place)
            raise taken(living)
        return self._keep(place.id, replace(match, id=match_id))

    def _entry(self, match: Match, actor: Actor, events: tuple[Event, ...] = (), undoes: int | None = None) -> Entry:
        return Entry(match.version + 1, self._now(), actor.person, events, undoes, actor.source)

    def _given(self, actor: Actor) -> dict[str, Any]:
        return {"actor": actor.person, "chance": secrets.randbelow}

    def _turn(self, place: int) -> asyncio.Lock:
        # Held weakly: a lock lives exactly as long as somebody holds it or waits for it.
        return self._turns.setdefault(place, asyncio.Lock())

    def _keep(self, place: int, match: Match) -> Match:
        self._kept[place] = match
        self._kept.move_to_end(place)
        if len(self._kept) > KEPT_MOST:
            self._kept.popitem(last=False)
        return match


def allowed(actor: Actor, match: Match) -> None:
    """Raise Refused for an onlooker, who may join a lobby."""
    if not actor.may_act(match):
        raise Refused("lobby-onlooker" if match.format is LOBBY else "onlooker", host=match.hosted_by.name)


def taken(match: Match) -> Refused:
    """What to say where a match is to begin and this one lives."""
    host = match.hosted_by.name
    if match.format is LOBBY:
        return Refused("lobby-here-already", host=host)
    return Refused("match-here-already", game=Line(f"format-{match.format.key}"), host=host)


def other_match(match: Match) -> Refused:
    """What to say where another match lives than a command is for, or one that has not begun."""
    if match.format is LOBBY:
        return Refused("lobby-not-begun")
    return Refused("other-match-here", game=Line(f"format-{match.format.key}"))


def _start(form: Format, seats: Mapping[Seat, Person], options: Mapping[str, str | int]) -> list[Event]:
    rules = {rule.key: options[rule.key] for rule in form.rules if rule.key in options}
    others: dict[str, Any] = {key: value for key, value in options.items() if key not in rules}
    if "first" in others:
        others["first"] = _first(form, seats, str(others["first"]))
    return form.start(rules, tuple(seats), **others)


def _first(form: Format, seats: Mapping[Seat, Person], typed: str) -> Seat | Team:
    firsts = form.firsts(tuple(seats))
    if typed.casefold() == "random":
        return firsts[secrets.randbelow(len(firsts))]
    seat = next((Seat(team) for team in firsts if team == typed.strip().upper()), None) or find_seat(typed, seats)
    return Team(seat[0]) if form.teams else seat


def _stored_entry(entry: Entry) -> StoredEntry:
    events = json.dumps([encode(event) for event in entry.events], ensure_ascii=False, separators=(",", ":"))
    at = entry.at.isoformat()
    return StoredEntry(entry.seq, at, entry.by.name, entry.by.user_id, events, entry.undoes, entry.source)


def _stored(match: Match, place: Place, board: int | None) -> StoredMatch:
    return StoredMatch(
        match.id,
        place.id,
        place.guild,
        match.format.key,
        json.dumps({seat: list(person) for seat, person in match.seated.items()}, ensure_ascii=False),
        *match.opened_by,
        board,
        tuple(_stored_entry(entry) for entry in match.log),
    )


def _match(stored: StoredMatch) -> Match:
    form = LOBBY if stored.format == LOBBY.key else FORMATS[stored.format]
    seated = {Seat(seat): Person(*person) for seat, person in json.loads(stored.seated).items()}
    blank = Match(stored.id, form, seated, Person(stored.host_name, stored.host_id))
    return blank.extend(
        tuple(
            Entry(
                row.seq,
                datetime.fromisoformat(row.at),
                Person(row.by_name, row.by_id),
                tuple(decode(form, event) for event in json.loads(row.events)),
                row.undoes,
                row.source,
            )
            for row in stored.log
        )
    )
