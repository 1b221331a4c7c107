-- The prior's coefficients, fitted to all scores up to a published round (docs/game-rules.md#projected-points).
CREATE TABLE projection_coefficients (
	season_id int NOT NULL,
	round_id int NOT NULL,
	-- The revision of the round's standings whose scores they were fitted to.
	revision int NOT NULL,
	base double precision NOT NULL,
	price_point double precision NOT NULL,
	root_ownership double precision NOT NULL,
	PRIMARY KEY (season_id, round_id),
	FOREIGN KEY (season_id, round_id) REFERENCES rounds ON DELETE CASCADE
);

-- What was projected of each player when a round began, and what plain estimates said. Rows are never changed.
CREATE TABLE round_projections (
	season_id int NOT NULL,
	round_id int NOT NULL,
	player_id int NOT NULL,
	estimate double precision NOT NULL,
	low double precision NOT NULL,
	high double precision NOT NULL,
	season_average double precision NOT NULL,
	last_three double precision NOT NULL,
	price_points double precision NOT NULL,
	PRIMARY KEY (season_id, round_id, player_id),
	FOREIGN KEY (season_id, round_id) REFERENCES rounds ON DELETE CASCADE,
	FOREIGN KEY (season_id, player_id) REFERENCES players ON DELETE CASCADE
);

-- The percentages when the first round began; null before, and if too few teams were complete then.
ALTER TABLE selection_counts ADD COLUMN opening_percentages jsonb;

-- The round that a player's status was last reported for; null if it was set by an operator or never reported.
ALTER TABLE players ADD COLUMN status_round_id int;
