"""A match: who sits where and the log of what happened, from which its state is folded.

Undo and redo are entries like any other: they name the entry that they strike, and nothing is ever deleted.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count
from typing import Any, NamedTuple

from bot.rules.format import Event, Format, HouseRule, Refused, RuleChanged, Seat


class Person(NamedTuple):
    """Somebody at the table. Without a `user_id` it is a guest: a name in plain text."""

    name: str
    user_id: int | None = None


def apart(person: Person, others: Collection[Person], why: str = "named-twice") -> Person:
    """The person as the others know them: a member whose name another has too gets a number behind it.

    Raises Refused, for the reason given, for a member who is among the others and a guest of the same name as one.
    """
    names = {other.name for other in others}
    if person.name in names if person.user_id is None else person.user_id in {other.user_id for other in others}:
        raise Refused(why, name=person.name)
    numbered = (f"{person.name[:28]} {number}" for number in count(2))
    return person if person.name not in names else person._replace(name=next(n for n in numbered if n not in names))


@dataclass(frozen=True, slots=True)
class SeatTaken(Event):
    """A seat has another sitter: a guest became a member, or a player handed the seat over."""

    seat: Seat
    name: str
    user_id: int | None
    before: str


@dataclass(frozen=True, slots=True)
class HostChanged(Event):
    """Another member hosts the match."""

    name: str
    user_id: int | None
    before: str


COMMON_EVENTS: tuple[type[Event], ...] = (RuleChanged, SeatTaken, HostChanged)


@dataclass(frozen=True, slots=True)
class Entry:
    """One command or press: its events, or the `seq` of the entry that it strikes.

    `source` is the request that it carried out, where it had a number.
    """

    seq: int
    at: datetime
    by: Person
    events: tuple[Event, ...] = ()
    undoes: int | None = None
    source: int | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """Format, sitters and log, with the state that the log folds to. Immutable, so the last one of a place can be kept.

    The last entry's `seq` is the version; it only grows, also by undo.
    """

    id: int
    format: Format
    seated: Mapping[Seat, Person]
    opened_by: Person
    log: tuple[Entry, ...] = ()
    state: Any = None
    seats: Mapping[Seat, Person] | None = None
    host: Person | None = None

    @property
    def version(self) -> int:
        """How many entries the log has."""
        return self.log[-1].seq if self.log else 0

    @property
    def sitters(self) -> Mapping[Seat, Person]:
        """Who sits where now."""
        return self.seats if self.seats is not None else self.seated

    @property
    def hosted_by(self) -> Person:
        """Who hosts now."""
        return self.host or self.opened_by

    @property
    def over(self) -> bool:
        """Whether a winner or a draw stands; the match can still be undone until it is ended."""
        return self.state is not None and self.format.over(self.state)

    def append(self, entry: Entry) -> "Match":
        """The match with one more entry."""
        if entry.undoes is not None:
            return self.extend((entry,))
        return replace(fold(self, entry.events), log=(*self.log, entry))

    def extend(self, entries: tuple[Entry, ...]) -> "Match":
        """The match with these entries behind its log, and the whole log folded anew."""
        log = (*self.log, *entries)
        blank = replace(self, log=log, state=None, seats=None, host=None)
        events = tuple(event for stands in standing(log) for event in stands.events)
        return fold(blank, events)

    def to_undo(self) -> Entry:
        """The newest entry that still stands. Raises Refused where only the opening is left."""
        for entry, stands in newest_first(self.log[1:]):
            if stands and entry.undoes is None:
                return entry
        raise Refused("nothing-to-undo")

    def to_redo(self) -> Entry:
        """The undo that a redo strikes: the newest standing one with no play after it. Raises Refused without one."""
        for entry, stands in newest_first(self.log):
            if not stands:
                continue
            if entry.undoes is None:
                break
            if self.entry(entry.undoes).undoes is None:
                return entry
        raise Refused("nothing-to-redo")

    def entry(self, seq: int) -> Entry:
        """One entry by its number."""
        return self.log[seq - self.log[0].seq]

    def seat_of(self, user_id: int) -> Seat | None:
        """Where a member sits, if at all."""
        return next((seat for seat, person in self.sitters.items() if person.user_id == user_id), None)


def fold(match: Match, events: tuple[Event, ...]) -> Match:
    """The match after these events; its log is left as it is."""
    state, seats, host = match.state, match.seats, match.host
    evolve = match.format.evolve
    for event in events:
        if isinstance(event, SeatTaken):
            seats = {**(match.seated if seats is None else seats), event.seat: Person(event.name, event.user_id)}
        elif isinstance(event, HostChanged):
            host = Person(event.name, event.user_id)
        else:
            state = evolve(state, event)
    return replace(match, state=state, seats=seats, host=host)


def newest_first(log: tuple[Entry, ...]) -> Iterator[tuple[Entry, bool]]:
    """Each entry with whether it stands, that is, whether no standing undo or redo strikes it.

    What strikes an entry comes after it, so the end of a long log is told without reading its beginning.
    """
    struck: set[int] = set()
    for entry in reversed(log):
        stands = entry.seq not in struck
        if stands and entry.undoes is not None:
            struck.add(entry.undoes)
        yield entry, stands


def standing(log: tuple[Entry, ...]) -> list[Entry]:
    """The entries that count: plays that no standing undo strikes, oldest first."""
    return [entry for entry, stands in newest_first(log) if stands and entry.undoes is None][::-1]


def take_seat(match: Match, seat: Seat, person: Person) -> list[Event]:
    """Hand a seat to somebody. Raises Refused for a seat that is not at this table or a member who sits already."""
    if seat not in match.sitters:
        raise Refused("seat-unknown", seat=str(seat), seats=tuple(match.sitters))
    taken = match.seat_of(person.user_id) if person.user_id is not None else None
    if taken is not None:
        raise Refused("seated-twice", name=person.name, seat=str(taken))
    others = [sitter for place, sitter in match.sitters.items() if place != seat]
    named = person if person.user_id is None else apart(person, others)
    return [SeatTaken(seat, named.name, named.user_id, match.sitters[seat].name)]


def hand_over_host(match: Match, person: Person) -> list[Event]:
    """Make another member the host. Raises Refused where that member hosts already."""
    if match.hosted_by.user_id == person.user_id:
        raise Refused("host-already", name=person.name)
    return [HostChanged(person.name, person.user_id, match.hosted_by.name)]


def house_rule(match: Match, rule: str) -> HouseRule:
    """A house rule of the match's format, named with or without the format's prefix. Raises Refused for an unknown."""
    key = rule.strip().removeprefix(f"{match.format.key}.")
    known = {house.key: house for house in match.format.rules}
    if key not in known:
        raise Refused("rule-unknown", rule=rule, rules=tuple(known))
    return known[key]


def change_rule(match: Match, rule: str, value: str | int) -> list[Event]:
    """Let the table agree on another value. Raises Refused for an unknown rule or value, or the one that it has."""
    house = house_rule(match, rule)
    read = house.read(value)
    if match.state.rules[house.key] == read:
        raise Refused("rule-same", rule=house.key, value=str(read))
    return [RuleChanged(house.key, read)]
