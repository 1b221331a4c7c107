-- What each import of a season changed, so that an operator can undo it. A season's first import is not listed.
CREATE TABLE season_import_changes (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	season_id int NOT NULL REFERENCES seasons ON DELETE CASCADE,
	imported_at timestamptz NOT NULL DEFAULT clock_timestamp(),
	actor text NOT NULL,
	reason text NOT NULL DEFAULT '',
	-- `fetch`: changes of a fetched season that an operator accepted.
	source text NOT NULL CHECK (source IN ('files', 'fetch')),
	-- By table, parents first: rows added, changed and removed, and the recorded values before the import.
	changes jsonb NOT NULL,
	undone_at timestamptz,
	undone_by text,
	CHECK ((undone_at IS NULL) = (undone_by IS NULL))
);
CREATE INDEX season_import_changes_by_season ON season_import_changes (season_id, id DESC);
