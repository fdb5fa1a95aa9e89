"""Discord's limits on what a bot may send, as its API description gives them; each request of a test is checked."""

import re
from collections import Counter
from typing import Any

CONTENT_MOST = 2000
TEXT_MOST = 4000
COMPONENTS_MOST = 40
V2 = 1 << 15
ROW, BUTTON, LIST, INPUT, TEXT, SEPARATOR, CONTAINER, LABEL = 1, 2, 3, 4, 10, 14, 17, 18
COMMAND_NAME = re.compile(r"[-_'\w]{1,32}")
CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback")
MESSAGE = re.compile(r"/channels/\d+/messages(/\d+)?|/webhooks/\d+/[^/]+(/messages/(@original|\d+))?")


def problems(request: Any) -> list[str]:
    """What Discord would refuse in one recorded request, and what could ping somebody."""
    body = request.json
    if body is None:
        return []
    if CALLBACK.fullmatch(request.path):
        return _callback(body)
    if request.method in ("POST", "PATCH") and MESSAGE.fullmatch(request.path):
        return message_problems(body)
    if request.method == "PUT" and request.path.endswith("/commands"):
        return [problem for command in body for problem in command_problems(command)]
    return []


def answers(requests: list[Any]) -> Counter[str]:
    """How many answers each interaction was sent."""
    return Counter(found[1] for request in requests if (found := CALLBACK.fullmatch(request.path)))


def _callback(body: dict[str, Any]) -> list[str]:
    data = body.get("data") or {}
    match body["type"]:
        case 4 | 7:
            return message_problems(data)
        case 8:
            choices = data["choices"]
            return [
                *_if(len(choices) > 25, f"{len(choices)} choices"),
                *_if(any(not 1 <= len(c["name"]) <= 100 for c in choices), "a choice's name"),
                *_if(any(not 1 <= len(str(c["value"])) <= 100 for c in choices), "a choice's value"),
                *_if(any(not c["name"].strip() for c in choices), "a blank choice"),
            ]
        case 9:
            return form_problems(data)
        case _:
            return []


def message_problems(body: dict[str, Any]) -> list[str]:
    """What is wrong with a message that is sent or edited."""
    if set(body) <= {"flags", "tts"}:
        return []
    parts = [*walk(body.get("components") or [])]
    is_v2 = bool(int(body.get("flags") or 0) & V2)
    texts = [part["content"] for part in parts if part["type"] == TEXT]
    said = [
        *_if((body.get("allowed_mentions") or {}).get("parse") != [], "it could ping"),
        *_if(len(body.get("content") or "") > CONTENT_MOST, f"content of {len(body.get('content') or '')}"),
        *_if(len(parts) > COMPONENTS_MOST, f"{len(parts)} components"),
        *_if(sum(map(len, texts)) > TEXT_MOST, f"text of {sum(map(len, texts))}"),
        *_if(any(not text.strip() for text in texts), "an empty text"),
        *_if(is_v2 and bool(body.get("content") or body.get("embeds")), "content beside a layout"),
        *_if(not is_v2 and any(part["type"] > 8 for part in parts), "a layout without its flag"),
        *_if(not is_v2 and len(body.get("components") or []) > 5, "more than five rows"),
    ]
    return said + component_problems(parts)


def component_problems(parts: list[dict[str, Any]]) -> list[str]:
    """What is wrong with buttons, lists, rows and their ids."""
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    said = [f"{custom_id} twice" for custom_id, count in Counter(ids).items() if count > 1]
    said += [f"id of {len(custom_id)}: {custom_id}" for custom_id in ids if not 1 <= len(custom_id) <= 100]
    for part in parts:
        match part["type"]:
            case 1:
                inside = part["components"]
                kinds = {each["type"] for each in inside}
                said += _if(not 1 <= len(inside) <= 5, f"a row of {len(inside)}")
                said += _if(LIST in kinds and len(inside) > 1, "a list that shares its row")
            case 2:
                said += _if(not 1 <= len(part["label"].strip()) <= 80, f"label {part['label']!r}")
            case 3:
                said += _list_problems(part)
            case 17:
                said += _if(not part["components"], "an empty container")
            case _:
                pass
    return said


