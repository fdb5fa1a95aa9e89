"""Duel Party: what a tracker does of the source, by passage id, and the known failures of other trackers."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.rules import FORMATS
from bot.rules.format import Change, Line, Refused, Seat
from bot.rules.match import Entry, Match, Person, change_rule
from bot.rules.party import PARTY
from bot.rules.party.board import board, export
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
    PartnerStaysDown,
    PartnerTurnedUp,
    PartnerWaits,
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
from bot.rules.party.judges import (
    Ability,
    Affected,
    DeckBar,
    DeckCard,
    NotTriggered,
    Quantity,
    Reach,
    Topic,
    UpAt,
    Wording,
    level_means,
    opponent,
    partner_legal,
    partner_up,
)
from bot.rules.party.terms import Civilisation, Knockout, Level, PartnerZone, TurnPoint
from bot.rules.record import export as export_match
from bot.rules.record import restore

P1, P2, P3, P4, P5, P6, P7, P8 = (Seat(f"P{number}") for number in range(1, 9))
RECORDED = Path(__file__).parents[1] / "recorded" / "party.json"
HOST = Person("Host", 1)
NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


def passage(name, *values):
    """A row of a table, called by the passage that it proves."""
    return pytest.param(*values, id=name)


class Table:
    """A match that is played move by move, with what the last move told."""

    def __init__(self, players=4, *, first=None, level=None, **rules):
        seats = next(seats for seats in PARTY.seatings if len(seats) == players)
        opening = PARTY.start(rules, seats, first=first, level=level)
        seated = {seat: Person(f"Player {seat}") for seat in seats}
        self.match = Match(1, PARTY, seated, HOST)
        self._append(tuple(opening))

    @property
    def state(self):
        return self.match.state

    def _append(self, events=(), undoes=None):
        seq = self.match.version + 1
        self.match = self.match.append(Entry(seq, NOON + timedelta(seconds=seq), HOST, events, undoes))
        self.told = events

    def do(self, move, **options):
        self._append(tuple(PARTY.moves[move](self.state, **options)))
        return self.told

    def ask(self, judge, **options):
        return PARTY.judges[judge](self.state, **options)

    def refused(self, move, **options):
        before = self.state
        with pytest.raises(Refused) as refusal:
            PARTY.moves[move](self.state, **options)
        assert before == self.state
        return refusal.value.why

    def rule(self, key, value):
        self._append(tuple(change_rule(self.match, key, value)))

    def undo(self):
        self._append(undoes=self.match.to_undo().seq)

    def redo(self):
        self._append(undoes=self.match.to_redo().seq)

    def turns(self, number):
        for _ in range(number):
            self.do("turn")

    def until(self, text):
        """The end of the effect of that text, as (seat, moment), or None where it has ended."""
        return next(((e.until, e.point) for e in self.state.effects if e.text == text), None)

    def queue(self):
        return [waiting.text for waiting in self.state.queue]

    def shields(self):
        return [player.shields for player in self.state.players.values()]


def kinds(events):
    return [type(event) for event in events]


# The table.


def test_a_free_for_all_is_won_by_the_last_one_living():
    """party.format.definition, party.opponent.everyone-else: no sides; all others are opponents."""
    table = Table(4)

    assert not PARTY.teams
    assert list(table.ask("affected", player=P2, kind=Wording.STATIC).seats) == [P1, P3, P4]

    table.do("eliminate", player=P2)
    table.do("eliminate", player=P4)
    assert table.state.winner is None

    assert MatchWon(P1) == table.do("eliminate", player=P3)[-1]
    assert (table.state.winner, PARTY.over(table.state)) == (P1, True)


@pytest.mark.parametrize(
    ("players", "noted"),
    [(2, True), (3, False), (4, False), (5, True), (6, True), (7, True), (8, True)],
)
def test_three_or_four_usually_play_and_others_may(players, noted):
    """party.players.recommended-number, party.players.other-numbers-exist: a note, never a refusal."""
    table = Table(players)

    assert noted == (UnusualTable(players) in table.told)
    assert [6] * players == table.shields()


def test_a_new_table_is_for_four():
    """party.players.usually-four: the seating that comes first has four seats."""
    assert PARTY.seatings[0] == (P1, P2, P3, P4)


@pytest.mark.parametrize("seats", [(), (P1,), (P1, P3), (*PARTY.seatings[-1], Seat("P9"))])
def test_other_seatings_are_refused(seats):
    with pytest.raises(Refused, match="party-players"):
        PARTY.start({}, seats)


def test_the_rules_followed_are_version_1_00():
    """party.doc.follows-official-v1: the match says so on the board and in its export."""
    table = Table()

    assert "1.00" == PARTY.edition == export_match(table.match)["edition"]
    assert Line("party-board-edition", {"edition": "1.00"}) in lines(board(table.state))


def test_a_table_may_agree_on_other_rules():
    """party.doc.house-rules-by-agreement: a change is an entry of the log, in force from then on, and can be undone."""
    table = Table()
    table.turns(1)
    table.rule("party.all_out", "last_named_wins")

    assert MatchWon(P4) == table.do("eliminate", player=P1, also=(P2, P3, P4))[-1]

    table.undo()
    table.undo()
    assert MatchDrawn in kinds(table.do("eliminate", player=P1, also=(P2, P3, P4)))


def test_the_first_player_and_the_first_turn():
    table = Table(3, first=P2)

    assert Started(table.state.rules, (P1, P2, P3), P2) == table.told[0]
    assert TurnBegan(1, 1, P2) == table.told[-1]


def test_somebody_else_cannot_begin():
    with pytest.raises(Refused, match="seat-unknown"):
        PARTY.start({}, PARTY.seatings[0], first=P7)


@pytest.mark.parametrize("level", [1, 2, 3, "3"])
def test_there_are_three_play_levels(level):
    """party.level.three-levels: agreed when the table opens, shown with its meaning, and no duty."""
    table = Table(level=level)

    assert LevelAgreed(Level(str(level))) in table.told
    assert Line("party-board-level", {"level": Level(str(level))}) in lines(board(table.state))
    assert Level(str(level)) is level_means(level=Level(str(level))).level


def test_a_table_without_a_level_says_nothing_of_it():
    table = Table()

    assert table.state.level is None
    assert "party-board-level" not in messages(board(table.state))


@pytest.mark.parametrize("level", [0, 4, "fan"])
def test_there_is_no_fourth_level(level):
    with pytest.raises(Refused, match="party-level-unknown"):
        PARTY.start({}, PARTY.seatings[0], level=level)


def test_shields_are_a_house_rule_and_start_anew_with_each_match():
    """Counters of one game are not carried into the next."""
    table = Table(3, shields=5)
    table.do("break", attacker=P1, target=P2)

    assert table.shields() == [5, 4, 5]
    assert Table(3, shields=5).shields() == [5, 5, 5]
    assert Table(3).shields() == [6, 6, 6]


def test_another_number_of_shields_counts_from_the_first_turn():
    table = Table(3)
    table.do("break", attacker=P1, target=P2)
    table.rule("shields", 5)
    assert table.shields() == [5, 5, 5]

    table.turns(1)
    table.rule("shields", 7)
    assert table.shields() == [5, 5, 5]


# Shields, breaks, direct attacks.


def test_a_break_names_both():
    table = Table()

    assert (ShieldsBroken(P1, P3, 2, 4),) == table.do("break", attacker=P1, target=P3, count=2)
    assert table.shields() == [6, 6, 4, 6]


def test_the_turn_player_breaks_where_nobody_is_named():
    table = Table()
    table.turns(1)

    assert (ShieldsBroken(P2, P1, 1, 5),) == table.do("break", target=P1)


def test_shields_stop_at_zero_and_it_is_said():
    table = Table(shields=2)

    assert (ShieldsBroken(P1, P2, 2, 0), StoppedAtZero(P2, 1)) == table.do("break", attacker=P1, target=P2, count=3)
    assert (ShieldsSet(P3, 0, 2), StoppedAtZero(P3, 3)) == table.do(
        "shields", player=P3, change=Change(-5, relative=True)
    )


def test_breaking_the_last_shield_is_no_direct_attack():
    table = Table(shields=1)
    table.do("break", attacker=P1, target=P2, count=2)

    assert table.state.offers == {}


def test_a_direct_attack_offers_the_elimination_and_decides_nothing():
    table = Table(shields=1)
    table.do("break", attacker=P1, target=P2)

    assert (DirectAttack(P1, P2),) == table.do("break", attacker=P1, target=P2)
    assert P2 in table.state.living
    assert "party-board-offer-direct-attack" in messages(board(table.state))
    told = table.do("eliminate", player=P2)
    assert (Eliminated(P2, Knockout.DIRECT_ATTACK), EliminationCredited(P2, P1)) == told[:2]


@pytest.mark.parametrize("players", range(2, 9))
def test_an_offered_elimination_is_a_button_that_asks_once_more(players):
    table = Table(players)
    table.do("library_out", player=P2)

    wanted = ("eliminate", {"player": "P2"})
    [button] = [each for each in buttons(board(table.state)) if (each.move, each.options) == wanted]
    assert button.confirm == Line("party-confirm-eliminate", {"seat": P2})


def test_an_empty_library_offers_the_elimination():
    table = Table()

    assert (LibraryOut(P3),) == table.do("library_out", player=P3)
    assert P3 in table.state.living
    assert "party-board-offer-library-out" in messages(board(table.state))
    assert Eliminated(P3, Knockout.LIBRARY_OUT) == table.do("eliminate", player=P3)[0]


@pytest.mark.parametrize(
    ("move", "options"),
    [("turn", {}), ("shields", {"player": P2, "change": Change(1, relative=True)})],
    ids=["the turn ends", "a shield came back"],
)
def test_an_offer_that_nobody_took_lapses(move, options):
    table = Table(shields=1)
    table.do("break", attacker=P1, target=P2)
    table.do("break", attacker=P1, target=P2)
    table.do(move, **options)

    assert table.state.offers == {}


@pytest.mark.parametrize(
    ("change", "left"),
    [(Change(2, relative=True), 8), (Change(-2, relative=True), 4), (Change(3, relative=False), 3)],
    ids=["+2", "-2", "3"],
)
def test_shields_change_or_are_set(change, left):
    table = Table()

    assert (ShieldsSet(P2, left, 6),) == table.do("shields", player=P2, change=change)


# Elimination.


def test_the_cards_of_the_loser_leave_at_once_and_trigger_nothing():
    """party.defeat.cards-leave, party.defeat.removal-triggers-nothing: shields and partner go, no effect comes."""
    table = Table()
    table.do("partner_set", player=P3, name="Momoking", cost=5, civilisations=("fire", "nature"))
    table.do("pending_add", player=P1, text="when it leaves")
    told = table.do("eliminate", player=P3)

    assert CardsLeft(P3) in told
    assert (table.state.players[P3].shields, table.state.players[P3].partner) == (0, None)
    assert PendingAdded not in kinds(told)
    assert table.queue() == ["when it leaves"]


def test_waiting_effects_of_the_loser_vanish():
    """party.defeat.pending-effects-vanish: theirs by name, and nobody else's."""
    table = Table()
    for player, text in ((P2, "b1"), (P3, "c"), (P2, "b2")):
        table.do("pending_add", player=player, text=text)
    told = table.do("eliminate", player=P2)

    assert PendingVanished(P2, (1, 3), ("b1", "b2")) in told
    assert table.queue() == ["c"]


