"""WRGP: every passage that a tracker must follow, the worked examples as printed, and the house rules of the gaps."""

from functools import reduce
from typing import NamedTuple

import pytest

from bot.rules.format import Change, Line, Refused, RuleChanged, Seat, Team
from bot.rules.lobby import LOBBY, open_lobby, seating
from bot.rules.match import Person
from bot.rules.wrgp import (
    COUNTERS_MOST,
    DONE,
    LIFE_MOST,
    SEATS,
    WRGP,
    Act,
    Belongs,
    Card,
    Carried,
    Cause,
    CountersGained,
    CountersSet,
    CountersSpent,
    Defeated,
    Destination,
    DrawCalled,
    DrawCause,
    DuelistEntered,
    EffectAdded,
    EffectEnded,
    HandoverBegan,
    HandoverSteps,
    HealLoop,
    Kind,
    LifeGained,
    LifeLost,
    LifeSet,
    ListStatus,
    LoserDecided,
    MatchWon,
    Meanwhile,
    Moment,
    OnceUsed,
    Owner,
    Phase,
    SpecialWin,
    SpeedDestroy,
    SpeedDraw,
    SpeedGain,
    Started,
    Status,
    SurvivorStayed,
    TeamCopies,
    TurnBegan,
    TurnPhases,
    Why,
    board,
    evolve,
    handover_guide,
    start,
)
from bot.rulings import load

A1, A2, A3, B1, B2, B3 = SEATS
A, B = Team.A, Team.B


class Table(NamedTuple):
    """What a table looks like at a glance, for tables of cases."""

    turn: int
    turn_team: Team
    on: tuple[Seat, Seat]
    life: tuple[int, int]
    counters: tuple[int, int]


def seen(state):
    on = [state.on(team) for team in Team]
    return Table(
        state.turn,
        state.turn_team,
        tuple(duelist.seat for duelist in on),
        tuple(duelist.life for duelist in on),
        tuple(state.counters.values()),
    )


def table(*moves, first=A, **house):
    """The state after a start with these house rules and the moves, each a name with its options."""
    return after(reduce(evolve, start(house, SEATS, first=first), None), *moves)


def play(state, move, **options):
    """The events of a move, and the state after it."""
    events = WRGP.moves[move](state, **options)
    return events, reduce(evolve, events, state)


def after(state, *moves):
    for name, options in moves:
        _, state = play(state, name, **options)
    return state


def refusal(state, move, **options):
    with pytest.raises(Refused) as caught:
        WRGP.moves[move](state, **options)
    return caught.value


def hit(player, amount, kind=Kind.BATTLE):
    return "damage", {"player": player, "amount": amount, "kind": kind}


def lives(player, value):
    return "life", {"player": player, "value": value}


def counted(team, amount):
    return "counters", {"team": team, "change": Change(amount, relative=False)}


def drawn(loser, cause=DrawCause.ONE_CARD):
    return "draw", {"cause": cause, "loser": loser}


TURN = ("turn", {})
DONE_NOW = ("done", {})


def falls(*seats):
    """Each of these is beaten in turn, and the next one of the team comes in."""
    return [move for seat in seats for move in (hit(seat, 8000), DONE_NOW)]


# The start.


def test_two_teams_of_three_begin_with_their_first_players():
    """wrgp.format.definition, wrgp.start.first-players-duel: three seats a team, A1 against B1, the others wait."""
    state = table()

    assert WRGP.seatings == (SEATS,)
    assert [(d.seat, d.life, d.status) for d in state.duelists.values()] == [
        (A1, 8000, Status.ACTIVE),
        (A2, 8000, Status.WAITING),
        (A3, 8000, Status.WAITING),
        (B1, 8000, Status.ACTIVE),
        (B2, 8000, Status.WAITING),
        (B3, 8000, Status.WAITING),
    ]


NO_TEAMS = {"nobody": (), "two a side": (A1, A2, B1, B2), "three and two": SEATS[:5], "crossed": SEATS[::-1]}


@pytest.mark.parametrize("seats", NO_TEAMS.values(), ids=NO_TEAMS)
def test_a_team_is_of_three(seats):
    """wrgp.team.three-players."""
    with pytest.raises(Refused) as caught:
        start({}, seats)

    assert (caught.value.why, caught.value.facts) == ("wrgp-players", {"count": len(seats)})


def test_the_order_of_names_is_the_playing_order():
    """wrgp.start.choose-order: a lobby seats each side in its order, and does not begin while a place is open."""
    sides = (tuple(map(Person, "遊ジク")), tuple(map(Person, "鬼龍")))
    lobby = reduce(LOBBY.evolve, open_lobby(WRGP, {}, sides), None)

    with pytest.raises(Refused) as caught:
        seating(lobby, WRGP)
    full = reduce(LOBBY.evolve, LOBBY.moves["guest"](lobby, name=("牛",), team="B"), lobby)
    moved = reduce(LOBBY.evolve, LOBBY.moves["move_up"](full, name="牛"), full)

    assert caught.value.why == "lobby-not-ready"
    assert {seat: person.name for seat, person in seating(moved, WRGP).items()} == dict(
        zip(SEATS, "遊ジク鬼牛龍", strict=True)
    )


@pytest.mark.parametrize(("first", "seat"), [(A, A1), (B, B1)])
def test_speed_world_is_active_from_the_start(first, seat):
    """wrgp.start.speed-world-activated: the opening's own Standby Phase gives both teams 2 counters."""
    events = start({}, SEATS, first=first)

    house = {
        "edition": "2018",
        "starting_life": 8000,
        "first_standby": "counts",
        "zero_survivor": "both_out",
        "bonus_over_cap": "no",
    }
    assert events == [
        Started(house, first),
        TurnBegan(1, first, seat),
        CountersGained(A, 2, 2, Why.STANDBY),
        CountersGained(B, 2, 2, Why.STANDBY),
    ]


BAD_HOUSES = {
    "unknown rule": ({"lives": 3}, "rule-unknown"),
    "unknown edition": ({"edition": "2022"}, "rule-value-unknown"),
    "no life": ({"starting_life": 0}, "rule-value-range"),
    "negative life": ({"starting_life": -1}, "rule-value-range"),
    "endless life": ({"starting_life": 10**30}, "rule-value-range"),
    "life in words": ({"starting_life": "8000"}, "rule-value-range"),
    "life as yes": ({"starting_life": True}, "rule-value-range"),
}


