"""What the table does in Duel Party."""

import re
import unicodedata
from collections.abc import Mapping

from bot.rules.format import Change, Event, Refused, Script, Seat, one_line, settle
from bot.rules.party.events import (
    AllOut,
    CardsLeft,
    DirectAttack,
    EffectAdded,
    EffectCutShort,
    EffectEnded,
    EffectLasts,
    EffectMoved,
    EffectRanOut,
    EffectsStayed,
    Eliminated,
    EliminationCredited,
    LevelAgreed,
    LibraryOut,
    MatchDrawn,
    MatchWon,
    PartnerMoved,
    PartnerSet,
    PartnerStaysDown,
    PartnerTurnedUp,
    PartnerWaits,
    PartyEvent,
    PendingAdded,
    PendingResolved,
    PendingVanished,
    ShieldsBroken,
    ShieldsSet,
    Started,
    StoppedAtZero,
    TurnBegan,
    TurnCut,
    UnusualTable,
)
from bot.rules.party.judges import partner_legal
from bot.rules.party.state import State, alive, eligible, evolve, known, nearest_before, opponents, running, seats_after
from bot.rules.party.terms import (
    EFFECTS_MOST,
    NO_MOMENT,
    PARTNER_COST_LEAST,
    PENDING_MOST,
    RULES,
    SEATINGS,
    SEATS,
    SHIELDS_MOST,
    TEXT_MOST,
    USUAL_PLAYERS,
    Knockout,
    Level,
    Moment,
    PartnerZone,
    TurnPoint,
    read_civilisations,
)


def start(
    rules: Mapping[str, str | int],
    seats: tuple[Seat, ...],
    *,
    first: Seat | None = None,
    level: int | str | None = None,
) -> list[Event]:
    """Open the match; each player starts with the shields of the house rule (party.format.definition).

    Raises Refused for fewer than 2 or more than 8 players, a `first` who does not play, a level that does not exist
    (party.level.three-levels), or a house rule that does not exist.
    """
    if seats not in SEATINGS:
        raise Refused("party-players", least=2, most=len(SEATS))
    beginner = Seat(first) if first is not None else seats[0]
    if beginner not in seats:
        raise Refused("seat-unknown", seat=str(first), seats=seats)
    if level is not None and str(level) not in tuple(Level):
        raise Refused("party-level-unknown", levels=tuple(int(known) for known in Level))
    script = Script(evolve, None)
    script.add(Started(settle(RULES, rules), seats, beginner))
    if len(seats) not in USUAL_PLAYERS:
        script.add(UnusualTable(len(seats)))
    if level is not None:
        script.add(LevelAgreed(Level(str(level))))
    script.add(TurnBegan(1, 1, beginner))
    return script.events


def turn(state: State) -> list[Event]:
    """End the turn: what ends with it ends, and the next one living begins.

    A turn that is skipped is begun and ended: what waits for it happens all the same.
    """
    running(state)
    script = Script(evolve, state)
    _end_step(script)
    _begin_turn(script)
    return script.events


def shields(state: State, *, player: Seat, change: Change) -> list[Event]:
    """Change or set a player's shields by hand; they stop at 0.

    Raises Refused for somebody who is out, more than fit on a table, or a change that changes nothing.
    """
    running(state)
    before = alive(state, player).shields
    asked = change.asked(before)
    if asked > SHIELDS_MOST:
        raise Refused("amount-out-of-range", least=0, most=SHIELDS_MOST)
    after = max(0, asked)
    if after == before:
        raise Refused("party-shields-same", seat=player, shields=before)
    events: list[Event] = [ShieldsSet(player, after, before)]
    if asked < 0:
        events.append(StoppedAtZero(player, -asked))
    return events


def break_shields(state: State, *, target: Seat, attacker: Seat | None = None, count: int = 1) -> list[Event]:
    """Break shields of another player; at 0 it is a direct attack, which offers the elimination.

    Left out, the attacker is the turn player. Raises Refused for somebody who is out, one's own shields, or a count
    out of bounds.
    """
    running(state)
    have = alive(state, target).shields
    by = alive(state, state.turn_seat if attacker is None else attacker).seat
    if by == target:
        raise Refused("party-breaks-own", seat=target)
    if not 1 <= count <= SHIELDS_MOST:
        raise Refused("amount-out-of-range", least=1, most=SHIELDS_MOST)
    if have == 0:
        return [DirectAttack(by, target)]
    broken = min(have, count)
    events: list[Event] = [ShieldsBroken(by, target, broken, have - broken)]
    if broken < count:
        events.append(StoppedAtZero(target, count - broken))
    return events


def library_out(state: State, *, player: Seat) -> list[Event]:
    """Say that a player's deck is empty, which offers the elimination. Raises Refused for somebody who is out."""
    running(state)
    alive(state, player)
    return [LibraryOut(player)]


