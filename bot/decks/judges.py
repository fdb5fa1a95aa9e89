"""The deck rules of the three formats: what breaks them, what could not be decided, and what is worth knowing."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from bot.decks.lflist import COPIES_MOST, LimitList
from bot.decks.table import Card, CardTable, IdMap
from bot.decks.text import fold
from bot.decks.textlist import CardList, DeckZone, Entry, Restrictions
from bot.decks.ydk import Deck
from bot.rules.format import Line, Refused
from bot.rules.party.terms import Civilisation

WRGP_DECKS = 3
WRGP_MAIN = range(40, 61)
WRGP_EXTRA_MOST = 15
NEAR = 10
"""Passcodes this close may be one card with another picture, but also two cards: closeness alone proves nothing."""
PARTY_CARDS = 60
PARTNER_COST_LEAST = 5
TAG_DECKS = 2

_NOT_MAIN_DECK = re.compile("サイキック|ドラグハート|GR|禁断の|最終禁断|零龍|psychic|dragheart", re.IGNORECASE)
_CREATURE = re.compile("クリーチャー|creature", re.IGNORECASE)
_NO_LIMITS: Mapping[int, int] = {}
_NO_NAMES: Mapping[int, str] = {}


@dataclass(frozen=True, slots=True)
class Report:
    """A deck check. `unsettled` holds what the table has to look at, because the files do not decide it."""

    violations: tuple[Line, ...]
    unsettled: tuple[Line, ...]
    notes: tuple[Line, ...]

    @property
    def verdict(self) -> Line:
        """The answer in one sentence."""
        if self.violations:
            return Line("deck-breaks", {"count": len(self.violations)})
        if self.unsettled:
            return Line("deck-open", {"count": len(self.unsettled)})
        return Line("deck-keeps")

    def parts(self) -> tuple[tuple[Line, tuple[Line, ...]], ...]:
        """The whole report in the order in which it is told: each heading, the verdict first, with its lines."""
        unsettled = (Line("deck-unsettled-heading"), self.unsettled)
        head = [(self.verdict, self.violations), unsettled] if self.violations else [(self.verdict, self.unsettled)]
        told = [*head, (Line("deck-notes-heading"), self.notes)]
        return (told[0], *(part for part in told[1:] if part[1]))

    def lines(self) -> tuple[Line, ...]:
        """The parts, one line after the other."""
        return tuple(line for heading, lines in self.parts() for line in (heading, *lines))


class _Counted(NamedTuple):
    """A card of a deck, how many there are, and its row of the card table."""

    name: str
    key: str
    copies: int
    row: Card | None


@dataclass(frozen=True, slots=True)
class Partner:
    """The partner as a player states it; it goes before what a list or a table says."""

    name: str
    cost: int | None = None
    civilisations: frozenset[Civilisation] | None = None


@dataclass(slots=True)
class _Findings:
    """A report while it is written."""

    violations: list[Line]
    unsettled: list[Line]
    notes: list[Line]

    def report(self) -> Report:
        return Report(tuple(self.violations), tuple(self.unsettled), tuple(self.notes))


def judge_wrgp(decks: Sequence[Deck], limits: LimitList | None = None, ids: IdMap | None = None) -> Report:
    """Three decks of a team against a Forbidden & Limited List, kept by the team as one.

    Counts main, extra and side deck together. Numbers are one card where the id map says so, or where they are near
    each other and the list names them alike. Raises Refused for another number of decks.
    Sources: wrgp.deck.three-legal-decks, wrgp.deck.same-name-three-per-team, wrgp.difference.team-regulation.
    """
    if len(decks) != WRGP_DECKS:
        raise Refused("deck-three-decks", count=len(decks))
    found = _Findings([], [], [])
    for deck in decks:
        _judge_wrgp_size(deck, found)
    team = _Team(decks, limits, ids)
    found.violations += team.violations()
    found.unsettled += team.likely_same(breaking=True)
    if limits:
        found.unsettled += limits.unread
        found.notes += [Line("deck-list-used", {"name": limits.name}), *limits.notes]
    else:
        found.unsettled.append(Line("deck-no-list", {"most": COPIES_MOST}))
    if ids:
        found.unsettled += [*team.unmapped(), *ids.unread]
    else:
        found.notes.append(Line("deck-no-id-map"))
    found.notes += team.likely_same(breaking=False)
    return found.report()


def _judge_wrgp_size(deck: Deck, found: _Findings) -> None:
    main, extra, side = len(deck.main), len(deck.extra), len(deck.side)
    size = {"source": deck.source, "main": main, "extra": extra, "side": side}
    if main < WRGP_MAIN.start or main >= WRGP_MAIN.stop + (0 if extra else WRGP_EXTRA_MOST):
        found.violations.append(Line("deck-main-size", {"source": deck.source, "count": main}))
    elif main >= WRGP_MAIN.stop:
        found.unsettled.append(Line("deck-main-mixed", {"source": deck.source, "count": main}))
    if extra > WRGP_EXTRA_MOST:
        found.violations.append(Line("deck-extra-size", {"source": deck.source, "count": extra}))
    found.unsettled += deck.unread
    found.notes.append(Line("deck-size", size))
    if not extra and WRGP_MAIN.start < main < WRGP_MAIN.stop:
        found.notes.append(Line("deck-extra-empty", {"source": deck.source}))
    if side:
        found.notes.append(Line("deck-side", {"source": deck.source, "count": side}))
    found.notes += deck.notes


class _Team:
    """Three decks counted as one: passcodes gathered into cards, with each card's limit and who holds it."""

    def __init__(self, decks: Sequence[Deck], limits: LimitList | None, ids: IdMap | None) -> None:
        self.decks = decks
        self.copies = [deck.copies for deck in decks]
        self.limits = limits.limits if limits else _NO_LIMITS
        self.whitelist = bool(limits and limits.whitelist)
        self.mapped = ids.cards if ids else _NO_NAMES
        self.names: dict[int, str] = {}
        for deck in decks:
            self.names.update(deck.names)
        self.names.update(limits.names if limits else _NO_NAMES)
        self.names.update(ids.names if ids else _NO_NAMES)
        self._gather()

    def _gather(self) -> None:
        """Which passcodes of the decks, and which of the list, are one card."""
        self.cards: dict[str, list[int]] = defaultdict(list)
        self.listed: dict[str, set[int]] = defaultdict(set)
        same: dict[str, list[int]] = defaultdict(list)
        for passcode in self.limits:
            if passcode in self.mapped:
                same[self.mapped[passcode]].append(passcode)
        for passcode in sorted({passcode for copies in self.copies for passcode in copies}):
            alike = self._alike(passcode)
            mapped = next((self.mapped[one] for one in alike if one in self.mapped), "")
            card = f"card {mapped}" if mapped else str(min(alike))
            self.cards[card].append(passcode)
            self.listed[card].update(same.get(mapped, ()), self.limits.keys() & set(alike))

    def _alike(self, passcode: int) -> list[int]:
        """The passcode, and those in a row of near ones with its very name: near and named alike is the same card."""
        name = fold(self.names.get(passcode, ""))
        chain = [passcode]
        if passcode in self.mapped or not name:
            return chain
        for step in (1, -1):
            reach: int | None = passcode
            while reach is not None:
                near = range(reach + step, reach + step * (NEAR + 1), step)
                reach = next((each for each in near if fold(self.names.get(each, "")) == name), None)
                chain += [reach] if reach is not None else []
        return chain

    def most(self, card: str) -> int | None:
        """How many copies the team may hold; None for a card that a whitelist leaves out.

        A number's own entry goes before the entries of the card's other numbers, as in the clients.
        """
        others = [self.limits[passcode] for passcode in self.listed[card]]
        spare = min(others, default=None if self.whitelist else COPIES_MOST)
        own = [self.limits.get(passcode, spare) for passcode in self.cards[card]]
        return min((limit for limit in own if limit is not None), default=None)

    def total(self, card: str) -> int:
        return sum(copies[passcode] for copies in self.copies for passcode in self.cards[card])

    def told(self, card: str) -> dict[str, object]:
        """The facts of a card: its name and numbers, how many there are, who holds them, how many may be."""
        counts = [sum(copies[passcode] for passcode in self.cards[card]) for copies in self.copies]
        holders = [(deck.source, count) for deck, count in zip(self.decks, counts, strict=True)]
        return {
            "card": self.label(self.cards[card]),
            "count": self.total(card),
            "most": self.most(card) or 0,
            "holders": _holders(holders),
        }

    def label(self, passcodes: Sequence[int]) -> str:
        numbers = ", ".join(map(str, passcodes))
        name = next((self.names[passcode] for passcode in passcodes if passcode in self.names), "")
        return f"{name} ({numbers})" if name else numbers

    def violations(self) -> list[Line]:
        told: list[tuple[int, Line]] = []
        for card in self.cards:
            most = self.most(card)
            if most is None:
                told.append((-1, Line("deck-not-on-whitelist", self.told(card))))
            elif self.total(card) > most:
                told.append((most, Line("deck-too-many" if most else "deck-forbidden", self.told(card))))
        return [line for _, line in sorted(told, key=lambda pair: pair[0])]

    def likely_same(self, *, breaking: bool) -> list[Line]:
        """Numbers counted apart that may be one card: those whose sum would break the limit, or the others."""
        lines: list[Line] = []
        for one, other in self._pairs():
            most = min(self.most(one) or 0, self.most(other) or 0)
            count = self.total(one) + self.total(other)
            told = {"card": self.label(self.cards[one]), "other": self.label(self.cards[other])}
            if (count > most) is breaking:
                lines.append(Line("deck-perhaps-same", told | {"count": count, "most": most}))
        for card, passcodes in self.cards.items():
            count = self.total(card)
            for listed in () if self.listed[card] else self._listed_near(passcodes):
                most = self.limits[listed]
                told = {"card": self.label(passcodes), "other": self.label([listed])}
                if (count > most) is breaking:
                    lines.append(Line("deck-perhaps-listed", told | {"count": count, "most": most}))
        return lines

    def _pairs(self) -> list[tuple[str, str]]:
        """Cards of the decks that may be one, by near numbers or by one name, where the id map does not part them."""
        card_of = {passcode: card for card, passcodes in self.cards.items() for passcode in passcodes}
        named: dict[str, list[int]] = defaultdict(list)
        for passcode in card_of:
            named[fold(self.names.get(passcode, ""))].append(passcode)
        named.pop("", None)
        near = [(one, each) for one in card_of for each in range(one + 1, one + NEAR + 1) if each in card_of]
        alike = [pair for passcodes in named.values() for pair in combinations(passcodes, 2)]
        told = [(card_of[one], card_of[other]) for one, other in near + alike if not self._parted(one, other)]
        return list(dict.fromkeys(pair for pair in told if pair[0] != pair[1]))

    def _listed_near(self, passcodes: Iterable[int]) -> list[int]:
        """Numbers of the list, in no deck, that may be the card of these passcodes."""
        near = {
            each
            for one in passcodes
            for each in range(one - NEAR, one + NEAR + 1)
            if each in self.limits and not self._parted(one, each)
        }
        return sorted(near.difference(*self.copies))

    def _parted(self, one: int, other: int) -> bool:
        return one in self.mapped and other in self.mapped

    def unmapped(self) -> list[Line]:
        unknown = tuple(
            self.label([passcode])
            for passcodes in self.cards.values()
            for passcode in passcodes
            if passcode not in self.mapped
        )
        return [Line("deck-not-in-id-map", {"cards": unknown})] if unknown else []


