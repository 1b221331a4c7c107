-- Changes of a fetched season that an operator refused. Each stays refused until the provider's value is another one.
CREATE TABLE season_change_refusals (
	season_id int NOT NULL REFERENCES seasons ON DELETE CASCADE,
	-- Table, row and column of an import, such as `players:1003:positions`.
	change_key text NOT NULL CHECK (change_key <> ''),
	-- A hash of the refused value.
	version text NOT NULL CHECK (version <> ''),
	refused_at timestamptz NOT NULL DEFAULT clock_timestamp(),
	refused_by text NOT NULL,
	PRIMARY KEY (season_id, change_key)
);
