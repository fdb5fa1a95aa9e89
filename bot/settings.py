"""Settings: what a host chooses. The only reader of the environment."""

import os
from dataclasses import dataclass, field

from bot.rules.format import Refused

DATABASE_URL = "sqlite:///sidecar.db"


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
        shard_ids = read("SHARD_IDS", "").replace(",", " ").split()
        return cls(
            token=read("DISCORD_TOKEN", "").strip() or None,
            database_url=read("DATABASE_URL", "").strip() or DATABASE_URL,
            shard_ids=tuple(_number("SHARD_IDS", each) for each in shard_ids) or None,
            shard_count=_whole("SHARD_COUNT", read("SHARD_COUNT", "")),
            log_level=(read("LOG_LEVEL", "").strip() or "INFO").upper(),
            http=read("SIDECAR_HTTP", "").strip() or None,
            local_port=_whole("SIDECAR_LOCAL_PORT", read("SIDECAR_LOCAL_PORT", "")),
        )


def _whole(name: str, text: str) -> int | None:
    return _number(name, text) if text.strip() else None


def _number(name: str, text: str) -> int:
    if not text.strip().isdecimal():
        raise Refused("settings-not-whole", name=name, value=text)
    return int(text)