def test_a_turn_player_who_goes_out_ends_the_turn():
    """party.defeat.turn-player-to-turn-end: the end step comes at once, then the next one living."""
    table = Table()
    table.turns(1)
    table.do("effect_add", text="this turn", source=P1, until="P2 end")
    told = table.do("eliminate", player=P2)

    end = [TurnCut(P2), EffectRanOut(1, "this turn", P2, TurnPoint.END), TurnBegan(3, 1, P3)]
    assert end == list(told[-3:])


def test_one_who_is_not_on_turn_goes_out_without_ending_it():
    table = Table()
    told = table.do("eliminate", player=P2)

    assert TurnCut not in kinds(told)
    assert (table.state.turn, table.state.turn_seat) == (1, P1)


@pytest.mark.parametrize("moment", ["start", "end"])
def test_what_lasts_to_the_losers_next_turn_ends_with_the_player_before(moment):
    """party.defeat.duration-ends-one-player-earlier, party.defeat.duration-example: C is out: B's turn ends it."""
    table = Table()
    table.do("effect_add", text="lasts", source=P4, until=f"P3 {moment}")
    told = table.do("eliminate", player=P3)

    assert EffectMoved(1, "lasts", P3, P2) in told
    assert table.until("lasts") == (P2, TurnPoint.END)

    assert EffectRanOut not in kinds(table.do("turn"))
    assert [EffectRanOut(1, "lasts", P2, TurnPoint.END), TurnBegan(3, 1, P4)] == list(table.do("turn"))


@pytest.mark.parametrize(
    ("rule", "told", "until"),
    [
        ("nearest_before", EffectMoved(1, "lasts", P3, P1), (P1, TurnPoint.END)),
        ("at_once", EffectCutShort(1, "lasts", P3), None),
    ],
)
def test_where_the_player_before_is_out_too_the_house_rule_decides(rule, told, until):
    table = Table(before_also_out=rule)
    table.turns(3)
    table.do("eliminate", player=P2)
    table.do("effect_add", text="lasts", source=P4, until="P3 start")

    assert told in table.do("eliminate", player=P3)
    assert until == table.until("lasts")


@pytest.mark.parametrize(("rule", "until"), [("nearest_before", (P1, TurnPoint.END)), ("at_once", None)])
def test_the_player_before_may_go_out_later(rule, until):
    table = Table(before_also_out=rule)
    table.turns(3)
    table.do("effect_add", text="lasts", source=P4, until="P3 start")
    table.do("eliminate", player=P3)
    assert table.until("lasts") == (P2, TurnPoint.END)

    table.do("eliminate", player=P2)
    assert until == table.until("lasts")


def test_an_effect_on_ones_own_end_has_the_player_before_in_force():
    """An effect that waited for B itself moves to A, also where at_once is played: A, right before B, is there."""
    table = Table(before_also_out="at_once")
    table.turns(3)
    table.do("effect_add", text="lasts", source=P4, until="P2 end")
    table.do("eliminate", player=P2)

    assert table.until("lasts") == (P1, TurnPoint.END)