@pytest.mark.parametrize(("house", "why"), BAD_HOUSES.values(), ids=BAD_HOUSES)
def test_a_house_rule_that_does_not_exist_is_refused(house, why):
    with pytest.raises(Refused) as caught:
        start(house, SEATS)

    assert caught.value.why == why


# Life.

LIFE = {
    "battle": (hit(B1, 900), [LifeLost(B1, 900, 7100, Kind.BATTLE)]),
    "effect": (hit(B1, 1, Kind.EFFECT), [LifeLost(B1, 1, 7999, Kind.EFFECT)]),
    "battle is meant where nothing is said": (
        ("damage", {"player": B1, "amount": 900}),
        [LifeLost(B1, 900, 7100, Kind.BATTLE)],
    ),
    "one's own": (hit(A1, 7999), [LifeLost(A1, 7999, 1, Kind.BATTLE)]),
    "cost": (("pay", {"player": A1, "amount": 800}), [LifeLost(A1, 800, 7200, Kind.COST)]),
    "half": (("pay", {"player": A1, "amount": "half"}), [LifeLost(A1, 4000, 4000, Kind.COST)]),
    "gain": (("heal", {"player": A1, "amount": 500}), [LifeGained(A1, 500, 8500)]),
    "gain to the brim": (
        ("heal", {"player": A1, "amount": LIFE_MOST - 8000}),
        [LifeGained(A1, LIFE_MOST - 8000, LIFE_MOST)],
    ),
    "set": (lives(A1, 4200), [LifeSet(A1, 4200, 8000)]),
    "set higher": (lives(A1, LIFE_MOST), [LifeSet(A1, LIFE_MOST, 8000)]),
    "set for one who waits": (lives(B3, 1), [LifeSet(B3, 1, 8000)]),
}


@pytest.mark.parametrize(("move", "events"), LIFE.values(), ids=LIFE)
def test_life_changes_in_every_kind(move, events):
    name, options = move
    happened, state = play(table(), name, **options)

    assert happened == events
    assert state.duelists[options["player"]].life == events[0].left
    assert state.handover is None


HALVES = {8000: 4000, 7999: 4000, 3: 2, 2: 1}


@pytest.mark.parametrize(("life", "left"), HALVES.items())
def test_half_leaves_the_half_rounded_up(life, left):
    state = table(("life", {"player": A1, "value": 1}), lives(A1, life))

    events, _ = play(state, "pay", player=A1, amount="half")

    assert events == [LifeLost(A1, life - left, left, Kind.COST)]


BAD_LIFE = {
    "no damage": (hit(A1, 0), "amount-out-of-range"),
    "negative damage": (hit(A1, -500), "amount-out-of-range"),
    "endless damage": (hit(A1, 10**30), "amount-out-of-range"),
    "damage to one who waits": (hit(A2, 100), "wrgp-not-active"),
    "damage to nobody": (hit(Seat("A4"), 100), "seat-unknown"),
    "damage to an empty seat": (hit(Seat(""), 100), "seat-unknown"),
    "no gain": (("heal", {"player": A1, "amount": 0}), "amount-out-of-range"),
    "a negative gain": (("heal", {"player": A1, "amount": -1}), "amount-out-of-range"),
    "gain past the brim": (("heal", {"player": A1, "amount": LIFE_MOST}), "wrgp-life-too-high"),
    "gain for one who waits": (("heal", {"player": B2, "amount": 100}), "wrgp-not-active"),
    "no cost": (("pay", {"player": A1, "amount": 0}), "amount-out-of-range"),
    "a negative cost": (("pay", {"player": A1, "amount": -1}), "amount-out-of-range"),
    "more than there is": (("pay", {"player": A1, "amount": 8001}), "wrgp-cannot-pay"),
    "a cost of one who waits": (("pay", {"player": A3, "amount": "half"}), "wrgp-not-active"),
    "set below 0": (lives(A1, -1), "amount-out-of-range"),
    "set past the brim": (lives(A1, LIFE_MOST + 1), "amount-out-of-range"),
    "set to what it is": (lives(A1, 8000), "wrgp-life-same"),
    "one who waits at 0": (lives(A2, 0), "wrgp-waiting-not-zero"),
    "set for nobody": (lives(Seat("P1"), 1), "seat-unknown"),
}


@pytest.mark.parametrize(("move", "why"), BAD_LIFE.values(), ids=BAD_LIFE)
def test_life_that_cannot_be_is_refused(move, why):
    name, options = move

    assert refusal(table(), name, **options).why == why


def test_half_of_one_is_nothing():
    assert refusal(table(lives(A1, 1)), "pay", player=A1, amount="half").why == "wrgp-half-of-one"


def test_damage_beyond_zero_stops_there_and_says_so():
    events, state = play(table(lives(B1, 300)), "damage", player=B1, amount=1000)

    assert events[0] == LifeLost(B1, 300, 0, Kind.BATTLE, over=700)
    assert events[0].message == "wrgp.LifeLost.over"
    assert state.duelists[B1].life == 0


# Defeat, and the handover.

DEFEATS = {
    "battle": (hit(B1, 8000), [LifeLost(B1, 8000, 0, Kind.BATTLE)], Cause.LIFE),
    "effect": (hit(B1, 8000, Kind.EFFECT), [LifeLost(B1, 8000, 0, Kind.EFFECT)], Cause.LIFE),
    "cost": (("pay", {"player": B1, "amount": 8000}), [LifeLost(B1, 8000, 0, Kind.COST)], Cause.LIFE),
    "set": (lives(B1, 0), [LifeSet(B1, 0, 8000)], Cause.LIFE),
    "an empty deck": (
        ("defeat", {"player": B1, "reason": "library_out"}),
        [LifeSet(B1, 0, 8000)],
        Cause.LIBRARY_OUT,
    ),
    "a special victory": (
        ("defeat", {"player": B1, "reason": "special_win"}),
        [LifeSet(B1, 0, 8000)],
        Cause.SPECIAL_WIN,
    ),
    "an effect's words": (("defeat", {"player": B1, "reason": "effect"}), [LifeSet(B1, 0, 8000)], Cause.EFFECT),
}


@pytest.mark.parametrize(("move", "before", "cause"), DEFEATS.values(), ids=DEFEATS)
def test_any_defeat_begins_the_handover_and_ends_no_match(move, before, cause):
    """wrgp.takeover.trigger, wrgp.takeover.span: one stage, from the defeat until the next duelist is in."""
    name, options = move
    events, state = play(table(), name, **options)

    assert events == [
        *before,
        Defeated(B1, cause),
        CountersGained(B, 2, 4, Why.DEFEAT),
        CountersGained(B, 2, 6, Why.DEFEAT_BONUS),
        HandoverBegan(B, B1, cause),
    ]
    assert state.winner is None
    assert WRGP.export(state)["phase"] == "handover"
    assert WRGP.export(state)["handover"] == {"loser": "B", "seat": "B1", "cause": str(cause)}
    assert state.on(B) == (B1, 0, Status.DEFEATED)


