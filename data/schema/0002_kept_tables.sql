-- Reason: a server keeps its limit lists, id maps and card tables, so that nobody has to attach them for each check.

CREATE TABLE kept_table (
    guild INTEGER NOT NULL,          -- the server that keeps it
    name TEXT NOT NULL,              -- what it is called there, as typed
    folded TEXT NOT NULL,            -- the same as it is compared
    kind TEXT NOT NULL,              -- limits, ids or cards
    lists TEXT NOT NULL,             -- JSON: the names of the lists in a file of limit lists, the newest first
    size INTEGER NOT NULL,           -- bytes of the file
    kept_at TEXT NOT NULL,           -- ISO 8601, UTC; the newest of a kind is used unless another is named
    text TEXT NOT NULL,              -- what was in the file; last, so that the others are read without it
    PRIMARY KEY (guild, folded)      -- keeping a name again replaces what was kept
) STRICT;