def test_two_out_at_once_in_the_turn_of_the_first():
    """The one on turn still has an end step: what waited for the other ends right there, not a round later."""
    table = Table()
    table.turns(1)
    table.do("effect_add", text="lasts", source=P4, until="P3 start")
    told = table.do("eliminate", player=P3, also=(P2,))

    assert EffectMoved(1, "lasts", P3, P2) in told
    assert EffectRanOut(1, "lasts", P2, TurnPoint.END) in told
    assert (table.state.turn_seat, table.state.effects) == (P4, ())


def test_what_waits_for_the_turn_player_who_goes_out_lasts_a_round():
    table = Table()
    table.do("effect_add", text="lasts", source=P1, until="P1 start")
    table.do("eliminate", player=P1)

    assert table.until("lasts") == (P4, TurnPoint.END)
    table.turns(2)
    assert table.until("lasts") == (P4, TurnPoint.END)
    assert EffectRanOut in kinds(table.do("turn"))


def test_effects_of_the_loser_that_lie_on_others_stay():
    table = Table()
    table.do("effect_add", text="on all", source=P2, until="P4 start")
    table.do("effect_add", text="on B", source=P2, affects=(P2,))
    told = table.do("eliminate", player=P2)

    assert EffectsStayed(P2, ("on all",)) in told
    assert table.until("on all") == (P4, TurnPoint.START)


def test_reason_and_author_are_in_the_log():
    table = Table()

    told = table.do("eliminate", player=P2, by=P4, reason="effect")
    assert (Eliminated(P2, Knockout.EFFECT), EliminationCredited(P2, P4)) == told[:2]
    assert Eliminated(P3, "had to catch a train") == table.do("eliminate", player=P3, reason="had to catch a train")[0]
    assert "had to catch a train" in json.dumps(export_match(table.match))


def test_all_out_at_once_is_a_draw():
    """A game that all remaining leave at once still ends."""
    table = Table()
    table.do("eliminate", player=P4)
    told = table.do("eliminate", player=P1, also=(P2, P3))

    assert (AllOut((P1, P2, P3)), MatchDrawn((P1, P2, P3))) == (told[0], told[-1])
    assert (export(table.state)["phase"], export(table.state)["winner"], table.state.living) == ("over", "draw", ())
    assert board(table.state).heading.message == "party-board-drawn"


def test_all_out_at_once_the_last_named_may_win():
    table = Table(all_out="last_named_wins")
    told = table.do("eliminate", player=P1, also=(P2, P4, P3))

    assert (AllOut((P1, P2, P4, P3)), MatchWon(P3)) == (told[0], told[-1])
    assert (table.state.living, table.state.winner, table.state.turn_seat) == ((P3,), P3, P3)


def test_several_out_at_once_and_one_left():
    table = Table()

    assert MatchWon(P2) == table.do("eliminate", player=P1, also=(P3, P4))[-1]


def party_of_four():
    """P3 is on turn; an effect waits for P3's next turn and two are pending."""
    table = Table()
    table.turns(2)
    table.do("effect_add", text="no blocking", source=P4, until="P3 start")
    table.do("pending_add", player=P3, text="draw a card")
    table.do("pending_add", player=P1, text="destroy a creature")
    table.do("break", attacker=P4, target=P3, count=6)
    return table


def test_everything_happens_and_one_undo_restores_it():
    table = party_of_four()
    before = table.state
    told = table.do("eliminate", player=P3, by=P4, reason="direct_attack")

    assert [
        Eliminated(P3, Knockout.DIRECT_ATTACK),
        EliminationCredited(P3, P4),
        CardsLeft(P3),
        PendingVanished(P3, (1,), ("draw a card",)),
        TurnCut(P3),
        EffectMoved(1, "no blocking", P3, P2),
        TurnBegan(4, 1, P4),
    ] == list(told)
    after = table.state

    table.undo()
    assert before == table.state
    table.redo()
    assert after == table.state


def test_undo_of_something_older_revives_nobody():
    """Undo walks back entry by entry: what lies behind the elimination can't be taken back past it."""
    table = Table()
    table.do("break", attacker=P1, target=P2)
    table.do("eliminate", player=P3)
    table.do("break", attacker=P1, target=P2)
    table.undo()

    assert (table.shields(), table.state.living) == ([6, 5, 0, 6], (P1, P2, P4))


def test_undo_takes_the_elimination_back_with_the_rest():
    """An elimination leaves nothing behind."""
    table = Table()
    before = table.state
    table.do("eliminate", player=P1)
    table.undo()

    assert before == table.state


@pytest.mark.parametrize(
    ("setup", "options", "why"),
    [
        ([], {"player": Seat("P9")}, "seat-unknown"),
        ([], {"player": P2, "by": Seat("P9")}, "seat-unknown"),
        ([("eliminate", {"player": P2})], {"player": P2}, "party-out"),
        ([], {"player": P2, "also": (P3, P2)}, "party-named-twice"),
        ([], {"player": P2, "reason": "   "}, "text-empty"),
        ([], {"player": P2, "reason": "x" * 101}, "party-text-long"),
        ([("eliminate", {"player": P2, "also": (P3, P4)})], {"player": P1}, "match-over"),
    ],
    ids=[
        "not at the table",
        "by a stranger",
        "out already",
        "named twice",
        "blank reason",
        "long reason",
        "the last one",
    ],
)
def test_eliminations_that_are_refused(setup, options, why):
    table = Table()
    for move, given in setup:
        table.do(move, **given)

    assert why == table.refused("eliminate", **options)


# Turn order.


def test_rounds_count_each_time_it_comes_round():
    table = Table(3, first=P2)

    seen = [(table.state.turn, table.state.round, table.state.turn_seat)]
    for _ in range(6):
        table.do("turn")
        seen.append((table.state.turn, table.state.round, table.state.turn_seat))
    assert seen == [
        (1, 1, P2),
        (2, 1, P3),
        (3, 1, P1),
        (4, 2, P2),
        (5, 2, P3),
        (6, 2, P1),
        (7, 3, P2),
    ]


def test_a_round_is_counted_also_where_the_first_player_is_out():
    table = Table(4)
    table.do("eliminate", player=P1)
    assert (table.state.round, table.state.turn_seat) == (1, P2)

    table.turns(3)
    assert (table.state.round, table.state.turn_seat) == (2, P2)


@pytest.mark.parametrize(
    ("on_turn", "out", "then"),
    [
        (P1, P1, P2),
        (P4, P4, P1),
        (P2, P1, P2),
        (P2, P3, P2),
        (P1, P2, P1),
    ],
    ids=["the first seat on turn", "the last seat on turn", "the first seat, out of turn", "the next", "the second"],
)
def test_the_pointer_never_jumps(on_turn, out, then):
    """The current player goes, or the first seat: the game neither hangs nor skips anybody."""
    table = Table()
    table.turns(int(on_turn[1]) - 1)
    table.do("eliminate", player=out)

    assert then == table.state.turn_seat