def test_the_turn_does_not_pass_until_the_next_duelist_is_in():
    """wrgp.takeover.auto-end-phase: the same turn runs to its End Phase; no turn ends and no Standby Phase comes."""
    state = table(hit(B1, 8000))

    assert refusal(state, "turn").why == "wrgp-handover-first"
    assert seen(state) == Table(1, A, (A1, B1), (8000, 0), (2, 6))


STEPS = {
    Phase.DRAW: (Phase.STANDBY, Phase.MAIN1, Phase.BATTLE, Phase.MAIN2, Phase.END),
    Phase.STANDBY: (Phase.MAIN1, Phase.BATTLE, Phase.MAIN2, Phase.END),
    Phase.MAIN1: (Phase.BATTLE, Phase.MAIN2, Phase.END),
    Phase.BATTLE: (Phase.MAIN2, Phase.END),
    Phase.MAIN2: (Phase.END,),
    Phase.END: (),
}


@pytest.mark.parametrize(("phase", "steps"), STEPS.items())
def test_no_phase_is_skipped_on_the_way_to_the_end(phase, steps):
    """wrgp.takeover.no-phase-skip; from the Battle Phase wrgp.takeover.battle-phase-example and
    wrgp.takeover.battle-damage-sequence: it ends, then Main Phase 2, then the End Phase."""
    assert WRGP.judges["handover_steps"](phase=phase) == HandoverSteps(phase, steps)
    assert handover_guide(phase)[0] == HandoverSteps(phase, steps)


def test_every_phase_has_its_steps():
    assert set(STEPS) == set(Phase)


def test_the_guide_tells_what_may_be_done_and_what_stays():
    said = [line.message for line in handover_guide(Phase.MAIN1)[1:]]

    assert said == ["wrgp-board-may", "wrgp-board-may-not", "wrgp-board-stays", "wrgp-board-goes"]


ACTS = {
    Act.MANDATORY: True,
    Act.TRIGGER_EFFECT: True,
    Act.SPELL_SPEED_2: True,
    Act.SUMMON_BY_EFFECT: True,
    Act.IGNITION_EFFECT: False,
    Act.SPELL_SPEED_1: False,
    Act.SUMMON_WITHOUT_EFFECT: False,
}


@pytest.mark.parametrize(("act", "allowed"), ACTS.items())
def test_what_may_be_done_meanwhile(act, allowed):
    """The source's list, for both players alike: the judge asks for no player (wrgp.auto-end.applies-to-both).

    May: wrgp.auto-end.can-automatic-and-mandatory, wrgp.auto-end.can-monster-trigger-effects,
    wrgp.auto-end.can-spell-speed-two, wrgp.auto-end.can-summon-set-by-effect. May not, as plays of one's own Main
    Phase (wrgp.auto-end.main-phase-only-plays): wrgp.auto-end.cannot-ignition-effects,
    wrgp.auto-end.cannot-spell-speed-one-spells, wrgp.auto-end.cannot-summon-set-without-effect.
    """
    assert WRGP.judges["meanwhile"](act=act) == Meanwhile(act, allowed)


def test_every_act_is_judged():
    assert set(ACTS) == set(Act)


CARDS = {
    Card.MONSTER_ZONE: True,
    Card.SPELL_TRAP_ZONE: True,
    Card.FIELD_ZONE: True,
    Card.BANISHED_TO_RETURN: True,
    Card.LINGERING: True,
    Card.HAND: False,
    Card.GRAVEYARD: False,
    Card.DECK: False,
    Card.EXTRA_DECK: False,
    Card.BANISHED: False,
}


@pytest.mark.parametrize(("card", "carried"), CARDS.items())
def test_what_the_next_duelist_takes_over(card, carried):
    """The field and unfinished effects go on, hand and Graveyard do not.

    wrgp.takeover.leave-field-next-deck, wrgp.takeover.cards-that-carry, wrgp.takeover.graveyard-hand-not-carried,
    wrgp.difference.leave-helpful-cards-example (Link Monsters in a Monster Zone, scales and Continuous cards in Spell &
    Trap Zones), wrgp.effects.banished-until-return-example.
    """
    assert WRGP.judges["carried"](card=card) == Carried(card, carried)


OWNERS = {
    Destination.GRAVEYARD: Owner.INCOMING,
    Destination.HAND: Owner.INCOMING,
    Destination.EXTRA_FACE_UP: Owner.INCOMING,
    Destination.DECK_FACE_DOWN: Owner.ORIGINAL,
    Destination.EXTRA_FACE_DOWN: Owner.ORIGINAL,
}


@pytest.mark.parametrize(("destination", "owner"), OWNERS.items())
def test_whose_a_taken_over_card_is(destination, owner):
    """wrgp.ownership.becomes-incoming-players, wrgp.ownership.to-incoming-graveyard, wrgp.ownership.to-incoming-hand,
    wrgp.ownership.face-up-pendulum-extra-deck; the exception wrgp.ownership.face-down-deck-original-owner."""
    assert WRGP.judges["belongs"](destination=destination) == Belongs(destination, owner)


def test_every_card_and_every_destination_is_judged():
    assert set(CARDS) == set(Card)
    assert set(OWNERS) == set(Destination)


def test_only_the_beaten_one_is_replaced_and_has_the_next_turn():
    """wrgp.format.relay-knockout, wrgp.takeover.resume-incoming-turn: the winner keeps place and life."""
    state = table(TURN, hit(A1, 500), hit(B1, 8000))

    events, state = play(state, "done")

    assert events == [
        DuelistEntered(B2, B1, 8000),
        TurnBegan(3, B, B2),
        CountersGained(A, 2, 6, Why.STANDBY),
        CountersGained(B, 2, 10, Why.STANDBY),
    ]
    assert seen(state) == Table(3, B, (A1, B2), (7500, 8000), (6, 10))
    assert state.duelists[B1].status is Status.DEFEATED


