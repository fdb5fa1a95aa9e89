"""What `/ruling` offers while somebody types."""

import pytest

from bot.rulings import load
from bot.search import Index


@pytest.fixture(scope="module")
def index():
    return Index(load())


@pytest.mark.parametrize(("typed", "language"), [("can I heal after", "en"), ("回復したら", "ja"), ("0", "ja")])
def test_each_ruling_is_offered_once(index, typed, language):
    offered = index.complete(typed, language)

    assert 0 < len(offered) <= 25
    assert len({ruling.id for ruling in offered}) == len(offered)


def test_who_types_a_question_from_its_start_is_offered_it_first(index):
    begun = index.complete("", "en", "wrgp")[3].words["en"].question[:20]

    assert index.complete(begun, "en")[0].words["en"].question.startswith(begun)
