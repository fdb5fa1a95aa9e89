"""How a match of Duel Party looks: its board and its export."""

from typing import Any

from bot.rules.format import Block, Board, Button, Field, Line, Seat, Weight
from bot.rules.party.state import Effect, Partner, State, eligible, opponents
from bot.rules.party.terms import USUAL_PLAYERS, Knockout, Status

# A message has 40 components: from five on, forms stand for some of the buttons.
ROWS_FOR_EACH_MOST = 4
BUTTONS_IN_ROW = 5
PENDING_SHOWN = 8
BUTTONS_FOR_PENDING = 2
BUTTONS_FOR_OFFERS = 4


def board(state: State) -> Board:
    """Whose turn it is, all shields, what waits and lasts, and the usual moves."""
    if state.over:
        told = {"seat": state.winner, "turn": state.turn, "round": state.round}
        heading = Line("party-board-drawn" if state.drawn else "party-board-won", told)
        players = tuple(line for seat in state.players for line in _player_lines(state, seat))
        return Board(heading, (Block(players), *_lasting(state)))
    heading = Line("party-board-turn", {"turn": state.turn, "round": state.round, "seat": state.turn_seat})
    return Board(heading, (*_player_blocks(state), *_lasting(state), _controls(state)))


def now(state: State) -> tuple[Line, ...]:
    """Who may be out, and what waits to be resolved, in its order."""
    asked = tuple(line for seat in state.offers for line in _player_lines(state, seat))
    return (*asked, *_waiting_lines(state))


def _table_lines(state: State) -> tuple[Line, ...]:
    lines = [Line("party-board-order", {"seats": state.in_turn_order})]
    if state.round == 1 and len(state.players) not in USUAL_PLAYERS:
        lines.append(Line("party-board-unusual", {"players": len(state.players)}))
    if state.level:
        lines.append(Line("party-board-level", {"level": state.level}))
    lines.append(Line("party-board-edition", {"edition": str(state.rules["edition"])}))
    return tuple(lines)


def _player_lines(state: State, seat: Seat) -> tuple[Line, ...]:
    player = state.players[seat]
    facts = {"seat": seat, "shields": player.shields}
    if player.status is Status.ELIMINATED:
        return (Line("party-board-out", facts),)
    on_turn = seat == state.turn_seat and not state.over
    lines = [Line("party-board-player-on-turn" if on_turn else "party-board-player", facts)]
    offer = state.offers.get(seat)
    if offer:
        lines.append(Line(f"party-board-offer-{offer.reason.value.replace('_', '-')}", {"seat": seat, "by": offer.by}))
    if player.partner:
        lines.append(Line("party-board-partner", {n: getattr(player.partner, n) for n in Partner._fields}))
    return tuple(lines)


def _player_blocks(state: State) -> tuple[Block, ...]:
    if len(state.living) > ROWS_FOR_EACH_MOST:
        lines = tuple(line for seat in state.players for line in _player_lines(state, seat))
        offered = tuple(_eliminate_button(state, seat) for seat in tuple(state.offers)[:BUTTONS_FOR_OFFERS])
        # Buttons, as Discord sends no second pick of what a list shows as picked.
        breaks = tuple(_break_button(state, seat, "-named") for seat in opponents(state, state.turn_seat))
        rows = (offered, breaks[:BUTTONS_IN_ROW], breaks[BUTTONS_IN_ROW:])
        return (Block(lines, tuple(row for row in rows if row)),)
    blocks = tuple(Block(_player_lines(state, seat), (_player_row(state, seat),)) for seat in state.living)
    out = tuple(line for seat in state.players if seat not in state.living for line in _player_lines(state, seat))
    return (*blocks, Block(out)) if out else blocks


def _player_row(state: State, seat: Seat) -> tuple[Button, ...]:
    change = Field("change", Line("field-party-shields", {"seat": seat}))
    row = [
        Button(Line("button-party-shields"), "shields", {"player": str(seat)}, form=(change,)),
        _eliminate_button(state, seat),
    ]
    if seat != state.turn_seat:
        row.insert(0, _break_button(state, seat))
    return tuple(row)


def _break_button(state: State, seat: Seat, named: str = "") -> Button:
    deed = "break" if state.players[seat].shields else "direct"
    attack = {"attacker": str(state.turn_seat), "target": str(seat)}
    return Button(Line(f"button-party-{deed}{named}", {"seat": seat}), "break", attack, Weight.MAIN)