def test_a_defeat_in_ones_own_turn_gives_ones_own_team_the_next_turn_too():
    """wrgp.surrender.intentional-loss-by-play: a cost, a burn or an attack into a bigger monster is no surrender."""
    events, state = play(table(lives(A1, 100)), "pay", player=A1, amount=100)

    assert events[-1] == HandoverBegan(A, A1, Cause.LIFE)
    assert seen(after(state, DONE_NOW)) == Table(2, A, (A2, B1), (8000, 8000), (8, 4))


@pytest.mark.parametrize("phases", [tuple(Phase)])
def test_the_incoming_duelist_draws_and_battles(phases):
    """wrgp.takeover.going-second-draw-battle: only the very first turn of a match lacks draw and battle."""
    judge = WRGP.judges["turn_phases"]

    assert judge(table()) == TurnPhases(1, A1, (Phase.STANDBY, Phase.MAIN1, Phase.END))
    assert judge(table(TURN)) == TurnPhases(2, B1, phases)
    assert judge(table(hit(A1, 8000), DONE_NOW)) == TurnPhases(2, A2, phases)


def test_there_is_no_surrender():
    """wrgp.surrender.not-allowed."""
    assert refusal(table(), "defeat", player=A1, reason="surrender").why == "wrgp-no-surrender"


BAD_DEFEATS = {
    "no reason of the rules": ({"player": A1, "reason": "tired"}, "wrgp-defeat-reason"),
    "life is taken by damage": ({"player": A1, "reason": "life"}, "wrgp-defeat-reason"),
    "a draw has its own command": ({"player": A1, "reason": "draw"}, "wrgp-defeat-reason"),
    "one who waits": ({"player": A2, "reason": "effect"}, "wrgp-not-active"),
    "nobody": ({"player": Seat("C1"), "reason": "effect"}, "seat-unknown"),
}


@pytest.mark.parametrize(("options", "why"), BAD_DEFEATS.values(), ids=BAD_DEFEATS)
def test_a_defeat_that_cannot_be_is_refused(options, why):
    assert refusal(table(), "defeat", **options).why == why


AFTER_A_DEFEAT = {
    "gains": (("heal", {"player": B1, "amount": 1000}), "wrgp-fallen-gains-nothing"),
    "set": (lives(B1, 1000), "wrgp-fallen-stays"),
    "hit again": (hit(B1, 100), "wrgp-already-fallen"),
    "pays": (("pay", {"player": B1, "amount": "half"}), "wrgp-already-fallen"),
    "beaten again": (("defeat", {"player": B1, "reason": "effect"}), "wrgp-already-fallen"),
    "burned by Speed World": (("speed", {"team": A, "use": 4}), "wrgp-already-fallen"),
    "called a draw": (drawn(A), "wrgp-draw-one-fell"),
}


@pytest.mark.parametrize(("move", "why"), AFTER_A_DEFEAT.values(), ids=AFTER_A_DEFEAT)
def test_a_defeat_stands(move, why):
    """wrgp.defeat.regained-lp-does-not-undo: whatever comes during the handover."""
    name, options = move
    state = table(counted(A, 12), hit(B1, 8000))

    assert refusal(state, name, **options).why == why
    assert seen(after(state, DONE_NOW)).on == (A1, B2)


def test_the_one_who_stands_can_gain_and_pay_during_the_handover():
    state = table(hit(B1, 8000), ("heal", {"player": A1, "amount": 500}), ("pay", {"player": A1, "amount": 100}))

    assert state.on(A).life == 8400
    assert state.handover.loser is B


def test_done_is_for_handovers():
    assert refusal(table(), "done").why == "wrgp-no-handover"


def test_a_team_goes_on_as_long_as_somebody_can_take_over():
    """wrgp.match.repeat-until-no-successor: two handovers a team."""
    state = table(*falls(B1, A1, B2, A2))

    assert seen(state).on == (A3, B3)
    assert state.winner is None


def test_the_match_is_won_when_all_three_are_beaten():
    """wrgp.match.win-all-defeated: at once, without a handover; nothing more can be played."""
    events, state = play(table(*falls(B1, B2)), "damage", player=B3, amount=8000)

    assert events[-2:] == [Defeated(B3, Cause.LIFE), MatchWon(A, B)]
    assert (WRGP.over(state), state.winner, state.handover) == (True, A, None)
    assert WRGP.export(state)["phase"] == "over"
    assert [d["status"] for d in WRGP.export(state)["teams"]["B"]["players"]] == ["defeated"] * 3


EVERY_MOVE = {
    "damage": {"player": A1, "amount": 100},
    "heal": {"player": A1, "amount": 100},
    "pay": {"player": A1, "amount": 100},
    "life": {"player": A1, "value": 100},
    "turn": {},
    "counters": {"team": A, "change": Change(1, relative=False)},
    "speed": {"team": A, "use": 4},
    "defeat": {"player": A1, "reason": "effect"},
    "draw": {"cause": DrawCause.CHAIN, "loser": A},
    "done": {},
    "once": {"team": A, "card": "Glow-Up Bulb"},
    "effect_add": {"text": "Sekka's Light"},
    "effect_end": {"effect": 1},
}


@pytest.mark.parametrize("move", WRGP.moves)
def test_nothing_moves_after_the_end(move):
    won = table(counted(A, 12), ("effect_add", {"text": "x"}), *falls(B1, B2), hit(B3, 8000))

    assert refusal(won, move, **EVERY_MOVE[move]).why == "match-over"


# Draws.

ONE_CARD = DrawCause.ONE_CARD
CHAIN = DrawCause.CHAIN


@pytest.mark.parametrize("loser", Team)
def test_one_cards_controller_wins_a_draw(loser):
    """wrgp.draw.controller-wins: both fall, and the other side counts as the loser and takes the turn."""
    state = table(lives(A1, 700), lives(B1, 900))

    events, state = play(state, "draw", cause=ONE_CARD, loser=loser)

    on = {A: A1, B: B1}
    had = {A: 700, B: 900}
    both = (loser.other, loser)
    assert events == [
        DrawCalled(ONE_CARD, loser),
        *(LifeLost(on[team], had[team], 0, Kind.EFFECT) for team in both),
        *(
            event
            for team in both
            for event in (
                Defeated(on[team], Cause.DRAW),
                CountersGained(team, 2, 4, Why.DEFEAT),
                CountersGained(team, 2, 6, Why.DEFEAT_BONUS),
            )
        ),
        HandoverBegan(loser, on[loser], Cause.DRAW),
    ]
    assert seen(after(state, DONE_NOW)) == Table(2, loser, (A2, B2), (8000, 8000), (8, 8))


