"""What the deck tests share: a check that everything told has its sentence."""

from collections.abc import Iterable
from contextlib import contextmanager

import pytest

from bot.decks.judges import Report
from bot.language import LANGUAGES, catalogue
from bot.rules.format import Line, Refused


def check_told(message: str, facts: Iterable[tuple[str, object]]) -> None:
    told = dict(facts)
    for language in LANGUAGES:
        asked = catalogue(language)[message]
        assert asked.placeholders <= told.keys(), message
        assert asked.plural_by is None or asked.plural_by in told, message
    for fact in told.values():
        for each in fact if isinstance(fact, tuple) else ():
            if isinstance(each, Line):
                check_told(each.message, each.facts.items())


@pytest.fixture
def refusal():
    """The message and facts of the Refused that a call raises; its sentence must exist in each language."""

    def check(call, *args, **options):
        with pytest.raises(Refused) as caught:
            call(*args, **options)
        check_told(caught.value.why, caught.value.facts.items())
        return caught.value.why, caught.value.facts

    return check


@pytest.fixture
def told():
    """The messages of lines, or of a whole report; each sentence must exist in each language."""

    def check(lines):
        lines = lines.lines() if isinstance(lines, Report) else lines
        for line in lines:
            check_told(line.message, line.facts.items())
        return [line.message for line in lines]

    return check


@pytest.fixture(scope="session")
def permitted():
    """A block that may raise Refused, for reasons that begin with one of the given words."""

    @contextmanager
    def permit(*whys):
        try:
            yield
        except Refused as refused:
            if not refused.why.startswith(whys):
                raise
            check_told(refused.why, refused.facts.items())

    return permit