def test_the_next_one_living_is_next():
    table = Table()
    table.do("eliminate", player=P2)
    table.do("eliminate", player=P3)

    assert TurnBegan(2, 1, P4) == table.do("turn")[-1]
    assert TurnBegan(3, 2, P1) == table.do("turn")[-1]


# Lasting effects.


def test_an_effect_lies_on_every_opponent_unless_told():
    """party.opponent.continuous-effects-hit-all: who, on whom, until when."""
    table = Table()

    told = table.do("effect_add", text=" can't   block ", source=P2, until="Ｐ２　ＳＴＡＲＴ")
    assert (EffectAdded(1, "can't block", P2, (P1, P3, P4)), EffectLasts(1, P2, TurnPoint.START)) == told
    assert (EffectAdded(2, "x", P1, (P3,)),) == table.do("effect_add", text="x", source=P1, affects=(P3,))


@pytest.mark.parametrize(
    ("turns_before", "until", "ends_with_turn"),
    [(0, "P3 start", 3), (0, "P3 end", 4), (2, "P3 start", 7), (2, "P3 end", 4), (0, "P1 end", 2), (0, "P1 start", 5)],
    ids=["start", "end", "start, in one's own turn", "end, in one's own turn", "end of this turn", "my next start"],
)
def test_an_effect_ends_by_itself_the_next_time_its_moment_comes(turns_before, until, ends_with_turn):
    """`start` said in one's own turn is the turn after."""
    table = Table()
    table.turns(turns_before)
    table.do("effect_add", text="lasts", source=P1, until=until)

    while table.state.effects:
        told = table.do("turn")
    assert ends_with_turn == table.state.turn
    assert EffectRanOut in kinds(told)


def test_an_effect_without_an_end_is_ended_by_hand():
    table = Table()
    table.do("effect_add", text="lasts", source=P1)
    table.turns(9)
    assert table.until("lasts") == (None, None)

    assert (EffectEnded(1, "lasts"),) == table.do("effect_end", effect=1)


def test_numbers_of_effects_are_not_used_again():
    table = Table()
    table.do("effect_add", text="one", source=P1)
    table.do("effect_end", effect=1)

    assert table.do("effect_add", text="two", source=P1)[0].effect == 2


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"text": "x", "source": P1, "until": "P3"}, "party-until-unreadable"),
        ({"text": "x", "source": P1, "until": "P3 later"}, "party-until-unreadable"),
        ({"text": "x", "source": P1, "until": "P8 start"}, "seat-unknown"),
        ({"text": "x", "source": P1, "until": "P2 start"}, "party-until-out"),
        ({"text": "x", "source": P1, "affects": (P2,)}, "party-out"),
        ({"text": "x", "source": Seat("P9")}, "seat-unknown"),
        ({"text": " ", "source": P1}, "text-empty"),
    ],
)
def test_effects_that_are_refused(options, why):
    table = Table()
    table.do("eliminate", player=P2)

    assert why == table.refused("effect_add", **options)


def test_ten_effects_fill_the_board():
    table = Table()
    for number in range(10):
        table.do("effect_add", text=str(number), source=P1)

    assert table.refused("effect_add", text="one more", source=P1) == "effects-full"
    assert table.refused("effect_end", effect=11) == "effect-unknown"


# Waiting effects.


def test_effects_resolve_in_turn_order_from_the_turn_player():
    """party.resolve.turn-order, party.resolve.turn-order-example: A, B, C on A's turn."""
    table = Table(3)
    for player, text in ((P3, "c"), (P1, "a"), (P2, "b")):
        table.do("pending_add", player=player, text=text)

    assert table.queue() == ["a", "b", "c"]
    assert [PendingResolved(2, P1, "a")] == list(table.do("pending_resolve"))
    assert [PendingResolved(3, P2, "b")] == list(table.do("pending_resolve"))
    assert [PendingResolved(1, P3, "c")] == list(table.do("pending_resolve"))


def test_one_that_comes_up_meanwhile_is_sorted_in():
    """party.resolve.new-pending-reorder, party.resolve.new-pending-reorder-example: A, B's rest, C."""
    table = Table()
    for player, text in ((P1, "a"), (P2, "b1"), (P2, "b2"), (P3, "c")):
        table.do("pending_add", player=player, text=text)
    table.do("pending_resolve")
    table.do("pending_resolve")
    table.do("pending_add", player=P1, text="a, new")

    assert table.queue() == ["a, new", "b2", "c"]
    assert [row.place for row in table.ask("pending_list").rows] == [1, 2, 3]


def test_turn_order_begins_with_whoever_is_on_turn():
    table = Table()
    table.turns(2)
    for player in (P1, P2, P3, P4):
        table.do("pending_add", player=player, text=player)

    assert table.queue() == ["P3", "P4", "P1", "P2"]


def test_a_players_own_resolve_in_the_order_they_choose():
    table = Table()
    for player, text in ((P1, "a1"), (P1, "a2"), (P2, "b")):
        table.do("pending_add", player=player, text=text)

    assert table.refused("pending_resolve", pending=3) == "party-pending-order"
    assert (PendingResolved(2, P1, "a2"),) == table.do("pending_resolve", pending=2)
    assert table.queue() == ["a1", "b"]


def test_one_that_was_due_before_something_new_came_up_may_be_finished():
    table = Table()
    for player, text in ((P1, "a"), (P2, "b"), (P3, "c")):
        table.do("pending_add", player=player, text=text)
    table.do("pending_resolve")
    table.do("pending_add", player=P1, text="a, new")

    assert table.refused("pending_resolve", pending=3) == "party-pending-order"
    assert (PendingResolved(2, P2, "b"),) == table.do("pending_resolve", pending=2)
    assert table.queue() == ["a, new", "c"]


@pytest.mark.parametrize(("rule", "order"), [("yes", ["trigger", "a", "c"]), ("no", ["a", "c", "trigger"])])
def test_shield_triggers_come_first_by_house_rule(rule, order):
    table = Table(shield_triggers_first=rule)
    table.do("pending_add", player=P3, text="c")
    table.do("pending_add", player=P3, text="trigger", shield_trigger=True)
    table.do("pending_add", player=P1, text="a")

    assert order == table.queue()


def test_nothing_waits():
    table = Table()

    assert table.refused("pending_resolve") == "party-nothing-pending"
    assert table.ask("pending_list").rows == ()


def test_waiting_effects_that_are_refused():
    table = Table()
    for number in range(20):
        table.do("pending_add", player=P1, text=str(number))
    table.do("eliminate", player=P2)

    assert table.refused("pending_add", player=P1, text="one more") == "party-pending-full"
    assert table.refused("pending_add", player=P2, text="too late") == "party-out"
    assert table.refused("pending_resolve", pending=21) == "party-pending-unknown"


@pytest.mark.parametrize(
    ("on_turn", "players", "nearest"),
    [(P1, (P3, P2), P2), (P3, (P1, P2), P1), (P2, (P2, P3), P2), (P4, (P3, P2, P1), P1)],
)
def test_of_replacement_effects_the_nearest_to_the_turn_player_applies(on_turn, players, nearest):
    """party.resolve.replacement-nearest-turn-player: in turn order, the turn player first."""
    table = Table(first=on_turn)

    assert nearest == table.ask("replacement", players=players).seat


