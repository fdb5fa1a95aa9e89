"""The local table: the same places each time, its people's languages, and the browser, also after a kill."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from simcord import Env

from bot.client import create_client
from bot.local import furnish, welcome
from bot.settings import Settings

ROOT = Path(__file__).parent.parent
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
TEAMS = {"team_a": "遊星 ジャック クロウ", "team_b": "アンドレ ブレオ ジャン"}


class Run:
    """One run of the simulated Discord on a file; what it forgets at its end, only the file can bring back."""

    def __init__(self, file: Path):
        self.client = create_client(Settings(database_url=f"sqlite:///{file}"))
        self.env = Env(self.client, check_errors=False)
        self.tables = furnish(self.env)

    async def __aenter__(self):
        await self.client.__aenter__()
        await self.env.start()
        for table in self.tables:
            await welcome(self.client, table)
        return self

    async def __aexit__(self, *error):
        await self.env.shutdown()
        await self.client.close()


def ids_of(board):
    """The ids of the buttons of a board."""
    return re.findall(r"'custom_id': '([^']*)'", str([each.to_dict() for each in board.components]))


def test_people_and_places_have_the_same_numbers_in_each_run(tmp_path):
    first, second = Run(tmp_path / "a.db"), Run(tmp_path / "b.db")

    assert [table.place for table in first.tables] == [table.place for table in second.tables]
    assert [m.id for m in first.tables[0].members] == [m.id for m in second.tables[0].members]
    assert len({table.place for table in first.tables}) == len(first.tables)


async def test_each_is_answered_in_their_own_language_and_a_channel_in_its_servers(tmp_path):
    async with Run(tmp_path / "s.db") as run:
        japanese = run.tables[0]
        yusei, ken = japanese.members[0], japanese.members[-1]

        for_yusei = await yusei.slash(japanese.channel, "table doctor")
        for_ken = await ken.slash(japanese.channel, "table doctor")
        tossed = [await each.members[-1].slash(each.channel, "table coin") for each in run.tables]

        assert re.search(r"[ぁ-ん]", for_yusei.response.content)
        assert not re.search(r"[ぁ-ん]", for_ken.response.content)
        assert [bool(re.search(r"[ぁ-ん一-龥]", each.response.content)) for each in tossed] == [True, False]


async def test_the_next_run_shows_what_was_open_and_its_buttons_work(tmp_path):
    async with Run(tmp_path / "s.db") as run:
        table = run.tables[0]
        await table.members[0].slash(table.channel, "wrgp start", **TEAMS)
        await table.members[0].slash(table.channel, "wrgp damage", player="A1", amount="1234")
        old = next(each for each in ids_of(table.channel.history()[1]) if "amount=1000" in each and "A1" in each)

    async with Run(tmp_path / "s.db") as run:
        table = run.tables[0]
        board = table.channel.history()[-1]
        assert "6766" in str(board.components[0].to_dict())

        await table.members[0].click(board, custom_id=old)
        assert "5766" in str(table.channel.history()[-1].components[0].to_dict())
        assert "5766" not in str([message.components for message in run.tables[1].channel.history()])


# As a process of its own.


class Process:
    """`python -m bot` without a token."""

    def __init__(self, folder: Path, **environment: str):
        bare = {name: value for name, value in os.environ.items() if name not in ("DISCORD_TOKEN", "DATABASE_URL")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bot"],
            cwd=folder,
            env={**bare, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "LANG": "C.UTF-8", **environment},
            stdout=subprocess.PIPE,
            encoding="utf8",
        )
        self.said = ""

    def addresses(self) -> list[str]:
        """Wait until the table is open."""
        found: list[str] = []
        while len(found) < 2 and (line := self.process.stdout.readline()):
            self.said += line
            found = re.findall(r"http://127\.0\.0\.1:\d+/#\S+", self.said)
        return found

    def stop(self) -> int:
        """Ask it to stop; gives its exit code."""
        self.process.terminate()
        self.said += self.process.communicate()[0]
        return self.process.returncode

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def start(tmp_path):
    """Starts the local table in a folder of its own; what still runs at the end is killed."""
    started: list[Process] = []

    def start(**environment: str) -> Process:
        started.append(Process(tmp_path, **environment))
        return started[-1]

    yield start
    for each in started:
        if each.process.poll() is None:
            each.kill()


def test_it_prints_each_address_once_and_stops_when_asked(start, tmp_path):
    table = start()

    addresses = table.addresses()

    assert len(set(addresses)) == 2
    assert table.stop() == 0
    assert [table.said.count(address) for address in addresses] == [1, 1]
    assert (tmp_path / "sidecar-local.db").is_file()


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here (Debian: apt install chromium)")
def test_a_match_in_the_browser_outlives_a_kill(start):
    """Started through the composer, played to a handover and back, killed, and there again with the same numbers."""
    from playwright.sync_api import expect, sync_playwright  # noqa: PLC0415  only where there is a browser

    with sync_playwright() as playwright:
        expect.set_options(timeout=30_000)  # a busy machine is no failure
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 390, "height": 900})

        def board():
            return page.locator("article").filter(has_text="ジャック").last

        def press(label: str):
            board().get_by_role("button", name=label, exact=True).first.click()

        table = start()
        page.goto(table.addresses()[0])
        page.locator("#channel-composer-input").fill("/wrgp start")
        page.locator(".command-entry").first.click()
        for option, names in TEAMS.items():
            choice = page.locator(f".command-suggestion[data-value='{option}']")
            if not choice.count():
                page.locator(".command-ghost").click()
            choice.click()
            page.locator(f".command-option-input[data-option='{option}']").fill(names)
        page.locator("#send-message").click()
        expect(board()).to_contain_text("8000")

        for left in range(7000, -1, -1000):
            press("−1000")
            expect(board()).to_contain_text(f"LP {left}")
        expect(board()).to_contain_text("引き継ぎ中")
        press("引き継ぎ完了 → ジャック")
        expect(board()).to_contain_text("▶ A2 ジャック")
        for told in ("引き継ぎ中", "LP 1000", "LP 2000"):
            press("元に戻す")
            expect(board()).to_contain_text(told)

        table.kill()
        table = start()
        page.goto(table.addresses()[0])
        expect(board()).to_contain_text("LP 2000")
        press("−1000")
        expect(board()).to_contain_text("LP 1000")
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390
        browser.close()