def test_destruction_ring():
    """wrgp.draw.controller-wins-example: A's card brings both to 0, so B's second player has the turn."""
    state = table(lives(A1, 1000), lives(B1, 1000), drawn(B), DONE_NOW)

    assert (state.turn_team, state.active[B]) == (B, B2)


def test_sparks_chained_by_chain_strike():
    """wrgp.draw.chain-last-damaged-example: A falls first, then B, who was damaged last and has the turn."""
    state = table(lives(A1, 200), lives(B1, 200), hit(A1, 400, Kind.EFFECT), hit(B1, 200, Kind.EFFECT))

    assert state.handover == (B, B1, Cause.LIFE)
    assert (after(state, DONE_NOW).turn_team, after(state, DONE_NOW).active[B]) == (B, B2)


def test_a_chain_can_be_told_in_one():
    """wrgp.draw.chain-last-damaged: `draw` names the one who was damaged last."""
    state = table(lives(A1, 200), lives(B1, 200), drawn(B, CHAIN), DONE_NOW)

    assert (state.turn_team, state.active[B]) == (B, B2)


def test_power_bond():
    """wrgp.draw.second-defeat-during-takeover-example: A wins the exchange, then falls in the End Phase by 4000 of its
    own, so A counts as the loser and A's second player has the turn."""
    state = table(lives(A1, 4000), lives(B1, 4000), hit(B1, 8000))
    assert state.handover.loser is B

    events, state = play(state, "damage", player=A1, amount=4000, kind=Kind.EFFECT)

    assert events == [
        LifeLost(A1, 4000, 0, Kind.EFFECT),
        Defeated(A1, Cause.LIFE),
        CountersGained(A, 2, 4, Why.DEFEAT),
        CountersGained(A, 2, 6, Why.DEFEAT_BONUS),
        LoserDecided(A, A1, Cause.LIFE),
    ]
    assert (after(state, DONE_NOW).turn_team, after(state, DONE_NOW).active) == (A, {A: A2, B: B2})


@pytest.mark.parametrize("move", [hit(A1, 8000), lives(A1, 0), ("defeat", {"player": A1, "reason": "effect"})])
def test_a_second_defeat_decides_the_loser_anew_however_it_comes(move):
    """wrgp.draw.second-defeat-during-takeover."""
    state = table(hit(B1, 8000), move)

    assert (state.handover.loser, state.handover.seat) == (A, A1)


def test_where_both_fell_the_loser_can_be_named_anew():
    state = table(hit(A1, 8000), hit(B1, 8000))

    events, state = play(state, "draw", cause=ONE_CARD, loser=A)

    assert events == [DrawCalled(ONE_CARD, A), LoserDecided(A, A1, Cause.DRAW)]
    assert seen(after(state, DONE_NOW)) == Table(2, A, (A2, B2), (8000, 8000), (8, 8))


LAST_DRAWS = {
    "the loser has nobody left": ((B1, B2), "both_out", B, A),
    "the winner has nobody left": ((B1, B2), "both_out", A, A),
    "nobody has anybody, A is the loser": ((A1, A2, B1, B2), "both_out", A, B),
    "nobody has anybody, B is the loser": ((A1, A2, B1, B2), "both_out", B, A),
    "the winner stays, the loser has nobody left": ((B1, B2), "stays", B, A),
    "the winner stays with nobody left": ((B1, B2), "stays", A, None),
    "the winner stays, nobody has anybody": ((A1, A2, B1, B2), "stays", A, B),
}


@pytest.mark.parametrize(("beaten", "rule", "loser", "winner"), LAST_DRAWS.values(), ids=LAST_DRAWS)
def test_a_draw_of_the_last_duelists_is_decided(beaten, rule, loser, winner):
    """The deemed loser without a successor loses the match, else the deemed winner without one; by house rule `stays`
    only the loser has to be replaced."""
    state = table(*falls(*beaten), drawn(loser), zero_survivor=rule)

    assert state.winner == winner
    if winner is None:
        state = after(state, DONE_NOW)
        assert (state.turn_team, state.on(loser).status, state.on(loser.other).life) == (loser, Status.ACTIVE, 1)


def test_by_house_rule_the_winner_of_a_draw_stays_with_one_life():
    """wrgp.zero_survivor `stays`: the table then corrects it."""
    state = table(lives(A1, 1000), drawn(B), zero_survivor="stays")

    events, state = play(state, "done")

    assert events[:3] == [SurvivorStayed(A1, 1), DuelistEntered(B2, B1, 8000), TurnBegan(2, B, B2)]
    assert seen(after(state, lives(A1, 1000))) == Table(2, B, (A1, B2), (1000, 8000), (8, 8))


def test_a_loser_named_anew_who_has_nobody_left_has_lost():
    """By `stays` B's last one would play on; once the table names that one the loser, the match is over."""
    state = table(*falls(B1, B2), drawn(A), zero_survivor="stays")
    assert state.winner is None

    assert play(state, "draw", cause=CHAIN, loser=B)[0] == [
        DrawCalled(CHAIN, B),
        MatchWon(A, B),
    ]


def test_a_house_rule_changed_in_the_middle_of_a_draw_leaves_nobody_stranded():
    """By `stays` A's last one stays; by `both_out`, agreed on before "Done", that one would have to be replaced."""
    state = table(*falls(A1, A2), drawn(B), zero_survivor="stays")
    assert state.winner is None

    changed = evolve(state, RuleChanged("zero_survivor", "both_out"))
    events, ended = play(changed, "done")

    assert events == [MatchWon(B, A)]
    assert WRGP.over(ended)


# Speed counters.


def test_counters_grow_with_the_turns():
    """wrgp.speed-world.counters-grow: both teams, 2 each Standby Phase, 12 at most."""
    state, shown = table(), []
    for _ in range(7):
        shown.append(tuple(state.counters.values()))
        state = after(state, TURN)

    assert shown == [(2, 2), (4, 4), (6, 6), (8, 8), (10, 10), (12, 12), (12, 12)]
    assert play(state, "turn")[0] == [TurnBegan(9, A, A1)]


EDITIONS = {"2018": (2, [2, 4, 6], [6, 8]), "plain": (1, [1, 2, 3], [1, 2]), "none": (0, [0, 0, 0], [0, 0])}


@pytest.mark.parametrize(("edition", "numbers"), EDITIONS.items())
def test_counters_by_edition(edition, numbers):
    _, each_turn, around_a_defeat = numbers
    state = table(edition=edition)
    turned = after(state, TURN)

    assert [s.counters[A] for s in (state, turned, after(turned, TURN))] == each_turn
    beaten = after(state, hit(B1, 8000))
    assert [beaten.counters[B], after(beaten, DONE_NOW).counters[B]] == around_a_defeat