# Partner.


@pytest.mark.parametrize(
    ("cost", "creature", "allowed"), [(4, True, False), (5, True, True), (12, True, True), (7, False, False)]
)
def test_a_partner_is_a_creature_of_cost_five_or_more(cost, creature, allowed):
    """party.deck.partner-cost-five-creature."""
    assert allowed == partner_legal(cost=cost, creature=creature).allowed


def test_a_partner_of_cost_four_is_refused():
    """party.deck.partner-cost-five-creature."""
    table = Table()

    why = table.refused("partner_set", player=P1, name="Aqua Hulcus", cost=4, civilisations=("water",))
    assert why == "party-partner-cost"


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        (("fire",), (Civilisation.FIRE,)),
        (("nature", "fire"), (Civilisation.FIRE, Civilisation.NATURE)),
        (("火/自然",), (Civilisation.FIRE, Civilisation.NATURE)),
        (
            ("光水闇火自然",),
            (Civilisation.LIGHT, Civilisation.WATER, Civilisation.DARKNESS, Civilisation.FIRE, Civilisation.NATURE),
        ),
        (("ＦＩＲＥ　＋　light",), (Civilisation.LIGHT, Civilisation.FIRE)),
        (("無色",), (Civilisation.COLOURLESS,)),
    ],
)
def test_civilisations_are_read_as_people_write_them(typed, read):
    table = Table()
    table.do("partner_set", player=P1, name="Partner", cost=7, civilisations=typed)

    assert read == table.state.players[P1].partner.civilisations


@pytest.mark.parametrize("typed", [(), ("",), ("purple",), ("fire", "ice"), ("無色火",)])
def test_other_civilisations_are_refused(typed):
    table = Table()

    why = table.refused("partner_set", player=P1, name="Partner", cost=7, civilisations=typed)
    assert why == "party-civilisation-unknown"


def with_partner(edition):
    table = Table(edition=edition)
    table.do("partner_set", player=P2, name="Momoking", cost=5, civilisations=("fire",))
    return table


def test_a_partner_is_summoned_and_returns():
    table = with_partner("1.00")

    summoned = table.do("partner_move", player=P2, zone=PartnerZone.BATTLE)
    assert (PartnerMoved(P2, "Momoking", PartnerZone.BATTLE, PartnerZone.FACE_UP),) == summoned
    table.do("partner_move", player=P2, zone=PartnerZone.FACE_UP)
    assert PartnerZone.FACE_UP is table.state.players[P2].partner.zone


def zone(table):
    return table.state.players[P2].partner.zone


@pytest.mark.parametrize(
    ("laid_in_turn", "up_after_turn"),
    [(1, 2), (2, 6), (3, 6), (5, 6)],
    ids=["before the owner's turn", "in the owner's turn", "after it", "right before the next"],
)
def test_edition_1_02_turns_a_partner_up_with_the_owners_next_turn(laid_in_turn, up_after_turn):
    """The end of the turn in which it was laid down does not count; a turn that is skipped does (begun and ended)."""
    table = with_partner("1.02")
    table.turns(laid_in_turn - 1)
    table.do("partner_move", player=P2, zone=PartnerZone.BATTLE)
    assert PartnerWaits(P2, "Momoking") == table.do("partner_move", player=P2, zone=PartnerZone.FACE_DOWN)[-1]

    while zone(table) is PartnerZone.FACE_DOWN:
        ended = table.state.turn
        told = table.do("turn")
    assert up_after_turn == ended
    assert PartnerTurnedUp(P2, "Momoking") in told


def test_edition_1_02_does_not_summon_from_face_down():
    table = with_partner("1.02")
    table.do("partner_move", player=P2, zone=PartnerZone.FACE_DOWN)

    assert table.refused("partner_move", player=P2, zone=PartnerZone.BATTLE) == "party-partner-face-down"


def test_edition_1_00_knows_no_face_down_return():
    """It is the table's own doing, and stays as it is until the table turns it up."""
    table = with_partner("1.00")

    told = table.do("partner_move", player=P2, zone=PartnerZone.FACE_DOWN)
    assert PartnerStaysDown(P2, "Momoking", "1.00") == told[-1]
    table.turns(9)
    assert PartnerZone.FACE_DOWN is zone(table)


def test_partner_moves_that_are_refused():
    table = with_partner("1.00")

    assert table.refused("partner_move", player=P1, zone=PartnerZone.BATTLE) == "party-no-partner"
    assert table.refused("partner_move", player=P2, zone=PartnerZone.FACE_UP) == "party-partner-there"
    table.do("eliminate", player=P2)
    assert table.refused("partner_move", player=P2, zone=PartnerZone.BATTLE) == "party-out"


@pytest.mark.parametrize(
    ("edition", "own_turn", "at"),
    [
        ("1.00", False, UpAt.AT_ONCE),
        ("1.02", False, UpAt.NEXT_TURN_END),
        ("1.02", True, UpAt.TURN_AFTER_END),
    ],
)
@pytest.mark.parametrize("skipped", [False, True])
def test_when_a_partner_turns_up(edition, own_turn, at, skipped):
    assert at is partner_up(edition=edition, own_turn=own_turn, skipped=skipped).at


@pytest.mark.parametrize(
    ("topic"),
    [
        passage("party.deck.partner-conditions-elsewhere", Topic.PARTNER_CONDITIONS),
        passage("party.partner.rules-elsewhere", Topic.PARTNER_ZONE),
        passage("party.level.three-avoid-listed-cards", Topic.CARDS_TO_AVOID),
    ],
)
def test_the_source_says_so_where_it_refers_elsewhere(topic):
    assert topic is PARTY.judges["elsewhere"](topic=topic).topic


# Decks.


@pytest.mark.parametrize(("cards", "allowed"), [(59, False), (60, True), (61, False)])
def test_a_deck_has_sixty_cards_with_the_partner(cards, allowed):
    """party.deck.sixty-cards."""
    assert allowed == PARTY.judges["deck_size"](cards=cards).allowed


@pytest.mark.parametrize(
    ("options", "bar"),
    [
        passage("party.deck.main-deck-only", {"card": DeckCard.MAIN}, DeckBar.NOTHING),
        passage("party.deck.main-deck-only", {"card": DeckCard.HYPERSPATIAL}, DeckBar.NOT_MAIN_DECK),
        passage("party.deck.main-deck-only", {"card": DeckCard.SUPER_GR}, DeckBar.NOT_MAIN_DECK),
        passage("party.deck.main-deck-only", {"card": DeckCard.STARTS_IN_PLAY}, DeckBar.NOT_MAIN_DECK),
        passage("party.deck.singleton", {"copies": 1}, DeckBar.NOTHING),
        passage("party.deck.singleton", {"copies": 2}, DeckBar.ONE_OF_EACH_NAME),
        passage("party.deck.singleton-exception", {"card": DeckCard.MORE_THAN_FOUR, "copies": 9}, DeckBar.NOTHING),
        passage(
            "party.deck.partner-civilizations", {"civilisations": ("火",), "partner": ("火/自然",)}, DeckBar.NOTHING
        ),
        passage(
            "party.deck.partner-civilizations",
            {"civilisations": ("火水",), "partner": ("火/自然",)},
            DeckBar.PARTNER_LACKS_IT,
        ),
        passage("party.deck.partner-civilizations", {"civilisations": ("無色",), "partner": ("火",)}, DeckBar.NOTHING),
        passage(
            "party.deck.partner-civilizations",
            {"civilisations": ("light",), "partner": ("colourless",)},
            DeckBar.PARTNER_LACKS_IT,
        ),
        passage("party.deck.hall-of-fame-original", {"card": DeckCard.HALL_OF_FAME}, DeckBar.NOTHING),
        passage("party.deck.hall-of-fame-original", {"card": DeckCard.PREMIUM_HALL_OF_FAME}, DeckBar.ORIGINAL_LIST),
        passage(
            "party.deck.not-for-tournaments-cards-allowed", {"card": DeckCard.NOT_FOR_TOURNAMENTS}, DeckBar.NOTHING
        ),
    ],
)
def test_which_cards_a_deck_may_have(options, bar):
    found = PARTY.judges["deck_card"](**options)
    assert (bar, bar is DeckBar.NOTHING) == (found.bar, found.allowed)