def _list_problems(part: dict[str, Any]) -> list[str]:
    options = part["options"]
    values = [option["value"] for option in options]
    texts = [text for option in options for text in (option["label"], option["value"])]
    return [
        *_if(not 1 <= len(options) <= 25, f"a list of {len(options)}"),
        *_if(len(set(values)) < len(values), "a value twice"),
        *_if(any(not 1 <= len(text.strip()) <= 100 for text in texts), "an option's words"),
        *_if(len(part.get("placeholder") or "") > 150, "a long prompt"),
    ]


def form_problems(body: dict[str, Any]) -> list[str]:
    """What is wrong with a form."""
    parts = [*walk(body["components"])]
    labels = [part["label"] for part in parts if part["type"] == LABEL]
    most = [part["max_length"] for part in parts if part["type"] == INPUT]
    return [
        *_if(not 1 <= len(body["title"].strip()) <= 45, f"title {body['title']!r}"),
        *_if(not 1 <= len(body["custom_id"]) <= 100, f"form id of {len(body['custom_id'])}"),
        *_if(not 1 <= len(body["components"]) <= 5, f"a form of {len(body['components'])}"),
        *_if(any(not 1 <= len(label.strip()) <= 45 for label in labels), f"labels {labels}"),
        *_if(any(not 1 <= each <= 4000 for each in most), "an input's length"),
        *component_problems(parts),
    ]


def command_problems(command: dict[str, Any], path: str = "") -> list[str]:
    """What is wrong with a command, its groups and options; names are never localised."""
    here = f"{path} {command['name']}".strip()
    options, choices = command.get("options") or [], command.get("choices") or []
    menu = not path and command.get("type", 1) != 1
    named = len(command["name"]) <= 32 if menu else COMMAND_NAME.fullmatch(command["name"])
    said = [
        *_if(not named or (not menu and command["name"] != command["name"].lower()), "name"),
        *_if(bool(command.get("name_localizations")), "a localised name"),
        *_if(len(options) > 25, f"{len(options)} options"),
        *_if(len(choices) > 25, f"{len(choices)} choices"),
        *_if(any(not 1 <= len(str(choice["value"])) <= 100 for choice in choices), "a choice's value"),
        *_if(bool(choices) and bool(command.get("autocomplete")), "choices beside autocompletion"),
    ]
    if not menu:
        described = {"en": command["description"], **(command.get("description_localizations") or {})}
        said += [f"description {lang}" for lang, text in described.items() if not 1 <= len(text.strip()) <= 100]
        said += _if("ja" not in described, "no Japanese description")
    for choice in choices:
        named = {"en": choice["name"], **(choice.get("name_localizations") or {})}
        said += [f"choice {lang}" for lang, text in named.items() if not 1 <= len(text.strip()) <= 100]
    required = [bool(option.get("required")) for option in options]
    said += _if(required != sorted(required, reverse=True), "a required option after an optional one")
    said += _if(len({option["name"] for option in options}) < len(options), "an option twice")
    return [f"/{here}: {each}" for each in said] + [
        problem for option in options for problem in command_problems(option, here)
    ]


def command_size(command: dict[str, Any], language: str) -> int:
    """The characters of a command in one language, of which Discord takes 8,000."""

    def size(part: dict[str, Any]) -> int:
        described = (part.get("description_localizations") or {}).get(language) or part.get("description", "")
        choices = part.get("choices") or []
        named = [(c.get("name_localizations") or {}).get(language) or c["name"] for c in choices]
        own = len(part["name"]) + len(described) + sum(map(len, named)) + sum(len(str(c["value"])) for c in choices)
        return own + sum(size(option) for option in part.get("options") or [])

    return size(command)


def walk(components: list[dict[str, Any]]) -> Any:
    """Every component, those inside others too."""
    for part in components:
        yield part
        yield from walk(part.get("components") or [])
        yield from walk([part["component"]] if part.get("component") else [])
        yield from walk([part["accessory"]] if part.get("accessory") else [])


def _if(wrong: bool, problem: str) -> list[str]:
    return [problem] if wrong else []