def eliminate(
    state: State, *, player: Seat, by: Seat | None = None, reason: str = "", also: tuple[Seat, ...] = ()
) -> list[Event]:
    """Put a player out, with the source's consequences (party.defeat.*); `also` are those who go at the same time.

    Their cards leave and trigger nothing, their waiting effects vanish, a turn of theirs goes to its end step and the
    next one living begins, and what lasts to their next turn ends with the turn of the player before. Without a
    `reason` the standing offer gives reason and author. Raises Refused for somebody who is out or named twice.
    """
    running(state)
    leaving = (player, *also)
    for seat in leaving:
        alive(state, seat)
        if leaving.count(seat) > 1:
            raise Refused("party-named-twice", seat=seat)
    if by is not None:
        known(state, by)
    said = _clean(reason) if reason else ""
    all_out = set(leaving) == set(state.living)
    wins = leaving[-1] if all_out and state.rules["all_out"] == "last_named_wins" else None
    script = Script(evolve, state)
    if all_out:
        script.add(AllOut(leaving))
    for seat in leaving:
        if seat != wins:
            _leave(script, seat, said, by, together=leaving)
    if all_out and wins is None:
        script.add(MatchDrawn(leaving))
    elif len(script.state.living) == 1:
        script.add(MatchWon(script.state.living[0]))
    else:
        _close_ranks(script)
    return script.events


def partner_set(state: State, *, player: Seat, name: str, cost: int, civilisations: tuple[str, ...]) -> list[Event]:
    """Name a player's partner, face-up in the partner zone (party.deck.partner-cost-five-creature).

    Raises Refused for a cost below 5, a civilisation that does not exist, or somebody who is out.
    """
    running(state)
    alive(state, player)
    called = _clean(name)
    if not partner_legal(cost=cost).allowed:
        raise Refused("party-partner-cost", name=called, cost=cost, least=PARTNER_COST_LEAST)
    if cost > SHIELDS_MOST:
        raise Refused("amount-out-of-range", least=PARTNER_COST_LEAST, most=SHIELDS_MOST)
    return [PartnerSet(player, called, cost, read_civilisations(civilisations))]


def partner_move(state: State, *, player: Seat, zone: PartnerZone) -> list[Event]:
    """Move a player's partner. In edition 1.02 a face-down one turns up by itself, and is not summoned before.

    Raises Refused where there is no partner, or it is there already.
    """
    running(state)
    partner = alive(state, player).partner
    if partner is None:
        raise Refused("party-no-partner", seat=player)
    if partner.zone is zone:
        raise Refused("party-partner-there", seat=player, name=partner.name, zone=zone)
    returns = state.rules["edition"] == "1.02"
    if returns and (partner.zone, zone) == (PartnerZone.FACE_DOWN, PartnerZone.BATTLE):
        raise Refused("party-partner-face-down", seat=player, name=partner.name)
    events: list[Event] = [PartnerMoved(player, partner.name, zone, partner.zone)]
    if zone is PartnerZone.FACE_DOWN:
        edition = str(state.rules["edition"])
        events.append(
            PartnerWaits(player, partner.name) if returns else PartnerStaysDown(player, partner.name, edition)
        )
    return events


def effect_add(
    state: State, *, text: str, source: Seat, affects: tuple[Seat, ...] = (), until: Moment = NO_MOMENT
) -> list[Event]:
    """Keep a lasting effect; it lies on every opponent unless told (party.opponent.continuous-effects-hit-all).

    `until` is `P3 start` or `P3 end`: the next time that moment comes. Raises Refused for a moment that can't be read,
    a player who is out, or too many effects.
    """
    running(state)
    said = _clean(text)
    known(state, source)
    for seat in affects:
        alive(state, seat)
    ends = _read_until(state, until) if until.strip() else None
    if len(state.effects) >= EFFECTS_MOST:
        raise Refused("effects-full", most=EFFECTS_MOST)
    on = tuple(dict.fromkeys(affects)) or opponents(state, source)
    number = state.effects_so_far + 1
    events: list[Event] = [EffectAdded(number, said, source, on)]
    if ends is not None:
        events.append(EffectLasts(number, *ends))
    return events


def effect_end(state: State, *, effect: int) -> list[Event]:
    """Take a lasting effect off. Raises Refused for a number that is not there."""
    running(state)
    found = next((lasting for lasting in state.effects if lasting.id == effect), None)
    if found is None:
        raise Refused("effect-unknown", effect=effect)
    return [EffectEnded(found.id, found.text)]


def pending_add(state: State, *, player: Seat, text: str, shield_trigger: bool = False) -> list[Event]:
    """Let an effect of a player wait; it takes its place in turn order (party.resolve.new-pending-reorder).

    Raises Refused for somebody who is out, or where too many wait.
    """
    running(state)
    alive(state, player)
    said = _clean(text)
    if len(state.pending) >= PENDING_MOST:
        raise Refused("party-pending-full", most=PENDING_MOST)
    return [PendingAdded(state.pending_so_far + 1, player, said, shield_trigger)]


