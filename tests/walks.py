"""Matches of every format, and lobbies, by any sequence of deeds at the table, legal or not."""

from datetime import UTC, datetime, timedelta
from functools import reduce
from typing import Any, NamedTuple

import hypothesis.strategies as st

from bot.rules import FORMATS, tag, wrgp
from bot.rules.format import Change, Format, Refused, Seat, Team
from bot.rules.lobby import LOBBY, open_lobby
from bot.rules.match import Entry, Match, Person, change_rule, take_seat
from bot.rules.party import PARTY, terms
from bot.rules.tag import TAG
from bot.rules.wrgp import WRGP

AT = datetime(2026, 11, 29, 12, tzinfo=UTC)
HOST = Person("遊星", 1)


class Walk(NamedTuple):
    """How matches of a format begin, and what is done at the table: moves, house rules, seats."""

    form: Format
    openings: st.SearchStrategy[Match]
    deeds: st.SearchStrategy[tuple[str, Any]]


def entry(seq, events=(), undoes=None):
    return Entry(seq, AT + timedelta(seconds=seq), HOST, tuple(events), undoes)


def opened(form, seats, house, **options):
    """A match that has just begun, with a guest in each seat."""
    match = Match(1, form, {seat: Person(f"n{seat}") for seat in seats}, HOST)
    return match.append(entry(1, form.start(house, seats, **options)))


def step(match, name, options):
    """One deed at the table. "A" and "B" as a player are whoever is on."""
    number = match.version + 1
    match name:
        case "undo":
            return match.append(entry(number, undoes=match.to_undo().seq))
        case "redo":
            return match.append(entry(number, undoes=match.to_redo().seq))
        case "rule":
            return match.append(entry(number, change_rule(match, *options)))
        case "seat":
            return match.append(entry(number, take_seat(match, *options)))
    if options.get("player") in tuple(Team):
        options = {**options, "player": match.state.active[Team(options["player"])]}
    events = match.format.moves[name](match.state, **options)
    assert events, "what changes nothing is refused"
    return match.append(entry(number, events))


def tried(match, deed):
    """The match after a deed that the rules allow, the same match after one that they refuse; nothing else happens."""
    try:
        return step(match, *deed)
    except Refused:
        return match


def walk(opening, sequence):
    return reduce(tried, sequence, opening)


def _houses(form, **numbers):
    """Any house rules of a format; `numbers` are those that take one."""
    chosen = {rule.key: st.sampled_from(rule.choices) for rule in form.rules if rule.choices}
    return st.fixed_dictionaries({}, optional=chosen | numbers)


def _rule_changes(form, *numbers):
    values = [(rule.key, value) for rule in form.rules for value in rule.choices or numbers]
    return st.tuples(st.just("rule"), st.sampled_from(values))


BACK_AND_FORTH = st.tuples(st.sampled_from(["undo", "redo"]), st.just({}))
TEAMS = st.sampled_from(Team)


def _wrgp():
    seats = st.sampled_from([*wrgp.SEATS, *wrgp.SEATS, Seat("A4"), Seat("P1")])
    active = st.sampled_from(["A", "B"])
    amounts = st.sampled_from([100, 500, 1000, 4000, 8000]) | st.integers(-2, 9000) | st.just(10**30)
    changes = st.builds(Change, st.integers(-15, 15) | st.just(10**30), st.booleans())
    words = st.sampled_from(["Glow-Up Bulb", "ＧＬＯＷ－ＵＰ ＢＵＬＢ", "魂のリレー", " ", "x"])
    deeds = st.one_of(
        st.tuples(
            st.just("damage"),
            st.fixed_dictionaries(
                {"player": active | seats, "amount": amounts}, optional={"kind": st.sampled_from(wrgp.Kind)}
            ),
        ),
        st.tuples(st.just("damage"), st.fixed_dictionaries({"player": active, "amount": st.just(8000)})),
        st.tuples(
            st.just("pay"), st.fixed_dictionaries({"player": active | seats, "amount": amounts | st.just("half")})
        ),
        st.tuples(st.just("heal"), st.fixed_dictionaries({"player": active | seats, "amount": amounts})),
        st.tuples(st.just("life"), st.fixed_dictionaries({"player": active | seats, "value": amounts | st.just(0)})),
        st.tuples(st.sampled_from(["turn", "done", "done"]), st.just({})),
        st.tuples(st.just("counters"), st.fixed_dictionaries({"team": TEAMS, "change": changes})),
        st.tuples(st.just("speed"), st.fixed_dictionaries({"team": TEAMS, "use": st.sampled_from([4, 7, 10, 5])})),
        st.tuples(
            st.just("defeat"),
            st.fixed_dictionaries(
                {
                    "player": active | seats,
                    "reason": st.sampled_from(["library_out", "special_win", "effect", "surrender", "life"]),
                }
            ),
        ),
        st.tuples(st.just("draw"), st.fixed_dictionaries({"cause": st.sampled_from(wrgp.DrawCause), "loser": TEAMS})),
        st.tuples(st.just("once"), st.fixed_dictionaries({"team": TEAMS, "card": words})),
        st.tuples(st.just("effect_add"), st.fixed_dictionaries({"text": words})),
        st.tuples(st.just("effect_end"), st.fixed_dictionaries({"effect": st.integers(-1, 4)})),
        _rule_changes(WRGP, 1, 4000),
        st.tuples(st.just("seat"), st.tuples(seats, st.builds(Person, words, st.integers(1, 3)))),
    )
    return Walk(
        WRGP,
        st.builds(
            lambda house, first: opened(WRGP, wrgp.SEATS, house, first=first),
            _houses(WRGP, starting_life=st.integers(1, 9000)),
            TEAMS,
        ),
        deeds,
    )


