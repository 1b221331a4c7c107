-- What outside sources call squads, players and matches.
ALTER TABLE squads ADD COLUMN provider_id text, ADD UNIQUE (season_id, provider_id);
ALTER TABLE players ADD COLUMN provider_id text, ADD UNIQUE (season_id, provider_id);
ALTER TABLE matches ADD COLUMN provider_id text, ADD UNIQUE (season_id, provider_id);

-- The newest moment that a source gave its own stats of the match: what it says of an earlier one is stale.
ALTER TABLE matches ADD COLUMN stats_as_of timestamptz;

-- Goes up when standings that were published are worked out again.
ALTER TABLE rounds ADD COLUMN revision int NOT NULL DEFAULT 0;

-- An operator's word on one player in one match. It stands over whatever a feed says, before and after.
CREATE TABLE stat_corrections (
	season_id int NOT NULL,
	match_id int NOT NULL,
	player_id int NOT NULL,
	-- Her line as the rules write it; null: she did not take the field.
	stats jsonb,
	-- What it was before the first correction; null for no line.
	before jsonb,
	actor text NOT NULL CHECK (actor <> ''),
	reason text NOT NULL CHECK (reason <> ''),
	at timestamptz NOT NULL DEFAULT clock_timestamp(),
	PRIMARY KEY (season_id, match_id, player_id),
	FOREIGN KEY (season_id, match_id) REFERENCES matches ON DELETE CASCADE,
	FOREIGN KEY (season_id, player_id) REFERENCES players ON DELETE CASCADE
);

-- A feed may go back to what it said before: each answer that differs from the one before it is kept, in order.
ALTER TABLE feed_payloads DROP CONSTRAINT feed_payloads_season_id_source_kind_subject_sha256_key;
CREATE INDEX feed_payloads_by_subject ON feed_payloads (season_id, source, kind, subject, id DESC);

UPDATE seasons SET rules = '{"themedRounds": []}' || rules;

-- A round's standings are a table of their own: filled by COPY while nobody sees it, indexed once, then attached.
ALTER TABLE standings RENAME TO standings_before;
ALTER TABLE standings_before RENAME CONSTRAINT standings_pkey TO standings_before_pkey;
DROP INDEX standings_by_team;
ALTER INDEX standings_by_overall_rank RENAME TO standings_before_by_overall_rank;
ALTER INDEX standings_by_round_rank RENAME TO standings_before_by_round_rank;
CREATE TABLE standings (
	season_id int NOT NULL,
	round_id int NOT NULL,
	team_id int NOT NULL REFERENCES teams ON DELETE CASCADE,
	points int NOT NULL,
	round_rank int NOT NULL,
	total_points int NOT NULL,
	highest_points int NOT NULL,
	overall_rank int NOT NULL,
	team_value int NOT NULL,
	PRIMARY KEY (team_id, season_id, round_id),
	FOREIGN KEY (season_id, round_id) REFERENCES rounds ON DELETE CASCADE
) PARTITION BY RANGE (season_id, round_id);
CREATE UNIQUE INDEX standings_by_overall_rank ON standings (season_id, round_id, overall_rank);
CREATE UNIQUE INDEX standings_by_round_rank ON standings (season_id, round_id, round_rank);
CREATE TABLE standings_of_others PARTITION OF standings DEFAULT;
INSERT INTO standings (season_id, round_id, team_id, points, round_rank, total_points, highest_points, overall_rank, team_value)
	SELECT season_id, round_id, team_id, points, round_rank, total_points, highest_points, overall_rank, team_value
	FROM standings_before;
DROP TABLE standings_before;
