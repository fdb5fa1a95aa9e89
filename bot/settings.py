"""Settings: what a host chooses. The only reader of the environment."""

import logging
import os
from dataclasses import dataclass, field
from pathlib import Path

from bot.rules.format import Refused

DATABASE_URL = "sqlite:///sidecar.db"
# The local table's people and channels are made up: it keeps a file of its own.
LOCAL_DATABASE_URL = "sqlite:///sidecar-local.db"
# The local table takes the port after the one given, too.
PORT_MOST = 65535


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How this process runs. Without a token it can only open the local table. The token is never shown."""

    token: str | None = field(default=None, repr=False)
    database_url: str = DATABASE_URL
    shard_ids: tuple[int, ...] | None = None
    shard_count: int | None = None
    log_level: str = "INFO"
    http: str | None = None
    local_port: int | None = None

    @classmethod
    def from_env(cls) -> "Settings":
        """The settings of the environment. Raises Refused naming the variable that can't be read."""
        read = os.environ.get
        token = read("DISCORD_TOKEN", "").strip() or None
        shard_ids = tuple(_number("SHARD_IDS", each) for each in read("SHARD_IDS", "").replace(",", " ").split())
        shard_count = _whole("SHARD_COUNT", read("SHARD_COUNT", ""))
        if shard_ids and max(shard_ids) >= (shard_count or 1):
            raise Refused("settings-shards", count=shard_count or 1)
        return cls(
            token=token,
            database_url=read("DATABASE_URL", "").strip() or (DATABASE_URL if token else LOCAL_DATABASE_URL),
            shard_ids=shard_ids or None,
            shard_count=shard_count,
            log_level=_level(read("LOG_LEVEL", "")),
            http=read("SIDECAR_HTTP", "").strip() or None,
            local_port=_port("SIDECAR_LOCAL_PORT", read("SIDECAR_LOCAL_PORT", "")),
        )


def read_env_file(path: Path) -> None:
    """Take `NAME=value` lines of a file into the environment; what is set there already wins."""
    if not path.is_file():
        return
    for line in path.read_text(encoding="utf-8-sig").splitlines():
        name, equals, value = line.strip().partition("=")
        if equals and not name.startswith("#"):
            os.environ.setdefault(name.removeprefix("export ").strip(), value.strip().strip("\"'"))


def console_language() -> str:
    """What the host's terminal speaks: Japanese, else English."""
    chosen = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return "ja" if next(filter(None, chosen), "").startswith("ja") else "en"


def _level(text: str) -> str:
    level = text.strip().upper() or "INFO"
    if level not in logging.getLevelNamesMapping():
        raise Refused("settings-log-level", value=text)
    return level


def _port(name: str, text: str) -> int | None:
    port = _whole(name, text)
    if port is not None and port >= PORT_MOST:
        raise Refused("settings-port", name=name, last=PORT_MOST - 1)
    return port


def _whole(name: str, text: str) -> int | None:
    return _number(name, text) if text.strip() else None


def _number(name: str, text: str) -> int:
    if not text.strip().isdecimal():
        raise Refused("settings-not-whole", name=name, value=text)
    return int(text)