def judge_party(
    deck: CardList,
    *,
    partner: Partner | None = None,
    table: CardTable | None = None,
    restricted: Restrictions | None = None,
) -> Report:
    """A Duel Party deck: 60 cards with the partner, one of each name, in the partner's civilisations.

    A card table gives costs, kinds and civilisations, `restricted` the Hall of Fame (0 is the premium one); what is
    not given is not checked, and the report says so.
    Sources: party.deck.sixty-cards, party.deck.singleton, party.deck.partner-cost-five-creature and those beside them.
    """
    found = _Findings([], list(deck.unread), list(deck.notes))
    entries = deck.within(DeckZone.MAIN, DeckZone.PARTNER)
    names = _spellings(entries)
    main = Counter[str]()
    for entry in entries:
        if entry.zone is DeckZone.MAIN:
            main[entry.key] += entry.copies
    named = _party_partner(deck, partner, found)
    # The partner's own line designates it; a list may hold the card among the sixty as well.
    if named and not main[fold(named.name)]:
        main[fold(named.name)] = 1
        names.setdefault(fold(named.name), named.name)
    elif named:
        found.notes.append(Line("deck-partner-among", {"card": named.name}))
    if (total := main.total()) != PARTY_CARDS:
        found.violations.append(Line("deck-party-size", {"count": total}))
    found.violations += _party_zones(deck)
    cards = [_Counted(names[key], key, copies, table.cards.get(key) if table else None) for key, copies in main.items()]
    found.violations += _party_repeats(cards, restricted)
    if named:
        _party_partner_fits(named, table.cards.get(fold(named.name)) if table else None, found)
    _party_civilisations(named, cards, table, found)
    if table:
        _party_table(cards, table, found)
    elif max(main.values(), default=0) > 1:
        found.notes.append(Line("deck-repeats-allowed"))
    if restricted:
        found.unsettled += restricted.unread
        found.notes += restricted.notes
    else:
        found.notes.append(Line("deck-no-hall-of-fame"))
    return found.report()