SKIPPED = {"2018": [0, 2], "plain": [0, 1], "none": [0, 0]}


@pytest.mark.parametrize(("edition", "shown"), SKIPPED.items())
def test_the_first_standby_phase_can_be_skipped(edition, shown):
    state = table(edition=edition, first_standby="skipped")

    assert [state.counters[A], after(state, TURN).counters[A]] == shown


# The slots of both duelists, and what the beaten team of the first gains: 2, and 2 more where it is not behind.
SLOTS = {
    (1, 1): ((1600, 1, 1), 4),
    (2, 2): ((1600, 1, 1), 4),
    (3, 3): ((1600, 1, 1), 4),
    (2, 1): ((3200, 2, 2), 4),
    (3, 2): ((3200, 2, 2), 4),
    (3, 1): ((4800, 3, 3), 4),
    (1, 2): ((800, 1, 1), 2),
    (2, 3): ((800, 1, 1), 2),
    (1, 3): ((800, 1, 1), 2),
}


def at_slots(own, other, **house):
    beaten = [*(A1, A2)[: own - 1], *(B1, B2)[: other - 1]]
    state = table(*falls(*beaten), **house)
    assert (state.on(A).slot, state.on(B).slot) == (own, other)
    return state


@pytest.mark.parametrize(("slots", "gain"), SLOTS.items(), ids=[f"{own} against {other}" for own, other in SLOTS])
def test_speed_world_by_the_slots_of_both(slots, gain):
    amounts, at_defeat = gain
    state = after(at_slots(*slots), counted(A, 11), counted(B, 0))
    target = state.active[B]

    shown = [WRGP.judges["speed_world"](state, team=A, use=use) for use in (4, 7, 10)]
    assert shown == [SpeedGain(A, use, amount) for use, amount in zip((4, 7, 10), amounts, strict=True)]
    burn, draw, destroy = (play(state, "speed", team=A, use=use)[0] for use in (4, 7, 10))
    assert burn == [CountersSpent(A, 4, 7), LifeLost(target, amounts[0], 8000 - amounts[0], Kind.SPEED)]
    assert draw == [CountersSpent(A, 7, 4), SpeedDraw(A, amounts[1])]
    assert destroy == [CountersSpent(A, 10, 1), SpeedDestroy(A, amounts[2])]

    emptied = after(state, counted(A, 0))
    assert after(emptied, hit(emptied.active[A], 8000)).counters[A] == at_defeat


@pytest.mark.parametrize("slots", SLOTS, ids=[f"{own} against {other}" for own, other in SLOTS])
def test_the_plain_text_gives_the_same_at_every_slot(slots):
    state = at_slots(*slots, edition="plain")

    shown = [WRGP.judges["speed_world"](state, team=A, use=use).amount for use in (4, 7, 10)]

    assert shown == [800, 1, 1]


def test_slots_are_compared_before_the_change():
    """B2 falls to A1 and is not behind: 4, although B3 comes next; A1 falls to B2 and is behind: 2."""
    behind = table(*falls(B1), counted(A, 0), hit(A1, 8000))
    ahead = table(*falls(B1), counted(B, 0), hit(B2, 8000))

    assert behind.counters[A] == 2
    assert ahead.counters[B] == 4


def test_speed_world_can_defeat():
    events, state = play(table(counted(A, 4), lives(B1, 1600)), "speed", team=A, use=4)

    assert events[:3] == [CountersSpent(A, 4, 0), LifeLost(B1, 1600, 0, Kind.SPEED), Defeated(B1, Cause.LIFE)]
    assert state.handover == (B, B1, Cause.LIFE)


def test_the_bonus_of_a_defeat_stops_at_twelve():
    state = table(counted(B, 11))

    events, _ = play(state, "damage", player=B1, amount=8000)

    assert [e for e in events if isinstance(e, CountersGained)] == [CountersGained(B, 1, 12, Why.DEFEAT)]


def test_by_house_rule_the_bonus_goes_past_twelve_and_is_kept():
    state = table(counted(B, 11), hit(B1, 8000), bonus_over_cap="yes")

    assert state.counters[B] == 15
    assert after(state, DONE_NOW, TURN).counters[B] == 15
    assert after(state, ("speed", {"team": B, "use": 4})).counters[B] == 11


COUNTERS = {
    "up": (Change(3, relative=True), 5, 0),
    "down": (Change(-1, relative=True), 1, 0),
    "set": (Change(7, relative=False), 7, 0),
    "below 0": (Change(-9, relative=True), 0, 7),
    "set below 0": (Change(-9, relative=False), 0, 9),
    "past the most": (Change(1000, relative=True), COUNTERS_MOST, 990),
}


@pytest.mark.parametrize(("change", "counters", "over"), COUNTERS.values(), ids=COUNTERS)
def test_counters_are_corrected_by_hand_within_their_bounds(change, counters, over):
    """What goes beyond stops there, and the answer says so."""
    events, state = play(table(), "counters", team=B, change=change)

    assert events == [CountersSet(B, counters, 2, over)]
    assert (events[0].message == "wrgp.CountersSet.stopped") == bool(over)
    assert seen(state).counters == (2, counters)


@pytest.mark.parametrize(("amount", "left"), [(-1, 14), (-4, 11)])
def test_counters_past_twelve_outlive_the_rule_that_gave_them(amount, left):
    """The table gave `bonus_over_cap` up: a correction down takes what it says, one up takes nothing away."""
    state = evolve(table(counted(B, 11), hit(B1, 8000), bonus_over_cap="yes"), RuleChanged("bonus_over_cap", "no"))

    assert refusal(state, "counters", team=B, change=Change(1, relative=True)).why == "wrgp-counters-same"
    corrected = after(state, ("counters", {"team": B, "change": Change(amount, relative=True)}))
    assert corrected.counters[B] == left