# Who "相手" is.


@pytest.mark.parametrize(
    ("kind", "reach"),
    [
        passage("party.opponent.continuous-effects-hit-all", Wording.STATIC, Reach.EVERY_OPPONENT),
        passage("party.opponent.continuous-effects-hit-all", Wording.CONTINUOUS, Reach.TWO_READINGS),
        passage("party.opponent.static-replacement-chooses-one", Wording.STATIC_REPLACEMENT, Reach.ONE_CHOSEN),
        passage("party.opponent.others-choose-one", Wording.ONE_SHOT, Reach.ONE_CHOSEN),
        passage("party.opponent.choose-just-before-affecting", Wording.ONE_SHOT, Reach.ONE_CHOSEN),
        passage("party.opponent.same-one-within-a-text", Wording.SAME_TEXT, Reach.SAME_ONE),
        passage("party.opponent.gachinko-judge-one-opponent", Wording.GACHINKO_JUDGE, Reach.ONE_CHOSEN),
        passage("party.opponent.gachinko-win-hits-judge-opponent", Wording.GACHINKO_WIN, Reach.OF_THE_JUDGE),
        passage("party.opponent.repeated-mode-chooses-each-time", Wording.REPEATED_MODE, Reach.ONE_EACH_RUN),
        passage("party.opponent.trigger-condition-opponent", Wording.TRIGGER_CONDITION, Reach.OF_THE_CONDITION),
        passage("party.opponent.during-opponents-turn-same-player", Wording.OPPONENTS_TURN, Reach.TURN_PLAYER),
        passage("party.opponent.show-to-all", Wording.SHOW, Reach.EVERYBODY),
        passage("party.each-player.affects-all", Wording.EACH_PLAYER, Reach.EVERYBODY),
        passage("party.each-player.no-recipient-named-affects-all", Wording.NO_PLAYER_NAMED, Reach.EVERYBODY),
        passage("party.attack.trigger-may-choose-other", Wording.ATTACK_TRIGGER, Reach.ONE_CHOSEN),
    ],
)
def test_the_decision_table(kind, reach):
    assert reach is opponent(kind=kind).reach


@pytest.mark.parametrize("kind", list(Wording))
def test_every_wording_has_a_row_and_an_example(kind):
    found = opponent(kind=kind)

    assert kind is found.kind
    assert found.worked


@pytest.mark.parametrize(
    ("player", "kind", "options", "seats"),
    [
        passage("party.opponent.continuous-effects-hit-all", P1, Wording.STATIC, {}, (P2, P3, P4)),
        passage(
            "party.opponent.static-replacement-chooses-one", P1, Wording.STATIC_REPLACEMENT, {"chosen": (P3,)}, (P3,)
        ),
        passage("party.opponent.others-choose-one", P1, Wording.ONE_SHOT, {"chosen": (P2,)}, (P2,)),
        passage("party.opponent.dolfadirom-example", P1, Wording.ONE_SHOT, {"chosen": (P4,)}, (P4,)),
        passage("party.opponent.may-choose-unaffected", P1, Wording.ONE_SHOT, {"chosen": (P3,)}, (P3,)),
        passage("party.opponent.demon-hand-example", P1, Wording.ONE_SHOT, {"chosen": (P3,)}, (P3,)),
        passage("party.opponent.wilhelm-example", P1, Wording.SAME_TEXT, {"chosen": (P2,)}, (P2,)),
        passage(
            "party.opponent.repeated-mode-chooses-each-time",
            P1,
            Wording.REPEATED_MODE,
            {"chosen": (P2, P3, P2)},
            (P2, P3, P2),
        ),
        passage("party.opponent.trigger-condition-opponent", P1, Wording.TRIGGER_CONDITION, {"doer": P3}, (P3,)),
        passage("party.opponent.gachinko-judge-one-opponent", P1, Wording.GACHINKO_JUDGE, {"chosen": (P2,)}, (P2,)),
        passage("party.opponent.gachinko-win-hits-judge-opponent", P1, Wording.GACHINKO_WIN, {"doer": P2}, (P2,)),
        passage("party.opponent.show-to-all", P2, Wording.SHOW, {}, (P1, P2, P3, P4)),
        passage("party.each-player.affects-all", P2, Wording.EACH_PLAYER, {}, (P1, P2, P3, P4)),
        passage("party.each-player.no-recipient-named-affects-all", P2, Wording.NO_PLAYER_NAMED, {}, (P1, P2, P3, P4)),
        passage("party.each-player.white-swan-example", P3, Wording.NO_PLAYER_NAMED, {}, (P1, P2, P3, P4)),
    ],
)
def test_who_is_affected(player, kind, options, seats):
    assert Affected(kind, player, seats) == Table().ask("affected", player=player, kind=kind, **options)


def test_manhattan_chooses_one_opponent_and_reaches_everybody():
    """party.each-player.manhattan-example: two halves, two wordings; nobody chosen is spared by not being chosen."""
    table = Table()

    assert table.ask("affected", player=P1, kind=Wording.ONE_SHOT, chosen=(P3,)).seats == (P3,)
    assert {P1, P2, P4} < set(table.ask("affected", player=P1, kind=Wording.EACH_PLAYER).seats)


