-- When the line-ups of draft teams without a manager were arranged, so that each time is done once.
CREATE TABLE draft_autopilots (
	season_id int NOT NULL REFERENCES seasons ON DELETE CASCADE,
	-- In season time: a day and ten minutes before matches.
	due_at timestamptz NOT NULL,
	done_at timestamptz NOT NULL,
	PRIMARY KEY (season_id, due_at)
);
