"""Rulings as people meet them in Discord: the answer with the steps just run, its neighbours, the list to browse."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple, Self

import discord

from bot.buttons import Pressable, under
from bot.errors import reply_privately
from bot.example import Step, named
from bot.language import LABEL_MOST, LANGUAGES, Code, Voice, catalogue, clean, rule_words, shorten
from bot.rules import FORMATS
from bot.rules.format import Fact, Line, Refused
from bot.rules.match import Match
from bot.rulings import Ruling, Rulings, load
from bot.search import Answer, Index, fold
from bot.voices import private_voice

TEXT_MOST = 2000
OPTION_MOST = 100
EXAMPLES_SHOWN = 2
NEIGHBOURS = 3
PAGE = 25

# Where the second ruling scores so near the first, the first is right 0.6 of the time, and 0.95 of all (questions of
# `tests/questions`); a word or two say too little to tell rulings apart that are further away.
_UNCLEAR, _UNCLEAR_SHORT, _SHORT = 0.95, 0.85, 10

_MARKUP = re.compile(r"<(?:@[!&]?|#|a?:\w+:|t:)\d+(?::\w)?>|@(?:everyone|here)\b")


class Shelf(NamedTuple):
    """Every ruling with its index."""

    rulings: Rulings
    search: Index


@cache
def shelf() -> Shelf:
    """The rulings of `data/`, loaded and proved once a process. Raises RulingsBroken for a false one."""
    rulings = load()
    return Shelf(rulings, Index(rulings))


class Nearest(NamedTuple):
    """Rulings to pick from where none is given as the answer: as several may be it (`unclear`), or as none fits."""

    rulings: tuple[Ruling, ...]
    format: str | None
    unclear: bool


def consult(question: str, form: str | None, match: Match | None = None) -> Ruling | Nearest:
    """The ruling that answers a question, or those to pick from.

    The format is the one chosen, else named in the question, else that of the match here. Raises Refused for a text
    without a word.
    """
    asked = _MARKUP.sub(" ", question)
    if not fold(asked):
        raise Refused("ruling-no-question")
    chosen = shelf().rulings.by_id.get(asked.strip())
    if chosen is not None:
        return chosen
    key = form or shelf().search.named_format(asked) or format_here(match)
    found = shelf().search.look_up(asked, key)
    near = tuple(each.ruling for each in found.results[:NEIGHBOURS])
    if not found.fits:
        return Nearest(near, found.format, unclear=False)
    rivals = _rivals(found, len(fold(asked)))
    return Nearest(rivals, found.format, unclear=True) if len(rivals) > 1 else near[0]


def _rivals(found: Answer, length: int) -> tuple[Ruling, ...]:
    """The rulings that answer a question about as well as the first; none where the second says the same as it."""
    least = found.results[0].score * (_UNCLEAR_SHORT if length <= _SHORT else _UNCLEAR)
    near = tuple(each.ruling for each in found.results[:NEIGHBOURS] if each.score >= least)
    return () if len(near) > 1 and {*near[0].passages} & {*near[1].passages} else near


def format_here(match: Match | None) -> str | None:
    """The format of the match in a channel; None in a lobby, and where no match lives."""
    return match.format.key if match and match.format.key in FORMATS else None


def answer(ruling: Ruling, voice: Voice, match: Match | None = None) -> str:
    """The ruling in words: question, answer, reason, what the engine just computed, and where it stands.

    Where the source leaves it open, what the match here plays is told. A second example is shown whole or not at all,
    the first as far as Discord's limit allows.
    """
    languages = LANGUAGES if voice.language == "both" else (voice.language,)
    parts: list[str] = []
    for language in languages:
        words = ruling.words[language]
        parts += [f"### {words.question}", f"**{words.answer}**", words.reason]
    if ruling.house_rule and match and match.format.key == ruling.format:
        parts.append(voice.line(played(ruling.format, ruling.house_rule, match.state.rules[ruling.house_rule])))
    rests = voice.say(
        f"ruling-rests-{ruling.authority}",
        game=Line(f"format-{ruling.format}"),
        edition=FORMATS[ruling.format].edition,
        heading=ruling.source,
        id=Code(ruling.id),
    )
    room = TEXT_MOST - len("\n".join([*parts, rests]))
    for number, example in enumerate(_examples(ruling, voice)):
        told = _fitting(example, room) if number == 0 else example
        room -= len(told) + 2
        if room < 0:
            break
        parts.append(f"{told}\n")  # the empty line ends the quotation, where Markdown is read strictly
    return shorten("\n".join([*parts, rests]), TEXT_MOST)


def _fitting(example: str, room: int) -> str:
    """As many lines of an example as there is room for, with a mark where some are left out."""
    lines = example.splitlines()
    while len("\n".join(lines)) + 2 > room and len(lines) > 1:
        lines[-2:] = ["> …"]
    return "\n".join(lines)


def _examples(ruling: Ruling, voice: Voice) -> Iterator[str]:
    """The first examples as told; the steps of the first under a heading, of others on a match of their own too."""
    for number, trace in enumerate(ruling.traces[:EXAMPLES_SHOWN]):
        lines: list[str] = []
        if number == 0 or len(trace) > 1:
            lines.append(voice.say("ruling-example" if number == 0 else "ruling-example-more"))
        given = [typed for step in trace if step.given and (typed := _typed(step, ruling.format))]
        if given:
            lines.append(voice.say("ruling-given", commands=_counted(given)))
        for step in trace:
            lines += [] if step.given else _told(step, ruling.format, voice)
        yield "\n".join(lines)


def _told(step: Step, form: str, voice: Voice) -> list[str]:
    """A step as its command and what came of it; of a judge only the finding, which repeats what it was asked."""
    outcome = step.outcome
    if isinstance(outcome, Line):
        told = [voice.line(outcome)]
    elif isinstance(outcome, Fact):
        told = [voice.tell(outcome)]
    else:
        told = [voice.tell(event) for event in outcome]
    command = () if isinstance(outcome, Fact) else (voice.say("ruling-step", command=_typed(step, form)),)
    return [*command, *(f"> {line}" for text in told for line in text.splitlines())]


def _counted(given: list[Code | Line]) -> tuple[Code | Line, ...]:
    """Commands with each run of the same one told once, and how often."""
    runs = [(typed, len([*same])) for typed, same in groupby(given)]
    return tuple(Code(f"{typed} ×{count}") if count > 1 else typed for typed, count in runs)


def _typed(step: Step, form: str) -> Code | Line | None:
    """A step as people do it: a slash command or a button, of a judge what it was given; None for a plain start."""
    name = named(step.command)
    options = step.command.removeprefix(name).strip()
    if name == "start":
        return Code(options) if options else None
    head, _, tail = name.partition("_")
    known = catalogue("en")
    path = f"{head} {tail}" if f"cmd-{form}-{head}" in known else f"{head}-{tail}"
    if f"cmd-{form}-{name.replace('_', '-')}" in known:
        return Code(f"/{form} {path.strip('- ')} {options}".strip())
    button = f"button-{form}-{name}-plain"
    return Line("ruling-press", {"button": Line(button)}) if button in known else Code(options)


def around(ruling: Ruling, voice: Voice, *, asker: int | None = None) -> discord.ui.View:
    """Buttons to the neighbours of a ruling; with an `asker`, one that lets them delete a public answer."""
    others = shelf().search.neighbours(ruling, NEIGHBOURS)
    buttons = (RulingButton.of(other, title(other, voice.language, with_format=False)) for other in others)
    return under(*buttons, *_delete(asker, voice))


def _delete(asker: int | None, voice: Voice) -> Iterator[Pressable]:
    if asker is not None:
        yield DeleteButton.of(asker, voice)


def title(ruling: Ruling, language: str, *, with_format: bool) -> str:
    """A ruling's question, in Japanese where both languages are spoken; with its game where others stand beside it."""
    voice = Voice("ja" if language == "both" else language)
    question = ruling.words[voice.language].question
    return (
        voice.label("ruling-title", TEXT_MOST, game=Line(f"format-{ruling.format}"), question=question)
        if with_format
        else question
    )