@pytest.mark.parametrize(
    ("kind", "options", "why"),
    [
        passage(
            "party.each-player.spiral-gate-example", Wording.NO_PLAYER_NAMED, {"chosen": (P2,)}, "party-nobody-chosen"
        ),
        passage("party.opponent.continuous-effects-hit-all", Wording.STATIC, {"chosen": (P2,)}, "party-nobody-chosen"),
        passage("party.opponent.choose-just-before-affecting", Wording.ONE_SHOT, {}, "party-choose-one"),
        passage("party.opponent.dolfadirom-example", Wording.ONE_SHOT, {"chosen": (P2, P3)}, "party-choose-one"),
        passage("party.opponent.wilhelm-example", Wording.SAME_TEXT, {"chosen": (P2, P3)}, "party-choose-one"),
        passage("party.opponent.same-one-within-a-text", Wording.SAME_TEXT, {"chosen": (P2, P3)}, "party-choose-one"),
        passage("party.opponent.repeated-mode-chooses-each-time", Wording.REPEATED_MODE, {}, "party-choose-one"),
        passage(
            "party.opponent.trigger-condition-opponent",
            Wording.TRIGGER_CONDITION,
            {"doer": P3, "chosen": (P2,)},
            "party-only-that-one",
        ),
        passage("party.opponent.trigger-condition-opponent", Wording.TRIGGER_CONDITION, {}, "party-doer-missing"),
        passage(
            "party.opponent.gachinko-win-hits-judge-opponent",
            Wording.GACHINKO_WIN,
            {"doer": P3, "chosen": (P2,)},
            "party-only-that-one",
        ),
        passage("party.opponent.everyone-else", Wording.ONE_SHOT, {"chosen": (P1,)}, "party-not-an-opponent"),
        passage("party.opponent.everyone-else", Wording.ONE_SHOT, {"chosen": (P4,)}, "party-out"),
        passage("party.opponent.continuous-effects-hit-all", Wording.CONTINUOUS, {}, "party-two-readings"),
    ],
)
def test_choices_that_are_refused(kind, options, why):
    table = Table()
    table.do("eliminate", player=P4)

    with pytest.raises(Refused, match=why):
        table.ask("affected", player=P1, kind=kind, **options)


def test_during_an_opponents_turn_the_turn_player_has_to_do_it():
    """party.opponent.during-opponents-turn-same-player: in B's turn, B triggers A's ability and C does not."""
    table = Table(first=P2)
    kind = Wording.OPPONENTS_TURN

    assert Affected(kind, P1, (P2,)) == table.ask("affected", player=P1, kind=kind, doer=P2)
    assert NotTriggered(kind, P1, P3) == table.ask("affected", player=P1, kind=kind, doer=P3)


# Relations.


def worked_example():
    """I have 5 shields; A 1, B 2, C 6."""
    table = Table()
    for seat, number in ((P1, 5), (P2, 1), (P3, 2)):
        table.do("shields", player=seat, change=Change(number, relative=False))
    return table


@pytest.mark.parametrize(
    ("opponent_seat", "oni_time", "labyrinth"),
    [
        passage("party.shields.example-row-a", P2, True, True),
        passage("party.shields.example-row-b", P3, False, True),
        passage("party.shields.example-row-c", P4, False, False),
    ],
)
def test_the_sources_table_row_by_row(opponent_seat, oni_time, labyrinth):
    table = worked_example()

    for ability, holds in ((Ability.ONI_TIME, oni_time), (Ability.LABYRINTH, labyrinth)):
        rows = {row.seat: row.holds for row in table.ask("relation", ability=ability, player=P1).rows}
        assert holds == rows[opponent_seat]


@pytest.mark.parametrize("numbers", ["", "5 1 2 6", "５、１、２、６", "P1=5 P2=1, P3=2 p4=6"])
def test_the_sources_table(numbers):
    """party.shields.example-table, party.shields.comparison-per-player: each opponent, from live or given numbers."""
    table = worked_example() if not numbers else Table()

    oni_time = table.ask("relation", ability=Ability.ONI_TIME, player=P1, numbers=numbers)
    labyrinth = table.ask("relation", ability=Ability.LABYRINTH, player=P1, numbers=numbers)
    assert [(r.seat, r.number, r.holds) for r in oni_time.rows] == [(P2, 1, True), (P3, 2, False), (P4, 6, False)]
    assert [(r.seat, r.number, r.holds) for r in labyrinth.rows] == [(P2, 1, True), (P3, 2, True), (P4, 6, False)]
    assert (oni_time.own, oni_time.holding, labyrinth.holding) == (5, (P2,), (P2, P3))


def test_both_effects_of_onifuda_kingdom_only_against_a():
    """party.shields.onifuda-kingdom-example: the relation has to stand with the one whose creature is destroyed."""
    assert worked_example().ask("relation", ability=Ability.ONI_TIME, player=P1).holding == (P2,)


@pytest.mark.parametrize(("numbers", "usable"), [("6 6 0 6", True), ("6 1 1 1", False)])
def test_for_ones_own_side_one_opponent_is_enough(numbers, usable):
    """party.shields.own-only-or-static-needs-one."""
    assert usable == Table().ask("relation", ability=Ability.ONI_TIME, player=P1, numbers=numbers).usable


@pytest.mark.parametrize(
    ("ability", "mine", "holds_for"),
    [
        (Ability.ONI_TIME, 3, [0, 1, 2, 3]),
        (Ability.LABYRINTH, 3, [0, 1, 2]),
        (Ability.HOLY_FIELD, 3, [0, 1, 2, 3]),
        (Ability.ONI_END, 3, [0]),
        (Ability.ONI_END, 0, [0, 1, 2, 3, 4, 5]),
        (Ability.MORE, 3, [0, 1, 2]),
        (Ability.AT_LEAST, 3, [0, 1, 2, 3]),
        (Ability.FEWER, 3, [4, 5]),
        (Ability.AT_MOST, 3, [3, 4, 5]),
        (Ability.EQUAL, 3, [3]),
    ],
)
def test_what_each_ability_asks_for(ability, mine, holds_for):
    table = Table(7)
    numbers = " ".join(str(number) for number in (mine, 0, 1, 2, 3, 4, 5))

    rows = table.ask("relation", ability=ability, player=P1, numbers=numbers).rows
    assert holds_for == [row.number for row in rows if row.holds]


def test_any_quantity_can_be_compared():
    """Glory Snow looks at mana: fewer than an opponent."""
    table = Table(3)
    found = table.ask("relation", ability=Ability.FEWER, player=P2, quantity=Quantity.MANA, numbers="7 5 5")

    assert ([(r.seat, r.holds) for r in found.rows], found.holding) == ([(P3, False), (P1, True)], (P1,))


def test_those_who_are_out_are_no_opponents():
    table = Table(shields=1)
    table.do("eliminate", player=P3)

    assert [row.seat for row in table.ask("relation", ability=Ability.ONI_TIME, player=P1).rows] == [P2, P4]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"ability": Ability.FEWER, "quantity": Quantity.MANA}, "party-numbers-missing"),
        ({"ability": Ability.FEWER, "quantity": Quantity.MANA, "numbers": "P1=3"}, "party-numbers-missing"),
        ({"ability": Ability.ONI_TIME, "quantity": Quantity.HAND, "numbers": "1 2 3 4"}, "party-counts-shields"),
        ({"ability": Ability.ONI_TIME, "numbers": "1 2 3"}, "party-numbers-unreadable"),
        ({"ability": Ability.ONI_TIME, "numbers": "P1=two"}, "party-numbers-unreadable"),
        ({"ability": Ability.ONI_TIME, "numbers": "P7=2"}, "seat-unknown"),
    ],
)
def test_relations_that_are_refused(options, why):
    with pytest.raises(Refused, match=why):
        Table().ask("relation", player=P1, **options)


# Attacks.


def test_an_attack_trigger_may_choose_somebody_else():
    """party.attack.trigger-may-choose-other."""
    assert Table().ask("attack_trigger", attacker=P1, attacked=P2).seats == (P2, P3, P4)