def pending_resolve(state: State, *, pending: int | None = None) -> list[Event]:
    """Resolve the next waiting effect, or another of the same player: their own go in the order they choose.

    One whose turn had come before something new was added may be finished. Raises Refused for one whose turn has not
    come (party.resolve.turn-order), and where none waits.
    """
    running(state)
    queue = state.queue
    if not queue:
        raise Refused("party-nothing-pending")
    chosen = next((waiting for waiting in queue if pending is None or waiting.id == pending), None)
    if chosen is None:
        raise Refused("party-pending-unknown", pending=pending)
    under_way = tuple(waiting for waiting in queue if waiting.id <= state.pending_at_resolve)
    if chosen not in (*eligible(state, queue), *eligible(state, under_way)):
        raise Refused("party-pending-order", seat=chosen.seat, text=chosen.text, next=queue[0].seat)
    return [PendingResolved(chosen.id, chosen.seat, chosen.text)]


_UNTIL = re.compile(r"(p[1-8])\s*(start|end)")


def _read_until(state: State, typed: str) -> tuple[Seat, TurnPoint]:
    found = _UNTIL.fullmatch(unicodedata.normalize("NFKC", typed).casefold().strip())
    if not found:
        raise Refused("party-until-unreadable", typed=typed[:TEXT_MOST])
    seat = known(state, Seat(found[1].upper())).seat
    if seat not in state.living:
        raise Refused("party-until-out", seat=seat, before=nearest_before(state, seat, state.living))
    return seat, TurnPoint(f"turn_{found[2]}")


def _clean(typed: str) -> str:
    text = one_line(typed)
    if len(text) > TEXT_MOST:
        raise Refused("party-text-long", most=TEXT_MOST)
    return text


# Inner steps, shared by the moves.

_Script = Script[State, PartyEvent]


def _leave(script: _Script, seat: Seat, reason: str, by: Seat | None, *, together: tuple[Seat, ...]) -> None:
    offer = script.state.offers.get(seat)
    why: Knockout | str = Knockout(reason) if reason in tuple(Knockout) else reason
    if not reason:
        why = offer.reason if offer else Knockout.UNSAID
    if offer and by is None and why is offer.reason:
        by = offer.by
    script.add(Eliminated(seat, why))
    if by is not None:
        script.add(EliminationCredited(seat, by))
    script.add(CardsLeft(seat))
    waiting = tuple(w for w in script.state.queue if w.seat == seat)
    if waiting:
        script.add(PendingVanished(seat, tuple(w.id for w in waiting), tuple(w.text for w in waiting)))
    stay = tuple(e.text for e in script.state.effects if e.source == seat and not set(e.affects) <= set(together))
    if stay:
        script.add(EffectsStayed(seat, stay))


def _close_ranks(script: _Script) -> None:
    """Give the losers' lasting effects their new end; a turn of a loser's ends, and the next one living begins."""
    turn_seat = script.state.turn_seat
    # A turn player who goes out still has an end step: to the others that one is "the player before" until it is over.
    _move_effects(script, {*script.state.living, turn_seat})
    if turn_seat in script.state.living:
        return
    script.add(TurnCut(turn_seat))
    _end_step(script)
    _move_effects(script, set(script.state.living))
    _begin_turn(script)


def _move_effects(script: _Script, present: set[Seat]) -> None:
    state = script.state
    for effect in state.effects:
        if effect.until is None or effect.until in present:
            continue
        waited_for = effect.waited_for or effect.until
        before = nearest_before(state, waited_for, tuple(present))
        directly_before = seats_after(state, waited_for)[-1]
        if before == directly_before or state.rules["before_also_out"] == "nearest_before":
            script.add(EffectMoved(effect.id, effect.text, waited_for, before))
        else:
            script.add(EffectCutShort(effect.id, effect.text, waited_for))


def _end_step(script: _Script) -> None:
    seat = script.state.turn_seat
    _run_out(script, seat, TurnPoint.END)
    partner = script.state.players[seat].partner
    if partner is None or partner.zone is not PartnerZone.FACE_DOWN or script.state.rules["edition"] != "1.02":
        return
    # The end of the turn in which it was laid down does not count.
    if partner.since < script.state.turn:
        script.add(PartnerTurnedUp(seat, partner.name))


def _begin_turn(script: _Script) -> None:
    state = script.state
    seat = state.next_seat
    seats = tuple(state.players)
    from_first = {other: (seats.index(other) - seats.index(state.first)) % len(seats) for other in seats}
    again = from_first[seat] <= from_first[state.turn_seat]
    script.add(TurnBegan(state.turn + 1, state.round + again, seat))
    _run_out(script, seat, TurnPoint.START)


def _run_out(script: _Script, seat: Seat, point: TurnPoint) -> None:
    for effect in script.state.effects:
        if (effect.until, effect.point) == (seat, point):
            script.add(EffectRanOut(effect.id, effect.text, seat, point))