class RulingButton(Pressable, template=r"[rR]:[a-z0-9-]+"):
    """Shows one ruling: to the presser alone, or with a capital `R` to everybody."""

    @classmethod
    def of(cls, ruling: Ruling, label: str, *, public: bool = False) -> Self:
        """The button."""
        kind = "R" if public else "r"
        return cls(discord.ui.Button(label=shorten(label, LABEL_MOST), custom_id=f"{kind}:{ruling.id}"))

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        """Show the ruling."""
        kind, _, ruling = self.custom_id.partition(":")
        await show(interaction, find(ruling), public=kind == "R")


class DeleteButton(Pressable, template=r"x:\d+"):
    """Takes a public answer away again, for the one who asked and for moderators."""

    @classmethod
    def of(cls, asker: int, voice: Voice) -> Self:
        """The button for one asker."""
        label = voice.label("button-delete")
        return cls(discord.ui.Button(label=label, style=discord.ButtonStyle.danger, custom_id=f"x:{asker}"))

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        """Delete the answer."""
        moderator = interaction.guild_id is not None and interaction.permissions.manage_messages
        if not moderator and self.custom_id != f"x:{interaction.user.id}":
            raise Refused("delete-not-yours")
        await interaction.response.defer()
        await interaction.delete_original_response()


