-- Seasons that operators fetch from a provider in the console, with their progress and result.
CREATE TABLE season_fetches (
	-- The year, which becomes the season's id.
	season_id integer PRIMARY KEY,
	competition integer NOT NULL,
	preset text NOT NULL,
	state text NOT NULL CHECK (state IN ('running', 'done', 'failed')),
	-- Lines of progress, the oldest first.
	progress text[] NOT NULL,
	-- What was written and what needs a decision; null until it is done.
	result jsonb,
	-- What failed and what to do; null unless it failed.
	problem text,
	started_at timestamptz NOT NULL,
	-- When the process that fetches last reported. One that has stopped reporting has ended.
	reported_at timestamptz NOT NULL
);
