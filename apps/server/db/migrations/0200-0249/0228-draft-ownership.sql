-- What was counted across the draft leagues of a season in a published round, and in their drafts. `players` has a list a player: her
-- id, then numbers of leagues or teams.
CREATE TABLE draft_ownership (
	season_id int NOT NULL,
	round_id int NOT NULL,
	leagues int NOT NULL,
	teams int NOT NULL,
	players jsonb NOT NULL,
	PRIMARY KEY (season_id, round_id),
	FOREIGN KEY (season_id, round_id) REFERENCES rounds ON DELETE CASCADE
);
CREATE TABLE draft_positions (
	season_id int PRIMARY KEY REFERENCES seasons ON DELETE CASCADE,
	drafts int NOT NULL,
	teams int NOT NULL,
	players jsonb NOT NULL
);
