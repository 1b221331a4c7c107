ALTER TABLE matches
	-- Seconds played of the quarter; null where the provider does not say.
	ADD COLUMN clock_seconds int CHECK (clock_seconds >= 0),
	-- Whether the quarter is over, before the next one or the end.
	ADD COLUMN is_break boolean NOT NULL DEFAULT false,
	-- Season time of the last report that changed its status, clock, score or stats.
	ADD COLUMN reported_at timestamptz,
	-- The number of its last stat event. It never goes down.
	ADD COLUMN last_event int NOT NULL DEFAULT 0;

-- What changed a player's score, report by report. Rows are inserted and deleted only while their match's row is locked.
CREATE TABLE stat_events (
	season_id int NOT NULL,
	match_id int NOT NULL,
	number int NOT NULL CHECK (number > 0),
	player_id int NOT NULL,
	-- The stats that changed, each with its count and its points.
	changes jsonb NOT NULL,
	points int NOT NULL,
	-- Her score in the match after it.
	score int NOT NULL,
	is_correction boolean NOT NULL,
	quarter smallint,
	clock_seconds int,
	-- Season time.
	at timestamptz NOT NULL,
	PRIMARY KEY (season_id, match_id, number),
	FOREIGN KEY (season_id, match_id) REFERENCES matches ON DELETE CASCADE,
	FOREIGN KEY (season_id, player_id) REFERENCES players ON DELETE CASCADE
);
