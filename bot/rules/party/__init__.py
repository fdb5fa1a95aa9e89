"""デュエパーティー (Duel Party): a Duel Masters free-for-all with shields, partners, lasting and waiting effects."""

from bot.rules.format import Format
from bot.rules.party import board, events, judges, moves, state, terms

PARTY = Format(
    key="party",
    edition="1.00",
    rules=terms.RULES,
    seatings=terms.SEATINGS,
    start=moves.start,
    evolve=state.evolve,
    events=events.PartyEvent.__args__,
    moves={
        "shields": moves.shields,
        "break": moves.break_shields,
        "library_out": moves.library_out,
        "eliminate": moves.eliminate,
        "turn": moves.turn,
        "partner_set": moves.partner_set,
        "partner_move": moves.partner_move,
        "effect_add": moves.effect_add,
        "effect_end": moves.effect_end,
        "pending_add": moves.pending_add,
        "pending_resolve": moves.pending_resolve,
    },
    judges={
        "relation": judges.relation,
        "opponent": judges.opponent,
        "affected": judges.affected,
        "pending_list": judges.pending_list,
        "replacement": judges.replacement,
        "attack_trigger": judges.attack_trigger,
        "attack_seen": judges.attack_seen,
        "redirect": judges.redirect,
        "forced_attack": judges.forced_attack,
        "partner_up": judges.partner_up,
        "partner_legal": judges.partner_legal,
        "deck_size": judges.deck_size,
        "deck_card": judges.deck_card,
        "level_means": judges.level_means,
        "elsewhere": judges.elsewhere,
    },
    board=board.board,
    export=board.export,
    over=lambda match: match.over,
    now=board.now,
    sound=state.sound,
)
