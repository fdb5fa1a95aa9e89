-- Reason: a match is its log; all that a table sees is folded from these rows.

CREATE TABLE match (
    id INTEGER PRIMARY KEY,          -- names the match in exports and in the buttons of its boards
    place INTEGER NOT NULL,          -- the channel, thread or direct message where it lives
    guild INTEGER,                   -- the server of that place; null in a direct message
    format TEXT NOT NULL,            -- key of the format, or `lobby`
    seated TEXT NOT NULL,            -- JSON: who sat where when it opened
    host_name TEXT NOT NULL,         -- who opened it, as told then
    host_id INTEGER,                 -- the same as a Discord user
    opened_at TEXT NOT NULL,         -- ISO 8601, UTC
    closed_at TEXT,                  -- null while the match lives
    board INTEGER                    -- the message that shows it
) STRICT;

-- One live match a place: two starts at once can't both land.
CREATE UNIQUE INDEX match_live ON match (place) WHERE closed_at IS NULL;
CREATE INDEX match_guild ON match (guild);

CREATE TABLE entry (
    match INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,            -- 1, 2, 3 … without a gap; the newest is the version of the board
    at TEXT NOT NULL,                -- ISO 8601, UTC
    by_name TEXT NOT NULL,           -- who did it, as told then
    by_id INTEGER,                   -- the same as a Discord user
    events TEXT NOT NULL,            -- JSON: what happened; empty for an undo or redo
    undoes INTEGER,                  -- the entry that this one strikes
    source INTEGER,                  -- the Discord interaction that asked for it
    PRIMARY KEY (match, seq)         -- somebody who was faster makes this key collide
) STRICT, WITHOUT ROWID;

-- Two processes that hear the same press, as during a deploy, can't both carry it out.
CREATE UNIQUE INDEX entry_once ON entry (match, source) WHERE source IS NOT NULL;

CREATE TABLE language (
    place INTEGER PRIMARY KEY,       -- a channel
    language TEXT NOT NULL           -- ja, en or both
) STRICT;

CREATE TABLE note (
    key TEXT PRIMARY KEY,            -- what it is about, such as `commands`
    value TEXT NOT NULL              -- what the bot wrote down for its next start
) STRICT;
