-- The health of the stats provider as the leader last reported it: one row, or none if the leader polls no provider.
CREATE UNLOGGED TABLE feed_health (
	id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
	source text NOT NULL,
	health jsonb NOT NULL,
	reported_at timestamptz NOT NULL
);