BAD_COUNTERS = {
    "as they are": ("counters", {"team": A, "change": Change(2, relative=False)}, {}, "wrgp-counters-same"),
    "without end": ("counters", {"team": A, "change": Change(10**30, relative=True)}, {}, "amount-out-of-range"),
    "far below 0": ("counters", {"team": A, "change": Change(-(10**30), relative=True)}, {}, "amount-out-of-range"),
    "no change": ("counters", {"team": A, "change": Change(0, relative=True)}, {}, "wrgp-counters-same"),
    "another price": ("speed", {"team": A, "use": 5}, {}, "wrgp-speed-price"),
    "a price of nothing": ("speed", {"team": A, "use": 0}, {}, "wrgp-speed-price"),
    "a price below 0": ("speed", {"team": A, "use": -4}, {}, "wrgp-speed-price"),
    "too few": ("speed", {"team": A, "use": 4}, {}, "wrgp-speed-short"),
    "without Speed World": ("speed", {"team": A, "use": 4}, {"edition": "none"}, "wrgp-no-speed-world"),
    "none to correct": (
        "counters",
        {"team": A, "change": Change(1, relative=True)},
        {"edition": "none"},
        "wrgp-no-speed-world",
    ),
}


@pytest.mark.parametrize(("move", "options", "house", "why"), BAD_COUNTERS.values(), ids=BAD_COUNTERS)
def test_counters_that_cannot_be_are_refused(move, options, house, why):
    assert refusal(table(**house), move, **options).why == why


# Once per Duel, and effects that last.

BULB = ["Glow-Up Bulb", "glow up bulb", "ＧＬＯＷ－ＵＰ　ＢＵＬＢ", " Glow-Up   Bulb "]


@pytest.mark.parametrize("typed", BULB)
def test_glow_up_bulb_is_used_once_by_a_team(typed):
    """wrgp.once-per-duel.glow-up-bulb-example: the second player of the team may not, whatever it is spelled."""
    state = table(("once", {"team": B, "card": "Glow-Up Bulb"}), *falls(B1))

    assert state.once[B] == ("Glow-Up Bulb",)
    assert refusal(state, "once", team=B, card=typed).why == "wrgp-once-used"


def test_once_per_duel_is_once_for_a_team_in_the_whole_match():
    """wrgp.once-per-duel.once-per-team, wrgp.once-per-duel.match-is-one-duel: no handover gives it back; the other team
    has its own."""
    state = table(("once", {"team": A, "card": "グローアップ・バルブ"}), *falls(A1, B1, A2))

    assert refusal(state, "once", team=A, card="グローアップバルブ").why == "wrgp-once-used"
    assert play(state, "once", team=B, card="グローアップ・バルブ")[0] == [OnceUsed(B, "グローアップ・バルブ")]
    assert play(state, "once", team=A, card="ローンファイア")[0] == [OnceUsed(A, "ローンファイア")]


@pytest.mark.parametrize("effect", ["魂のリレー", "Sekka's Light", "封印の黄金櫃: B1's banished card returns"])
def test_an_unfinished_effect_outlives_the_handover(effect):
    """wrgp.effects.unfinished-carry, wrgp.effects.lingering-example: it stays until it is told to be done."""
    state = table(("effect_add", {"text": effect}), *falls(B1, A1))

    assert WRGP.export(state)["effects"] == [{"id": 1, "text": effect}]
    events, state = play(state, "effect_end", effect=1)
    assert events == [EffectEnded(1, effect)]
    assert state.effects == ()


def test_effects_are_numbered_without_a_number_coming_twice():
    state = table(("effect_add", {"text": "a"}), ("effect_add", {"text": "b"}), ("effect_end", {"effect": 2}))

    assert play(state, "effect_add", text="  c   d ")[0] == [EffectAdded(3, "c d")]


BAD_NOTES = {
    "no card": ("once", {"team": A, "card": " "}, "text-empty"),
    "no effect": ("effect_add", {"text": "　\n"}, "text-empty"),
    "an effect that is not there": ("effect_end", {"effect": 2}, "effect-unknown"),
    "an effect below 1": ("effect_end", {"effect": -1}, "effect-unknown"),
}


@pytest.mark.parametrize(("move", "options", "why"), BAD_NOTES.values(), ids=BAD_NOTES)
def test_notes_that_say_nothing_are_refused(move, options, why):
    assert refusal(table(("effect_add", {"text": "x"})), move, **options).why == why


def test_ten_effects_stand_at_a_time():
    full = table(*(("effect_add", {"text": str(n)}) for n in range(10)))

    assert refusal(full, "effect_add", text="x").why == "effects-full"
    assert play(after(full, ("effect_end", {"effect": 4})), "effect_add", text="x")[0] == [EffectAdded(11, "x")]


# Special victories, loops, decks.


def test_a_special_victory_beats_the_one_opponent_at_the_table():
    """wrgp.special-win.one-player-to-zero, wrgp.special-win.no-automatic-team-win: B2 and B3 are still to be beaten."""
    judge = WRGP.judges["special_win"]
    state = table(*falls(B1))

    assert judge(state, team=A, moment=Moment.MET) == SpecialWin(Moment.MET, (B2,), chainable=False)
    state = after(state, ("defeat", {"player": B2, "reason": "special_win"}), DONE_NOW)
    assert (state.winner, state.on(B).seat, state.on(B).life) == (None, B3, 8000)


def test_a_special_victory_counts_at_its_own_moment_and_cannot_be_answered():
    """wrgp.special-win.only-at-that-timing, wrgp.special-win.cannot-be-chained: conditions that are still met beat
    nobody."""
    found = WRGP.judges["special_win"](table(), team=A, moment=Moment.STILL_MET)

    assert (found.beaten, found.chainable) == ((), False)
    assert WRGP.judges["special_win"](table(), team=A, moment=Moment.MET).chainable is False


@pytest.mark.parametrize(("passes", "counted", "gained"), [(0, 0, 0), (1, 1, 700), (2, 1, 700), (10**9, 1, 700)])
def test_a_healing_loop_counts_once(passes, counted, gained):
    """wrgp.loop.heal-loop-once, wrgp.loop.infinite-lp-forbidden: without end is out, and life has an upper bound."""
    assert WRGP.judges["heal_loop"](gain=700, passes=passes) == HealLoop(passes, counted, gained)
    assert refusal(table(), "heal", player=A1, amount=LIFE_MOST).why == "wrgp-life-too-high"


COPIES = {
    ListStatus.FREE: (3, (1, 1, 1), (2, 1, 1)),
    ListStatus.SEMI_LIMITED: (2, (1, 0, 1), (1, 1, 1)),
    ListStatus.LIMITED: (1, (0, 1, 0), (1, 1, 0)),
    ListStatus.FORBIDDEN: (0, (0, 0, 0), (0, 0, 1)),
}