def _party():
    seat = st.sampled_from(terms.SEATS[:5])
    text = st.text(max_size=12) | st.sampled_from(["direct_attack", "library_out", "x" * 120])
    count = st.integers(-2, 8)
    moves = {
        "shields": st.fixed_dictionaries({"player": seat, "change": st.builds(Change, count, st.booleans())}),
        "break": st.fixed_dictionaries({"target": seat}, optional={"attacker": seat, "count": count}),
        "library_out": st.fixed_dictionaries({"player": seat}),
        "eliminate": st.fixed_dictionaries(
            {"player": seat}, optional={"by": seat, "reason": text, "also": st.lists(seat, max_size=2).map(tuple)}
        ),
        "turn": st.just({}),
        "partner_set": st.fixed_dictionaries(
            {
                "player": seat,
                "name": text,
                "cost": st.integers(3, 9),
                "civilisations": st.lists(st.sampled_from(["fire", "火/自然", "ice"]), max_size=2).map(tuple),
            }
        ),
        "partner_move": st.fixed_dictionaries({"player": seat, "zone": st.sampled_from(terms.PartnerZone)}),
        "effect_add": st.fixed_dictionaries(
            {"text": text, "source": seat},
            optional={
                "affects": st.lists(seat, max_size=2).map(tuple),
                "until": st.builds("{} {}".format, seat, st.sampled_from(["start", "end", "never"])),
            },
        ),
        "effect_end": st.fixed_dictionaries({"effect": st.integers(0, 6)}),
        "pending_add": st.fixed_dictionaries(
            {"player": seat, "text": text}, optional={"shield_trigger": st.booleans()}
        ),
        "pending_resolve": st.fixed_dictionaries({}, optional={"pending": st.integers(0, 6)}),
    }
    assert set(moves) == set(PARTY.moves), "every move is tried"
    return Walk(
        PARTY,
        st.builds(
            lambda house, seats: opened(PARTY, seats, house),
            _houses(PARTY, shields=st.integers(1, 3)),
            st.sampled_from([seats for seats in PARTY.seatings if len(seats) <= 5]),
        ),
        st.sampled_from([*moves, "turn"]).flatmap(lambda move: st.tuples(st.just(move), moves[move]))
        | _rule_changes(PARTY, 3),
    )


def _tag():
    seats = st.sampled_from([*tag.SEATS, Seat("A3"), Seat("P1")])
    amounts = st.integers(-3, 12) | st.sampled_from([99, 100, 999, 10**9])
    changes = st.builds(Change, amounts, st.booleans())
    deeds = st.one_of(
        st.tuples(
            st.just("smash"),
            st.fixed_dictionaries(
                {"player": seats, "line": st.sampled_from(tag.Lane), "points": amounts},
                optional={"area": st.sampled_from(tag.Area), "target": st.lists(seats, max_size=2).map(tuple)},
            ),
        ),
        st.tuples(st.sampled_from(["smashes", "library"]), st.fixed_dictionaries({"player": seats, "change": changes})),
        st.tuples(st.sampled_from(["turn", "priority"]), st.just({})),
        _rule_changes(TAG),
    )
    return Walk(
        TAG,
        st.builds(
            lambda house, library, first: opened(TAG, tag.SEATS, house, library=library, first=first),
            _houses(TAG),
            st.integers(1, 60),
            TEAMS,
        ),
        deeds,
    )


def _lobby():
    names = st.sampled_from(["遊星", "ジャック", "クロウ", "Aki", "龍可", "龍亞", "Bruno"])
    sides = st.sampled_from(["A", "B", "", "C"])
    people = st.builds(lambda number: Person(f"m{number}", number), st.integers(1, 9))
    deeds = st.one_of(
        st.tuples(st.just("join"), st.fixed_dictionaries({"actor": people}, optional={"team": sides})),
        st.tuples(
            st.just("guest"),
            st.fixed_dictionaries(
                {"name": st.lists(names, min_size=1, max_size=3).map(tuple)}, optional={"team": sides}
            ),
        ),
        st.tuples(st.just("leave"), st.fixed_dictionaries({"actor": people})),
        st.tuples(st.sampled_from(["remove", "move_up"]), st.fixed_dictionaries({"name": names})),
        st.tuples(st.just("shuffle"), st.integers(0, 3).map(lambda pick: {"chance": lambda most: min(pick, most - 1)})),
    )
    openings = st.sampled_from([*FORMATS.values()]).map(
        lambda form: Match(1, LOBBY, {}, HOST).append(entry(1, open_lobby(form, {})))
    )
    return Walk(LOBBY, openings, deeds)


WALKS = {"wrgp": _wrgp(), "party": _party(), "tag": _tag(), "lobby": _lobby()}
