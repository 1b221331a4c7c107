-- The backups that the server took or tried to take, for operators. Backups themselves are kept elsewhere.
CREATE TABLE backups (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	started_at timestamptz NOT NULL,
	-- Null for a backup that failed.
	place text,
	size bigint CHECK (size > 0),
	error text,
	CHECK ((place IS NULL) = (size IS NULL) AND (place IS NULL) = (error IS NOT NULL))
);
