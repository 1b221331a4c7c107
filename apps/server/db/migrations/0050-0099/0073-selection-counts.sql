-- The published ownership of a season: per player the whole percentage of complete teams that held her at the last
-- count.
CREATE TABLE selection_counts (
	season_id int PRIMARY KEY REFERENCES seasons ON DELETE CASCADE,
	percentages jsonb NOT NULL,
	counted_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- What each team held at that count, as a hash of its players in any order, so that the next count knows how many teams
-- have changed. A row outlives its team: a team that is deleted has changed, too.
CREATE TABLE counted_teams (
	season_id int NOT NULL REFERENCES seasons ON DELETE CASCADE,
	team_id int NOT NULL,
	players_hash bigint NOT NULL,
	PRIMARY KEY (season_id, team_id)
);