def _party_table(cards: Iterable[_Counted], table: CardTable, found: _Findings) -> None:
    found.unsettled += table.unread
    found.notes += table.notes
    if missing := tuple(card.name for card in cards if not card.row):
        found.unsettled.append(Line("deck-not-in-table", {"cards": missing}))
    found.violations += [
        Line("deck-not-main-deck", {"card": card.name, "kind": card.row.kind})
        for card in cards
        if card.row and _NOT_MAIN_DECK.search(card.row.kind)
    ]


def _party_partner(deck: CardList, stated: Partner | None, found: _Findings) -> Partner | None:
    marked = {entry.key: entry for entry in deck.within(DeckZone.PARTNER)}
    if stated:
        marked.setdefault(fold(stated.name), Entry(stated.name, 1, 0))
    if not marked:
        found.violations.append(Line("deck-partner-missing"))
        return None
    copies = sum(entry.copies for entry in marked.values())
    if copies > 1:
        found.violations.append(
            Line("deck-partner-many", {"cards": tuple(entry.name for entry in marked.values()), "count": copies})
        )
    return stated or Partner(next(iter(marked.values())).name)


def _party_zones(deck: CardList) -> list[Line]:
    zones = Counter[DeckZone]()
    for entry in deck.within(DeckZone.HYPERSPATIAL, DeckZone.GR, DeckZone.START, DeckZone.SIDE):
        zones[entry.zone] += entry.copies
    return [Line("deck-zone-unused", {"zone": zone, "count": count}) for zone, count in zones.items()]