@pytest.mark.parametrize(
    ("player", "attacker", "attacked", "triggers"),
    [(P3, P1, P2, True), (P2, P1, P2, True), (P1, P1, P2, False)],
    ids=["a third party", "the one attacked", "the attacker"],
)
def test_an_opponents_attack_triggers_for_third_parties(player, attacker, attacked, triggers):
    """party.attack.opponents-creature-attacks-anyone."""
    found = Table().ask("attack_seen", player=player, attacker=attacker, attacked=attacked)
    assert triggers == found.triggers


@pytest.mark.parametrize(("player", "attacked", "allowed"), [(P2, P2, True), (P3, P2, False)])
def test_only_the_one_attacked_redirects(player, attacked, allowed):
    """party.attack.redirect-only-when-attacked."""
    assert allowed == Table().ask("redirect", player=player, attacked=attacked).allowed


@pytest.mark.parametrize(("able", "elsewhere"), [(True, False), (False, True)])
def test_attack_this_creature_if_able(able, elsewhere):
    """party.attack.must-attack-this-creature: other players to attack are no way out."""
    assert elsewhere == PARTY.judges["forced_attack"](able=able).elsewhere


# Bad input, the board, and the file.


@pytest.mark.parametrize(
    ("move", "options", "why"),
    [
        ("break", {"target": P1, "attacker": P1}, "party-breaks-own"),
        ("break", {"target": P2, "attacker": P1, "count": 0}, "amount-out-of-range"),
        ("break", {"target": P2, "attacker": P1, "count": 100}, "amount-out-of-range"),
        ("break", {"target": P4, "attacker": P1}, "party-out"),
        ("break", {"target": P2, "attacker": P4}, "party-out"),
        ("shields", {"player": P4, "change": Change(1, relative=True)}, "party-out"),
        ("shields", {"player": P2, "change": Change(6, relative=False)}, "party-shields-same"),
        ("shields", {"player": P2, "change": Change(100, relative=False)}, "amount-out-of-range"),
        ("shields", {"player": Seat("A1"), "change": Change(1, relative=True)}, "seat-unknown"),
        ("library_out", {"player": P4}, "party-out"),
    ],
)
def test_moves_that_are_refused(move, options, why):
    table = Table()
    table.do("eliminate", player=P4)

    assert why == table.refused(move, **options)


@pytest.mark.parametrize("move", sorted(PARTY.moves))
def test_a_match_that_is_over_takes_no_more_moves(move):
    table = Table(2)
    table.do("eliminate", player=P2)
    options = {
        "shields": {"player": P1, "change": Change(1, relative=True)},
        "break": {"target": P1, "attacker": P2},
        "library_out": {"player": P1},
        "eliminate": {"player": P1},
        "partner_set": {"player": P1, "name": "x", "cost": 5, "civilisations": ("fire",)},
        "partner_move": {"player": P1, "zone": PartnerZone.BATTLE},
        "effect_add": {"text": "x", "source": P1},
        "effect_end": {"effect": 1},
        "pending_add": {"player": P1, "text": "x"},
    }

    assert table.refused(move, **options.get(move, {})) == "match-over"


def lines(shown):
    return [line for block in shown.blocks for line in block.lines]


def messages(shown):
    return [line.message for line in lines(shown)]


def controls(shown):
    return [row for block in shown.blocks for row in block.rows]


def buttons(shown):
    return [
        button for row in controls(shown) if isinstance(row, tuple) and not hasattr(row, "prompt") for button in row
    ]


def moves_of(shown):
    return [button.move for button in buttons(shown)] + [row.move for row in controls(shown) if hasattr(row, "prompt")]


@pytest.mark.parametrize("players", range(2, 9))
def test_the_usual_moves_are_on_the_board(players):
    """Break one, set shields, end turn, eliminate, undo; also for eight."""
    shown = board(Table(players).state)

    assert {"break", "shields", "turn", "eliminate", "library_out", "undo"} <= set(moves_of(shown))


def components(shown):
    """Container, heading, what happened last; of each block its line, text, rows, and their parts."""
    count = 4
    for block in shown.blocks:
        count += 1 + bool(block.lines)
        for row in block.rows:
            count += 1 + (1 if hasattr(row, "prompt") else len(row))
    return count


@pytest.mark.parametrize("players", range(2, 9))
def test_the_fullest_board_fits_into_forty_components(players):
    table = Table(players, level=3, shields=1)
    for number in range(10):
        table.do("effect_add", text=str(number), source=P1, until="P2 end")
    for number in range(20):
        table.do("pending_add", player=P1, text=str(number))
    for _ in range(2):
        for target in table.state.living[1:]:
            table.do("break", target=target)

    assert components(board(table.state)) <= 40


def test_every_button_is_a_legal_move():
    table = party_of_four()

    for button in buttons(board(table.state)):
        if button.move != "undo" and not button.form:
            assert PARTY.moves[button.move](table.state, **button.options)


def test_an_elimination_asks_once_more():
    for button in buttons(board(Table().state)):
        assert (button.move == "eliminate") == (button.confirm is not None)


def test_a_drawn_match_takes_no_more_moves():
    table = Table(2)
    table.do("eliminate", player=P1, also=(P2,))

    assert table.refused("turn") == "party-drawn-already"


def test_the_export_is_as_agreed():
    table = party_of_four()
    table.do("partner_set", player=P2, name="Momoking", cost=5, civilisations=("fire", "nature"))

    assert export(table.state) == {
        "phase": "duel",
        "round": 1,
        "turn": 3,
        "turn_seat": "P3",
        "winner": None,
        "players": [
            {"seat": "P1", "shields": 6, "status": "alive", "partner": None},
            {
                "seat": "P2",
                "shields": 6,
                "status": "alive",
                "partner": {"name": "Momoking", "cost": 5, "civilisations": ["fire", "nature"], "zone": "face_up"},
            },
            {"seat": "P3", "shields": 0, "status": "alive", "partner": None},
            {"seat": "P4", "shields": 6, "status": "alive", "partner": None},
        ],
        "effects": [{"id": 1, "text": "no blocking", "source": "P4", "until": {"seat": "P3", "moment": "turn_start"}}],
        "pending": [
            {"id": 1, "seat": "P3", "text": "draw a card"},
            {"id": 2, "seat": "P1", "text": "destroy a creature"},
        ],
    }


def test_a_match_is_read_back_from_its_file():
    table = party_of_four()
    table.do("eliminate", player=P3, reason="direct_attack", by=P4)
    table.undo()
    table.do("eliminate", player=P3, reason="in their own words")
    file = json.loads(json.dumps(export_match(table.match)))
    read = restore(FORMATS, file, match_id=2, opened_by=HOST)

    assert table.state == read.state
    assert table.match.log[-1].events == read.log[-1].events
    assert file["state"] == export_match(read)["state"]


def test_the_recorded_match_replays_for_ever():
    """Four players, editions and sitters changed, undone and redone, eliminated in and out of turn, to the last one."""
    file = json.loads(RECORDED.read_text(encoding="utf-8"))

    match = restore(FORMATS, file, match_id=1, opened_by=HOST)

    assert export_match(match) == file
    assert (match.state.winner, match.state.living, match.sitters[P2].name) == (P1, (P1,), "Aoi")
