-- The newest release, and when the leader looks for it again. No row before it first has.
CREATE TABLE release_check (
	only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
	due_at timestamptz NOT NULL,
	version text,
	url text,
	-- Why it could not be read last time.
	problem text
);