def _party_repeats(cards: Iterable[_Counted], restricted: Restrictions | None) -> list[Line]:
    lines: list[Line] = []
    for card in cards:
        if restricted and restricted.limits.get(card.key) == 0:
            lines.append(Line("deck-premium", {"card": card.name}))
        elif card.copies > 1 and not (card.row and card.row.unlimited):
            lines.append(Line("deck-repeated", {"card": card.name, "count": card.copies}))
    return lines


def _party_partner_fits(partner: Partner, card: Card | None, found: _Findings) -> None:
    told: dict[str, object] = {"card": partner.name}
    costs = (partner.cost,) if partner.cost is not None else card.cost if card else ()
    fits = [cost >= PARTNER_COST_LEAST for cost in costs]
    half_told = bool(card and card.twinpact and partner.cost is None)
    if not fits:
        found.unsettled.append(Line("deck-partner-cost-unknown", told))
    elif not any(fits) and not half_told:
        found.violations.append(Line("deck-partner-cost", told | {"cost": max(costs)}))
    elif not all(fits):
        found.unsettled.append(Line("deck-partner-twinpact", told))
    if not card or not card.kind:
        found.notes.append(Line("deck-partner-kind-unknown", told))
    elif not _CREATURE.search(card.kind) or _NOT_MAIN_DECK.search(card.kind):
        found.violations.append(Line("deck-partner-kind", told | {"kind": card.kind}))