class Browse(Pressable, template=r"b:\w*:\d+"):
    """One page of the questions that have a ruling."""

    @classmethod
    def of(cls, form: str, page: int, voice: Voice) -> Self:
        """The page as a list of questions."""
        shown = _of(form)[page * PAGE : (page + 1) * PAGE]
        titles = [(title(ruling, voice.language, with_format=not form), ruling.id) for ruling in shown]
        options = [discord.SelectOption(label=shorten(text, OPTION_MOST), value=ruling) for text, ruling in titles]
        prompt = voice.label("ruling-browse", 150, page=page + 1, pages=pages(form))
        return cls(discord.ui.Select(placeholder=prompt, options=options, custom_id=f"b:{form}:{page}"))

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        """Show the picked ruling."""
        await show(interaction, find(self.item.values[0]))


class Turn(Pressable, template=r"p:\w*:\d+"):
    """Turns to another page of the questions."""

    @classmethod
    def of(cls, form: str, page: int, label: str) -> Self:
        """The button to a page."""
        return cls(discord.ui.Button(label=label, custom_id=f"p:{form}:{page}"))

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        """Show that page in place."""
        _, form, page = self.custom_id.split(":")
        voice = private_voice(interaction)
        number = min(int(page), pages(form) - 1)
        await interaction.response.edit_message(content=listed(form, voice), view=browse(form, number, voice))


def browse(form: str, page: int, voice: Voice) -> discord.ui.View:
    """A page of questions to pick from, with the way to the pages beside it."""
    ways = ((page - 1, "button-page-before"), (page + 1, "button-page-after"))
    turns = (Turn.of(form, there, voice.label(label)) for there, label in ways if 0 <= there < pages(form))
    return under(Browse.of(form, page, voice), *turns)


def listed(form: str, voice: Voice) -> str:
    """What the list holds."""
    games = (Line(f"format-{form}"),) if form else tuple(Line(f"format-{key}") for key in FORMATS)
    return voice.say("ruling-listed", games=games, count=len(_of(form)))


def pages(form: str) -> int:
    """How many pages the questions of a format take; of all formats for an empty key."""
    return max(1, -(-len(_of(form)) // PAGE))


def _of(form: str) -> list[Ruling]:
    return [ruling for ruling in shelf().rulings if not form or ruling.format == form]


def find(ruling: str) -> Ruling:
    """A ruling by its id. Raises Refused for one that there is not."""
    found = shelf().rulings.by_id.get(ruling.strip())
    if found is None:
        raise Refused("ruling-unknown", typed=clean(ruling, 60))
    return found


async def show(interaction: discord.Interaction[Any], ruling: Ruling, *, public: bool = False) -> None:
    """Answer with a ruling: to the reader alone, or to everybody with a button that takes it away again."""
    table = interaction.client.table
    match = await table.find(interaction)
    voice = await table.voices.public(interaction) if public else private_voice(interaction)
    text = answer(ruling, voice, match)
    view = around(ruling, voice, asker=interaction.user.id if public else None)
    if public:
        await interaction.response.send_message(text, view=view)
    else:
        await reply_privately(interaction, text, view)


def played(form: str, key: str, value: str | int) -> Line:
    """What this table plays where the source does not decide."""
    return Line("ruling-table-plays", rule_words(form, key, value))


def offer(
    nearest: Nearest, voice: Voice, *, public: bool = False, asker: int | None = None
) -> tuple[str, discord.ui.View]:
    """The question which ruling is meant, or that none fits and whom to ask; the rulings to pick from as buttons."""
    lines = [voice.say("ruling-which" if nearest.unclear else "ruling-none")]
    if not nearest.unclear and nearest.format:
        lines.append(voice.say("ruling-looked-in", game=Line(f"format-{nearest.format}")))
    if not nearest.unclear and nearest.format == "wrgp":
        lines.append(voice.say("ruling-ask-designer"))
    if not nearest.unclear and nearest.rulings:
        lines.append(voice.say("ruling-nearest"))
    mixed = len({ruling.format for ruling in nearest.rulings}) > 1
    titles = ((ruling, title(ruling, voice.language, with_format=mixed)) for ruling in nearest.rulings)
    buttons = (RulingButton.of(ruling, label, public=public) for ruling, label in titles)
    return "\n".join(lines), under(*buttons, *_delete(asker, voice))


ITEMS = (RulingButton, DeleteButton, Browse, Turn)
