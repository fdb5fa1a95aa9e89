"""What the documents say is so: the README's match runs, links lead somewhere, names and numbers are the code's."""

import doctest
import re
from pathlib import Path

import pytest
from discord import app_commands

from bot.client import COGS, NEEDS, create_client
from bot.settings import Settings

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
CALL = re.compile(r"/(?:wrgp|party|tag|match|ruling|table)(?: [a-z]+)+")


def test_the_match_in_the_readme_runs():
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)

    assert (failed, tried >= 10) == (0, True)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_each_link_leads_to_a_file(page):
    inner = [
        link
        for link in LINK.findall(FENCED.sub("", page.read_text(encoding="utf8")))
        if not link.startswith(("http", "#"))
    ]

    assert [link for link in inner if not (page.parent / link.partition("#")[0]).exists()] == []


@pytest.fixture(scope="module")
def commands():
    """The names of all slash commands."""
    import asyncio  # noqa: PLC0415  the client is only built, never started

    async def names():
        client = create_client(Settings())
        for cog in COGS:
            await client.load_extension(cog)
        commands = [each for each in client.tree.walk_commands() if not isinstance(each, app_commands.Group)]
        return {f"/{command.qualified_name}" for command in commands}

    return asyncio.run(names())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_each_command_that_is_named_exists(page, commands):
    """An option or a word may follow a command's name; what begins like a command has to be one."""
    named = CALL.findall(page.read_text(encoding="utf8"))

    assert [call for call in named if not any((call + " ").startswith(f"{name} ") for name in commands)] == []


def test_the_invitation_asks_for_what_the_bot_needs():
    assert re.findall(r"permissions=(\d+)", (ROOT / "README.md").read_text(encoding="utf8")) == [str(NEEDS.value)]


def test_the_example_environment_names_all_that_is_read():
    example = (ROOT / ".env.example").read_text(encoding="utf8")
    read = re.findall(r'read\("([A-Z_]+)"', (ROOT / "bot" / "settings.py").read_text(encoding="utf8"))

    assert set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE)) == set(read)


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-local.txt", "requirements-dev.txt"])
def test_each_package_is_pinned_and_has_its_line(name):
    told = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf8")
    lines = (ROOT / name).read_text(encoding="utf8").splitlines()
    packages = [re.fullmatch(r"([\w.-]+)(?:\[\w+\])?==[\d.]+(?:; .*)?", line) for line in lines if line[0] not in "#-"]

    assert all(packages)
    assert [found[1] for found in packages if found and found[1] not in told] == []
