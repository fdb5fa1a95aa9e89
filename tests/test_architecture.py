"""The rooms keep to themselves: rules know the standard library and each other, and say nothing in any language."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RULES = sorted((ROOT / "bot" / "rules").rglob("*.py"))
# Of the standard library, what has a clock, chance, files, threads or a network in it.
OUTSIDE = {
    "asyncio",
    "logging",
    "os",
    "pathlib",
    "random",
    "secrets",
    "socket",
    "sqlite3",
    "subprocess",
    "threading",
    "time",
}
# Single words are allowed: rules read some of what people type.
SENTENCE = re.compile(r"。|[A-Za-z]+ [A-Za-z]+ [A-Za-z]+")


def imported(tree: ast.AST) -> set[str]:
    """Every module that a module imports, also inside a function."""
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    return names | {node.module or "." for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}


def literals(tree: ast.AST) -> list[str]:
    """Every text of a module but its docstrings, and what a fault of the program itself says to programmers."""
    faults = [node.exc for node in ast.walk(tree) if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)]
    told = [call for call in faults if isinstance(call.func, ast.Name) and call.func.id.endswith("Error")]
    bodies = [node.body for node in ast.walk(tree) if hasattr(node, "body") and isinstance(node.body, list)]
    documented = {id(body[0].value) for body in bodies if body and isinstance(body[0], ast.Expr)}
    hidden = documented | {id(node) for call in told for node in ast.walk(call)}
    constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in hidden]
    return [node.value for node in constants if isinstance(node.value, str)]


def rule_file(path):
    return path.relative_to(ROOT / "bot" / "rules").as_posix()


def test_all_rules_are_looked_at():
    assert {"format.py", "match.py", "party/moves.py", "tag.py", "wrgp.py"} <= {rule_file(path) for path in RULES}


@pytest.mark.parametrize("path", RULES, ids=rule_file)
def test_rules_import_the_standard_library_and_each_other(path):
    allowed = sys.stdlib_module_names - OUTSIDE
    names = imported(ast.parse(path.read_text(encoding="utf8")))

    assert {
        name for name in names if name.partition(".")[0] not in allowed and not name.startswith("bot.rules")
    } == set()


@pytest.mark.parametrize("path", RULES, ids=rule_file)
def test_rules_hold_no_sentence(path):
    """What they say is an id with facts; sentences stand in the catalogues."""
    assert [text for text in literals(ast.parse(path.read_text(encoding="utf8"))) if SENTENCE.search(text)] == []


def test_only_the_settings_read_the_environment():
    readers = {
        path.name
        for path in [*(ROOT / "bot").rglob("*.py"), *(ROOT / "cogs").glob("*.py")]
        if re.search(r"\bos\.(environ|getenv)", path.read_text(encoding="utf8"))
    }

    assert readers == {"settings.py"}


def test_imports_run_one_way():
    """The contracts of pyproject.toml, as CI checks them."""
    # In a process of its own: the linter sets up logging for itself.
    linting = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    linted = subprocess.run([sys.executable, "-c", linting], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603  our own line

    assert linted.returncode == 0, linted.stdout


def test_no_room_is_named_for_nothing():
    names = {path.stem for folder in ("bot", "cogs", "tests") for path in (ROOT / folder).rglob("*.py")}

    assert names.isdisjoint({"utils", "util", "helpers", "helper", "manager", "managers", "common", "misc"})
    assert len(names) > 30


# Japanese in code is what people type and what is read, never what is said.
JAPANESE_IS_READ_IN = {
    "bot/amounts.py": "units, and the long vowel typed for a minus",
    "bot/options.py": "a yes",
    "bot/rules/party/terms.py": "civilisations and moments as players write them",
    "bot/rules/wrgp.py": "the long vowel belongs to a card's name",
    "bot/decks/judges.py": "types of cards in card tables",
    "bot/decks/table.py": "headings of card tables",
    "bot/decks/text.py": "dots and dashes of card names",
    "bot/decks/textlist.py": "headings of deck lists",
    "bot/search.py": "kana and what is folded in a question",
    "bot/local.py": "names of people and places at the local table",
    "cogs/ruling.py": "the name of a message command, which can't be localised",
}


def test_no_japanese_is_said_from_code():
    letters = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
    spoken = re.compile(r"(です|ます|ません|ください)。?$")
    found = {}
    for path in [*(ROOT / "bot").rglob("*.py"), *(ROOT / "cogs").glob("*.py")]:
        texts = [text for text in literals(ast.parse(path.read_text(encoding="utf8"))) if letters.search(text)]
        if texts:
            found[path.relative_to(ROOT).as_posix()] = texts

    assert set(found) == set(JAPANESE_IS_READ_IN)
    assert {path: text for path, texts in found.items() for text in texts if spoken.search(text)} == {}