def _party_civilisations(
    partner: Partner | None, cards: Iterable[_Counted], table: CardTable | None, found: _Findings
) -> None:
    row = table.cards.get(fold(partner.name)) if table and partner else None
    own = partner.civilisations if partner else None
    half_told = own is None and bool(row and row.twinpact)
    own = row.civilisations if own is None and row else own
    if not table or own is None:
        found.unsettled.append(Line("deck-civilisations-unchecked" if not table else "deck-partner-civilisations"))
        return
    blank: list[str] = []
    halves: list[str] = []
    for card in cards:
        if not card.row or (partner and card.key == fold(partner.name)):
            continue
        if card.row.civilisations is None:
            blank.append(card.name)
        elif foreign := card.row.civilisations - own:
            told = {"card": card.name, "civilisations": tuple(each for each in Civilisation if each in foreign)}
            (found.unsettled if half_told else found.violations).append(Line("deck-civilisation", told))
        elif card.row.twinpact:
            halves.append(card.name)
    if blank:
        found.unsettled.append(Line("deck-civilisations-blank", {"cards": tuple(blank)}))
    if halves:
        found.notes.append(Line("deck-twinpacts", {"cards": tuple(halves)}))


def judge_tag(decks: Sequence[CardList], restricted: Restrictions | None = None) -> Report:
    """The two decks of a tag team: at most 3 copies of a card over both, fewer of a restricted one; sizes are told.

    Raises Refused for another number of decks.
    Sources: tag.deck.three-copies-per-team, tag.deck.restricted-cards-own-limit.
    """
    if len(decks) != TAG_DECKS:
        raise Refused("deck-two-decks", count=len(decks))
    found = _Findings([], [], [])
    held: dict[str, Counter[int]] = defaultdict(Counter)
    names = _spellings(entry for deck in decks for entry in deck.cards)
    for at, deck in enumerate(decks):
        for entry in deck.cards:
            held[entry.key][at] += entry.copies
        side = sum(entry.copies for entry in deck.within(DeckZone.SIDE))
        size = sum(entry.copies for entry in deck.cards) - side
        found.unsettled += deck.unread
        found.notes += [Line("deck-tag-size", {"source": deck.source, "count": size, "side": side}), *deck.notes]
    broken: list[tuple[int, Line]] = []
    for key, counts in held.items():
        most = min(COPIES_MOST, restricted.limits.get(key, COPIES_MOST) if restricted else COPIES_MOST)
        if counts.total() > most:
            holders = _holders((deck.source, counts[at]) for at, deck in enumerate(decks))
            told = {"card": names[key], "count": counts.total(), "most": most, "holders": holders}
            broken.append((most, Line("deck-too-many" if most else "deck-forbidden", told)))
    found.violations += [line for _, line in sorted(broken, key=lambda pair: pair[0])]
    if restricted:
        found.unsettled += restricted.unread
        found.notes += restricted.notes
    else:
        found.notes.append(Line("deck-no-restrictions"))
    return found.report()


def _holders(held: Iterable[tuple[str, int]]) -> tuple[Line, ...]:
    return tuple(Line("deck-holder", {"source": source, "count": count}) for source, count in held if count)


def _spellings(entries: Iterable[Entry]) -> dict[str, str]:
    """How each card is written, by its folded name; where it is written in several ways, all of them."""
    written: dict[str, list[str]] = defaultdict(list)
    for entry in entries:
        if entry.name not in written[entry.key]:
            written[entry.key].append(entry.name)
    return {key: " = ".join(names) for key, names in written.items()}
