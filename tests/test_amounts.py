"""Numbers as people type them, on a phone and with a Japanese keyboard."""

import contextlib

import hypothesis.strategies as st
import pytest
from hypothesis import given

from bot.amounts import MOST_CHARACTERS, read_amount, read_change, read_payment
from bot.rules.format import Change, Refused

READ = {
    "plain": ("1500", 1500),
    "nothing": ("0", 0),
    "below nothing": ("-1", -1),
    "without end": ("1" + "0" * 30, 10**30),
    "full width": ("１０００", 1000),
    "full width below nothing": ("－５００", -500),
    "a long vowel for a minus": ("ー５００", -500),
    "a typographer's minus": ("−500", -500),
    "a dash": ("8000–1500", 6500),
    "a product": ("800*3", 2400),
    "a difference": ("8000-1500", 6500),
    "a sum": ("1200+300", 1500),
    "a full-width product": ("８００＊３", 2400),
    "a times sign": ("800×3", 2400),
    "an x": ("800x3", 2400),
    "a capital X": ("800X3", 2400),
    "a half of a sum": ("(8000-1500)/2", 3250),
    "a divided sign": ("3000÷2", 1500),
    "full-width brackets": ("（８００＋２００）×２", 2000),
    "thousands": ("1,500", 1500),
    "full-width thousands": ("１，５００", 1500),
    "millions": ("1,000,000", 1_000_000),
    "spaces around": ("  700 ", 700),
    "a full-width space around": ("　７００　", 700),
    "spaces between": ("800 * 3", 2400),
    "padded": ("0500", 500),
    "padded in a sum": ("8000-0500", 7500),
    "a whole number with a point": ("1500.0", 1500),
    "a sum that comes out whole": ("1000/3*3", 1000),
    "two signs": ("+-5", -5),
    "two minuses": ("--5", 5),
    "with its unit": ("1500LP", 1500),
    "with its unit in Japanese": ("１５００ダメージ", 1500),
    "with a counter": ("3枚", 3),
}


@pytest.mark.parametrize(("typed", "amount"), READ.values(), ids=READ)
def test_an_amount_is_read_as_it_is_typed(typed, amount):
    assert read_amount(typed) == amount
    assert type(read_amount(typed)) is int


UNREAD = {
    "empty": ("", "amount-unreadable"),
    "a space": (" ", "amount-unreadable"),
    "a full-width space": ("　", "amount-unreadable"),
    "a word": ("lots", "amount-unreadable"),
    "a fraction": ("1.5", "amount-not-whole"),
    "a full-width fraction": ("１．５", "amount-not-whole"),
    "a half that is no number here": ("1/2", "amount-not-whole"),
    "half": ("半分", "amount-unreadable"),
    "by nothing": ("1/0", "amount-unreadable"),
    "by nothing, in a sum": ("8000/(5-5)", "amount-unreadable"),
    "hexadecimal": ("0x10", "amount-unreadable"),
    "full-width hexadecimal": ("０ｘ１０", "amount-unreadable"),
    "a power": ("1²", "amount-unreadable"),
    "a tower": ("9**9**9", "amount-unreadable"),
    "a spaced tower": ("9* *9", "amount-unreadable"),
    "a full-width tower": ("９＊＊９", "amount-unreadable"),
    "whole division": ("7//2", "amount-unreadable"),
    "not a number": ("nan", "amount-unreadable"),
    "an exponent": ("1e9", "amount-unreadable"),
    "no thousands": ("1,5", "amount-unreadable"),
    "two numbers": ("1500 700", "amount-unreadable"),
    "a code": ("__import__('os')", "amount-unreadable"),
    "a call": ("2(3)", "amount-unreadable"),
    "half a sum": ("800*", "amount-unreadable"),
    "an open bracket": ("(800", "amount-unreadable"),
    "a lonely sign": ("-", "amount-unreadable"),
    "a point": (".", "amount-unreadable"),
    "digits of another script": ("١٢", "amount-unreadable"),
    "a book": ("1" * (MOST_CHARACTERS + 1), "amount-too-long"),
    "many brackets": ("(" * 5000 + "1" + ")" * 5000, "amount-too-long"),
}


@pytest.mark.parametrize(("typed", "why"), UNREAD.values(), ids=UNREAD)
def test_what_is_no_amount_is_refused_with_what_was_typed(typed, why):
    with pytest.raises(Refused) as caught:
        read_amount(typed)

    assert caught.value.why == why
    assert all(len(str(fact)) <= MOST_CHARACTERS for fact in caught.value.facts.values())


@given(st.text() | st.text("0123456789+-*/(). ,１０", max_size=50))
def test_whatever_is_typed_is_a_whole_number_or_refused(typed):
    with contextlib.suppress(Refused):
        assert type(read_amount(typed)) is int


@given(st.integers(-(10**12), 10**12))
def test_every_whole_number_is_read(number):
    full_width = str(number).translate(str.maketrans("0123456789-", "０１２３４５６７８９－"))

    assert read_amount(str(number)) == read_amount(full_width) == read_amount(f"{number:,}") == number


@pytest.mark.parametrize("typed", ["half", "Half", " HALF ", "半分", "はんぶん", "１／２", "1/2", "半分　"])
def test_half_is_a_payment(typed):
    assert read_payment(typed) == "half"


def test_a_payment_is_an_amount_otherwise():
    assert read_payment("１０００") == 1000
    with pytest.raises(Refused):
        read_payment("半")


CHANGES = {
    "up": ("+2", Change(2, relative=True)),
    "down": ("-2", Change(-2, relative=True)),
    "full width": ("＋２", Change(2, relative=True)),
    "full width down": ("－２", Change(-2, relative=True)),
    "a typographer's minus": ("−2", Change(-2, relative=True)),
    "set": ("2", Change(2, relative=False)),
    "set to nothing": ("0", Change(0, relative=False)),
    "up by nothing": ("+0", Change(0, relative=True)),
    "up by a product": ("+2*3", Change(6, relative=True)),
    "down by a sum in brackets": ("-(2+3)", Change(-5, relative=True)),
    "down and up again, from left to right": ("-500+200", Change(-300, relative=True)),
    "down twice": ("-5-3", Change(-8, relative=True)),
    "up and down": ("+-5", Change(-5, relative=True)),
    "set by a sum": ("8-5", Change(3, relative=False)),
    "a space behind the sign": ("+ 2", Change(2, relative=True)),
}


@pytest.mark.parametrize(("typed", "change"), CHANGES.values(), ids=CHANGES)
def test_a_sign_makes_a_change_and_a_bare_number_sets(typed, change):
    assert read_change(typed) == change


@pytest.mark.parametrize("typed", ["", "+", "-", "±2", "+1.5", "+half", "more", "+1/0", "-9**9**9"])
def test_what_is_no_change_is_refused(typed):
    with pytest.raises(Refused) as caught:
        read_change(typed)

    assert caught.value.why.startswith("amount-")