@pytest.mark.parametrize(("status", "case"), COPIES.items())
def test_copies_count_over_the_three_decks_of_a_team(status, case):
    """wrgp.difference.team-regulation, wrgp.deck.three-legal-decks, wrgp.deck.same-name-three-per-team,
    wrgp.deck.semi-limited-two-per-team, wrgp.deck.limited-one-per-team."""
    most, fits, too_many = case
    judge = WRGP.judges["team_copies"]

    assert judge(status=status, held=fits) == TeamCopies(status, sum(fits), most, allowed=True)
    assert judge(status=status, held=too_many) == TeamCopies(status, sum(too_many), most, allowed=False)


@pytest.mark.parametrize("held", [(), (3,), (1, 1), (1, 1, 1, 0), (1, -1, 1)])
def test_a_team_has_three_decks(held):
    """wrgp.deck.three-legal-decks."""
    with pytest.raises(Refused) as caught:
        WRGP.judges["team_copies"](status=ListStatus.FREE, held=held)

    assert caught.value.why == "wrgp-three-decks"


# House rules, editions and the document.

RULINGS = load()


def resting_on(passage):
    return [ruling for ruling in RULINGS if passage in ruling.passages]


def test_answers_say_that_they_are_of_the_old_version():
    """wrgp.doc.old-version: the export carries the edition, and the rulings say old rules in both languages."""
    ruling = resting_on("wrgp.doc.old-version")[0]

    assert (WRGP.edition, WRGP.rules[0].key, WRGP.rules[0].default) == ("2018", "edition", "2018")
    assert "旧版" in ruling.words["ja"].answer
    assert "old rules" in ruling.words["en"].answer


def test_speed_worlds_own_text_is_said_not_to_stand_in_the_document():
    """wrgp.speed-world.text-elsewhere."""
    answers = [ruling.words for ruling in resting_on("wrgp.speed-world.text-elsewhere")]

    assert any("not in" in words["en"].answer or "does not" in words["en"].answer for words in answers)


def test_a_changed_starting_life_counts_for_those_who_still_wait():
    state = evolve(table(hit(A1, 100)), RuleChanged("starting_life", 4000))

    assert [d.life for d in state.duelists.values()] == [7900, 4000, 4000, 8000, 4000, 4000]
    assert state.rules["starting_life"] == 4000


def test_a_changed_edition_counts_from_then_on():
    state = evolve(table(TURN), RuleChanged("edition", "plain"))

    assert [state.counters[A], after(state, TURN).counters[A]] == [4, 5]


# The board and the export.


def lines(shown):
    return [shown.heading, *(line for block in shown.blocks for line in block.lines)]


def messages(shown):
    return [line.message for line in lines(shown)]


def buttons(shown):
    return [button for block in shown.blocks for row in block.rows for button in row]


def test_the_board_has_every_number_and_who_is_on():
    shown = lines(board(table(hit(A1, 900), ("once", {"team": A, "card": "x"}), ("effect_add", {"text": "y"}))))

    assert shown[0] == Line("wrgp-board-turn", {"turn": 1, "seat": A1, "team": A})
    assert Line("wrgp-board-on-turn", {"code": "A1", "seat": A1}) in shown
    assert Line("wrgp-board-active", {"code": "B1", "seat": B1}) in shown
    assert Line("wrgp-board-life", {"life": 7100}) in shown
    assert Line("wrgp-board-life", {"life": 8000}) in shown
    assert Line("wrgp-board-counters", {"counters": 2}) in shown
    assert Line("wrgp-board-waiting", {"waiting": (B2, B3)}) in shown
    assert Line("wrgp-board-once", {"cards": ("x",)}) in shown
    assert Line("board-effect", {"id": 1, "text": "y"}) in shown


def test_the_board_offers_the_usual_moves():
    offered = [(b.move, dict(b.options)) for b in buttons(board(table()))]

    taps = [("damage", {"player": str(seat), "amount": n}) for seat in (A1, B1) for n in (100, 500, 1000)]
    assert [each for each in offered if each in taps] == taps
    assert ("turn", {}) in offered
    assert ("undo", {}) in offered
    assert [b.options for b in buttons(board(table())) if b.move == "counters"] == [{"team": A}, {"team": B}]


def test_every_button_of_every_board_is_a_move_of_the_format():
    for state in (table(), table(hit(B1, 8000)), table(drawn(A)), table(edition="none")):
        assert {b.move for b in buttons(board(state))} <= {*WRGP.moves, "undo"}


def test_the_board_of_a_handover_leads_through_it():
    shown = board(table(hit(B1, 8000)))
    both = board(table(drawn(A)))

    assert Line("wrgp-board-handover", {"seat": B1, "cause": Cause.LIFE}) in lines(shown)
    steps = ["wrgp-board-steps", "wrgp-board-may", "wrgp-board-may-not", "wrgp-board-stays"]
    assert [message for message in messages(shown) if message in steps] == steps
    assert [b.label for b in buttons(shown) if b.move == "done"] == [Line("button-wrgp-done", {"seat": B2})]
    assert [b.move for b in buttons(shown)][-2:] == ["done", "undo"]
    assert "wrgp-board-both-fell" in messages(both)
    assert DONE.move == "done"


def test_without_speed_world_nothing_speaks_of_counters():
    state = table(edition="none")

    assert "wrgp-board-counters" not in messages(board(state))
    assert "counters" not in [b.move for b in buttons(board(state))]
    assert [WRGP.export(state)["teams"][team]["speed"] for team in "AB"] == [None, None]


def test_the_last_board_tells_the_result():
    shown = board(table(*falls(B1, B2), hit(B3, 8000)))

    assert shown.heading == Line("wrgp-board-won", {"team": A, "turn": 3})
    assert buttons(shown) == []


def test_the_export_has_the_shape_of_the_contract():
    state = table(hit(A1, 900), ("once", {"team": B, "card": "x"}), ("effect_add", {"text": "y"}), TURN)

    assert WRGP.export(state) == {
        "phase": "duel",
        "turn": 2,
        "turn_team": "B",
        "winner": None,
        "handover": None,
        "teams": {
            "A": {
                "active": "A1",
                "speed": 4,
                "once": [],
                "players": [
                    {"seat": "A1", "life": 7100, "status": "active"},
                    {"seat": "A2", "life": 8000, "status": "waiting"},
                    {"seat": "A3", "life": 8000, "status": "waiting"},
                ],
            },
            "B": {
                "active": "B1",
                "speed": 4,
                "once": ["x"],
                "players": [
                    {"seat": "B1", "life": 8000, "status": "active"},
                    {"seat": "B2", "life": 8000, "status": "waiting"},
                    {"seat": "B3", "life": 8000, "status": "waiting"},
                ],
            },
        },
        "effects": [{"id": 1, "text": "y"}],
    }
