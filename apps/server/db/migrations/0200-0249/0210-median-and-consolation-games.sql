-- Options of head-to-head leagues: a second game in each round against the league's median, and games of the teams outside the
-- finals, which do not count on the ladder.
ALTER TABLE leagues ADD COLUMN median_game boolean NOT NULL DEFAULT false,
	ADD COLUMN consolation_games boolean NOT NULL DEFAULT false;
ALTER TABLE league_matches ADD COLUMN is_consolation boolean NOT NULL DEFAULT false;
