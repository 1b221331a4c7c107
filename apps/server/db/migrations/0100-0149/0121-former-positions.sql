-- Positions that a player had up to and including a round. Later rounds have those of the player's row.
CREATE TABLE former_positions (
	season_id int NOT NULL,
	player_id int NOT NULL,
	until_round int NOT NULL CHECK (until_round > 0),
	positions text[] NOT NULL CHECK (cardinality(positions) BETWEEN 1 AND 3 AND positions <@ ARRAY['DEF', 'MID', 'RUC', 'FWD']),
	PRIMARY KEY (season_id, player_id, until_round),
	FOREIGN KEY (season_id, player_id) REFERENCES players ON DELETE CASCADE
);
