-- What an operator published with a status, such as 'Hamstring · 2 weeks'; '' if nothing.
ALTER TABLE players ADD COLUMN status_note text NOT NULL DEFAULT '';

-- Changes of many players at once, each of which can be undone.
CREATE TABLE player_imports (
	id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	season_id integer NOT NULL REFERENCES seasons (id) ON DELETE CASCADE,
	kind text NOT NULL CHECK (kind IN ('availability', 'photos')),
	started_at timestamptz NOT NULL,
	-- Null while photos are still being uploaded.
	applied_at timestamptz,
	undone_at timestamptz
);
CREATE INDEX player_imports_season ON player_imports (season_id, id);

-- One row for each player that an import changes: the values before and after.
CREATE TABLE player_import_changes (
	import_id integer NOT NULL REFERENCES player_imports (id) ON DELETE CASCADE,
	player_id integer NOT NULL,
	before jsonb NOT NULL,
	after jsonb NOT NULL,
	PRIMARY KEY (import_id, player_id)
);
