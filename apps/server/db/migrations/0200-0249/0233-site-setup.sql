-- How an installation is set up on its first page, without a terminal. One row for all processes.
CREATE TABLE site_setup (
	only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
	-- SHA-256 of the one-time code that the process started last has printed.
	code_hash bytea,
	code_until timestamptz,
	-- The second factor of the owner to be, confirmed if it has a period.
	factor_secret text,
	factor_period bigint,
	recovery_hashes bytea[],
	-- When the first owner was created. The page never opens again.
	finished_at timestamptz,
	-- Whether the owner chose the demo, although it does not start by itself.
	plays_demo boolean NOT NULL DEFAULT false
);

-- After a restore, what was queued before this instant is sent only once an operator says so. No row if nothing waits.
CREATE TABLE held_messages (
	only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
	before timestamptz NOT NULL
);