def _eliminate_button(state: State, seat: Seat) -> Button:
    told = {"seat": seat}
    # Red only where something asks for it: four red buttons on a board would warn of nothing.
    weight = Weight.GRAVE if seat in state.offers else Weight.QUIET
    several = len(state.living) > ROWS_FOR_EACH_MOST
    label = Line("button-party-eliminate-named", told) if several else Line("button-party-eliminate")
    return Button(label, "eliminate", {"player": str(seat)}, weight, confirm=Line("party-confirm-eliminate", told))


def _waiting_lines(state: State) -> list[Line]:
    lines: list[Line] = []
    queue = state.queue
    for place, waiting in enumerate(queue[:PENDING_SHOWN], start=1):
        kind = "party-board-trigger" if waiting.shield_trigger else "party-board-pending"
        lines.append(Line(kind, {"place": place, "seat": waiting.seat, "text": waiting.text}))
    if len(queue) > PENDING_SHOWN:
        lines.append(Line("party-board-pending-more", {"count": len(queue) - PENDING_SHOWN}))
    return lines


def _lasting(state: State) -> tuple[Block, ...]:
    queue = () if state.over else state.queue
    lines = [*(_waiting_lines(state) if queue else ()), *(_effect_line(state, effect) for effect in state.effects)]
    resolvable = eligible(state, queue)[:BUTTONS_FOR_PENDING] if queue else ()
    row = tuple(
        Button(Line("button-party-resolve", {"text": w.text}), "pending_resolve", {"pending": w.id}) for w in resolvable
    )
    return (Block(tuple(lines), (row,) if row else ()),) if lines else ()


def _effect_line(state: State, effect: Effect) -> Line:
    on = tuple(seat for seat in effect.affects if seat in state.living) or effect.affects
    affects = Line("party-all-others") if on == opponents(state, effect.source) else on
    facts = {"effect": effect.id, "text": effect.text, "source": effect.source, "affects": affects}
    if effect.until is None or effect.point is None:
        return Line("party-board-effect", facts)
    facts |= {"until": effect.until, "point": effect.point}
    if effect.waited_for is None:
        return Line("party-board-effect-until", facts)
    return Line("party-board-effect-moved", facts | {"waited_for": effect.waited_for})


def _controls(state: State) -> Block:
    who = Field("player", Line("party-field-player"), choices=tuple((str(seat), _pick(seat)) for seat in state.living))
    controls = [Button(Line("button-party-turn", {"seat": state.next_seat}), "turn", weight=Weight.MAIN)]
    if len(state.living) > ROWS_FOR_EACH_MOST:
        change = Field("change", Line("field-change"))
        reasons = tuple((why.value, Line(f"Knockout.{why}")) for why in Knockout if why is not Knockout.UNSAID)
        reason = Field("reason", Line("party-field-reason"), optional=True, choices=reasons)
        controls += [
            Button(Line("button-party-shields"), "shields", form=(who, change)),
            Button(Line("button-party-eliminate"), "eliminate", form=(who, reason)),
        ]
    controls += [
        Button(Line("button-party-library"), "library_out", form=(who,)),
        Button(Line("button-undo"), "undo"),
    ]
    return Block(_table_lines(state), (tuple(controls),))


def _pick(seat: Seat) -> Line:
    return Line("party-pick", {"seat": seat})


def export(state: State) -> dict[str, Any]:
    """The state as the export file shows it; waiting effects in the order in which they resolve."""
    return {
        "phase": "over" if state.over else "duel",
        "round": state.round,
        "turn": state.turn,
        "turn_seat": str(state.turn_seat),
        "winner": "draw" if state.drawn else state.winner and str(state.winner),
        "players": [
            {
                "seat": str(player.seat),
                "shields": player.shields,
                "status": str(player.status),
                "partner": player.partner and _partner_out(player.partner),
            }
            for player in state.players.values()
        ],
        "effects": [
            {
                "id": effect.id,
                "text": effect.text,
                "source": str(effect.source),
                "until": effect.until and {"seat": str(effect.until), "moment": str(effect.point)},
            }
            for effect in state.effects
        ],
        "pending": [{"id": waiting.id, "seat": str(waiting.seat), "text": waiting.text} for waiting in state.queue],
    }


def _partner_out(partner: Partner) -> dict[str, Any]:
    return {
        "name": partner.name,
        "cost": partner.cost,
        "civilisations": [str(civilisation) for civilisation in partner.civilisations],
        "zone": str(partner.zone),
    }
