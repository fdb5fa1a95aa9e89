"""What players attach: encodings, size, lines; and names folded for comparison."""

import zipfile
from io import BytesIO

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.decks.text import BYTES_MOST, LINES_MOST, admit, decode, fold, numbered


def zipped() -> bytes:
    held = BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("deck.ydk", "0" * 5_000_000)
    return held.getvalue()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp932"])
def test_japanese_text_is_read_in_each_encoding_of_notepad(encoding):
    assert decode("4 灰流うらら\r\n".encode(encoding), "deck.txt") == "4 灰流うらら\r\n"


def test_a_space_copied_from_a_web_page_is_text():
    assert decode("4\u00a0灰流うらら".encode(), "deck.txt") == "4\u00a0灰流うらら"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        pytest.param(b"#main\n\x00\x01", "deck-file-not-text", id="nul"),
        pytest.param(b"\x89PNG\r\n\x1a\n\x00\x00", "deck-file-not-text", id="picture"),
        pytest.param(zipped(), "deck-file-not-text", id="zip bomb"),
        pytest.param(b"\xff\xfe\x00", "deck-file-not-text", id="half a utf-16 unit"),
        pytest.param("灰流".encode("utf-32"), "deck-file-not-text", id="utf-32"),
        pytest.param(b"\xff\xff\xff", "deck-file-not-text", id="no encoding"),
        pytest.param(b"1\n" * (BYTES_MOST // 2 + 1), "deck-file-too-large", id="over 1 MiB"),
    ],
)
def test_what_is_no_text_is_refused(refusal, data, why):
    said, facts = refusal(decode, data, "x.ydk")
    assert (why, "x.ydk") == (said, facts["source"])


def test_a_file_is_refused_by_its_size_before_anything_of_it_is_read(refusal):
    assert refusal(admit, 10 * BYTES_MOST, "big.ydk") == ("deck-file-too-large", {"source": "big.ydk", "most": 1})
    admit(BYTES_MOST, "just.ydk")


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_a_hundred_thousand_lines_are_refused_whatever_ends_them(refusal, ending):
    why, facts = refusal(numbered, f"1{ending}" * 100_000, "many.txt")
    assert (why, facts["most"]) == ("deck-too-many-lines", LINES_MOST)


def test_lines_are_numbered_from_one_and_blank_ones_are_counted():
    text = "\ufeffa\r\n\r\n\u3000b\u202e\u3000\rc"
    assert numbered(text, "x") == [(1, "a"), (3, "b"), (4, "c")]


@pytest.mark.parametrize(
    ("written", "same"),
    [
        pytest.param("ボルシャック・ドラゴン", "ボルシャックドラゴン", id="middle dot"),
        pytest.param("ﾎﾞﾙｼｬｯｸ･ﾄﾞﾗｺﾞﾝ", "ボルシャック・ドラゴン", id="half width kana"),
        pytest.param("Ｄ２Ｗ２　Ｘ", "d2w2 x", id="full width letters"),
        pytest.param("たいよう", "タイヨウ", id="kana"),
        pytest.param("A ／ B", "A/B", id="twinpact separator"),
        pytest.param("スーパー", "ス−パ―", id="dashes"),
        pytest.param("龍〜波", "龍～波", id="tildes"),
        pytest.param("“K9”", '"K9"', id="quotes"),
        pytest.param("♪2×2-4×5+17=1", "♪２×２－４×５＋１７＝１", id="signs"),
        pytest.param("❤️", "❤", id="emoji mark"),
    ],
)
def test_spellings_of_one_name_meet(written, same):
    assert fold(written) == fold(same)


@pytest.mark.parametrize(
    ("one", "other"),
    [("A / B", "B"), ("13番目の計画", "12番目の計画"), ("×××××", "××××"), ("ハ", "バ"), ("カイ", "ガイ")],
)
def test_different_names_stay_apart(one, other):
    assert fold(one) != fold(other)


@given(st.text("aZ0９ｱｶﾞアぁ漢龍×/・ー-~'\"♪"))
@example("ｶ・ﾞ")
def test_folding_is_settled_and_does_not_see_spaces(name):
    assert fold(name) == fold(fold(name)) == fold("\u3000".join(name.replace("ｶﾞ", "ガ")))


@given(data=st.binary(max_size=300))
def test_any_bytes_are_text_or_refused_in_one_sentence(permitted, data):
    with permitted("deck-file-not-text"):
        assert isinstance(decode(data, "x"), str)
