"""Rulings as people meet them in Discord: the answer with the steps just run, its neighbours, the list to browse."""

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple, Self

import discord

from bot.buttons import Pressable
from bot.errors import reply_privately
from bot.example import Step
from bot.language import LABEL_MOST, LANGUAGES, Code, Voice, private_language, shorten
from bot.rules import FORMATS
from bot.rules.format import Fact, Line, Refused
from bot.rulings import Ruling, Rulings, load
from bot.search import Index

TEXT_MOST = 2000
EXAMPLES_SHOWN = 2
NEIGHBOURS = 3
PAGE = 25


class Shelf(NamedTuple):
    """Every ruling with its index."""

    rulings: Rulings
    search: Index


@cache
def shelf() -> Shelf:
    """The rulings of `data/`, loaded and proved once a process. Raises RulingsBroken for a false one."""
    rulings = load()
    return Shelf(rulings, Index(rulings))


def answer(ruling: Ruling, voice: Voice, house: Line | None = None) -> str:
    """The ruling in words: question, answer, reason, what the engine just computed, and where it stands.

    `house` is what this table plays, where the source leaves it open.
    """
    languages = LANGUAGES if voice.language == "both" else (voice.language,)
    parts: list[str] = []
    for language in languages:
        words = ruling.words[language]
        parts += [f"### {words.question}", f"**{words.answer}**", words.reason]
    if house is not None:
        parts.append(voice.line(house))
    rests = voice.say(
        f"ruling-rests-{ruling.authority}",
        game=Line(f"format-{ruling.format}"),
        edition=FORMATS[ruling.format].edition,
        heading=ruling.source,
        id=Code(ruling.id),
    )
    room = TEXT_MOST - sum(len(part) + 1 for part in parts) - len(rests) - 1
    steps: list[str] = []
    for line in _steps(ruling, voice):
        room -= len(line) + 1
        if room < 0:
            break
        steps.append(line)
    return shorten("\n".join([*parts, *steps, rests]), TEXT_MOST)


def _steps(ruling: Ruling, voice: Voice) -> Iterable[str]:
    for trace in ruling.traces[:EXAMPLES_SHOWN]:
        yield voice.say("ruling-example")
        for step in trace:
            yield voice.say("ruling-given" if step.given else "ruling-step", command=Code(step.command))
            if not step.given:
                yield from (f"> {line}" for told in _outcome(step, voice) for line in told.splitlines())


def _outcome(step: Step, voice: Voice) -> list[str]:
    outcome = step.outcome
    if isinstance(outcome, Line):
        return [voice.line(outcome)]
    if isinstance(outcome, Fact):
        return [voice.tell(outcome)]
    return [voice.tell(event) for event in outcome]


def around(ruling: Ruling, voice: Voice, *, asker: int | None = None) -> discord.ui.View:
    """Buttons to the neighbours of a ruling; with an `asker`, one that lets them delete a public answer."""
    view = discord.ui.View(timeout=None)
    for other in shelf().search.neighbours(ruling, NEIGHBOURS):
        view.add_item(RulingButton.of(other, voice))
    if asker is not None:
        view.add_item(DeleteButton.of(asker, voice))
    return view


class RulingButton(Pressable, template=r"r:[a-z0-9-]+"):
    """Shows one ruling, to the presser alone."""

    @classmethod
    def of(cls, ruling: Ruling, voice: Voice, label: str | None = None) -> Self:
        """The button, with the ruling's question on it."""
        question = ruling.words["ja" if voice.language == "both" else voice.language].question
        return cls(discord.ui.Button(label=shorten(label or question, LABEL_MOST), custom_id=f"r:{ruling.id}"))

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        """Show the ruling privately."""
        await show(interaction, find(self.custom_id.removeprefix("r:")))


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
        language = "ja" if voice.language == "both" else voice.language
        options = [
            discord.SelectOption(label=shorten(ruling.words[language].question, 100), value=ruling.id)
            for ruling in _of(form)[page * PAGE : (page + 1) * PAGE]
        ]
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
        voice = Voice(private_language(interaction.locale))
        number = min(int(page), pages(form) - 1)
        await interaction.response.edit_message(content=listed(form, voice), view=browse(form, number, voice))


def browse(form: str, page: int, voice: Voice) -> discord.ui.View:
    """A page of questions to pick from, with the way to the pages beside it."""
    view = discord.ui.View(timeout=None)
    view.add_item(Browse.of(form, page, voice))
    if page > 0:
        view.add_item(Turn.of(form, page - 1, voice.label("button-page-before")))
    if page + 1 < pages(form):
        view.add_item(Turn.of(form, page + 1, voice.label("button-page-after")))
    return view


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
        raise Refused("ruling-unknown", typed=ruling[:60])
    return found


async def show(interaction: discord.Interaction[Any], ruling: Ruling, *, public: bool = False) -> None:
    """Answer with a ruling: to the reader alone, or to everybody with a button that takes it away again."""
    table = interaction.client.table
    match = await table.find(interaction)
    voice = Voice(await table.language(interaction)) if public else Voice(private_language(interaction.locale))
    house = None
    if ruling.house_rule and match and match.format.key == ruling.format:
        house = played(ruling.format, ruling.house_rule, match.state.rules[ruling.house_rule])
    text = answer(ruling, voice, house)
    view = around(ruling, voice, asker=interaction.user.id if public else None)
    if public:
        await interaction.response.send_message(text, view=view)
    else:
        await reply_privately(interaction, text, view)


def played(form: str, key: str, value: str | int) -> Line:
    """What this table plays where the source does not decide."""
    worded = Line(f"rule-{form}.{key}.{value}") if isinstance(value, str) else value
    return Line("ruling-table-plays", {"label": Line(f"rule-{form}.{key}"), "value": worded})


def nothing_fits(results: Iterable[Ruling], voice: Voice, form: str | None) -> tuple[str, discord.ui.View]:
    """That no ruling fits, whom to ask, and the nearest questions as buttons."""
    lines = [voice.say("ruling-none")]
    if form == "wrgp":
        lines.append(voice.say("ruling-ask-designer"))
    view = discord.ui.View(timeout=None)
    for ruling in results:
        view.add_item(RulingButton.of(ruling, voice))
    return "\n".join(lines), view


ITEMS = (RulingButton, DeleteButton, Browse, Turn)
