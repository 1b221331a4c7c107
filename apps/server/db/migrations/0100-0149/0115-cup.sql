-- The cup of a season (docs/game-rules.md#cup). Its row is locked to enter and to draw.
CREATE TABLE cups (
	season_id int PRIMARY KEY REFERENCES seasons ON DELETE CASCADE,
	-- Null until the draw, when the others are set.
	drawn_at timestamptz,
	start_id int,
	seed int,
	entrants int NOT NULL DEFAULT 0,
	-- The teams that the first round lets through; null without a qualifying round.
	qualifiers int,
	FOREIGN KEY (season_id, start_id) REFERENCES rounds,
	CHECK ((drawn_at IS NULL) = (start_id IS NULL) AND (drawn_at IS NULL) = (seed IS NULL))
);

CREATE TABLE cup_entries (
	season_id int NOT NULL REFERENCES cups ON DELETE CASCADE,
	team_id int NOT NULL REFERENCES teams ON DELETE CASCADE,
	entered_at timestamptz NOT NULL,
	PRIMARY KEY (season_id, team_id)
);
CREATE INDEX cup_entries_by_team ON cup_entries (team_id);

-- Points and winner once the round is published. A side without a team is a bye, or a deleted account.
CREATE TABLE cup_matches (
	season_id int NOT NULL REFERENCES cups ON DELETE CASCADE,
	round_id int NOT NULL,
	place int NOT NULL CHECK (place >= 0),
	home_team_id int REFERENCES teams ON DELETE SET NULL,
	away_team_id int REFERENCES teams ON DELETE SET NULL,
	home_points int,
	away_points int,
	winner_team_id int REFERENCES teams ON DELETE SET NULL,
	is_decided boolean NOT NULL DEFAULT false,
	PRIMARY KEY (season_id, round_id, place),
	FOREIGN KEY (season_id, round_id) REFERENCES rounds
);
CREATE INDEX cup_matches_by_home ON cup_matches (home_team_id, season_id);
CREATE INDEX cup_matches_by_away ON cup_matches (away_team_id, season_id);
CREATE INDEX cup_matches_by_winner ON cup_matches (winner_team_id);
