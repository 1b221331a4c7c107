-- The best teams that could have been fielded in a finished round, worked out once for each revision of its standings.
CREATE TABLE team_hindsight (
	team_id int NOT NULL REFERENCES teams ON DELETE CASCADE,
	round_id int NOT NULL CHECK (round_id > 0),
	revision int NOT NULL,
	best_of_squad jsonb NOT NULL,
	-- Null for a team without money.
	best_under_cap jsonb,
	PRIMARY KEY (team_id, round_id)
);
