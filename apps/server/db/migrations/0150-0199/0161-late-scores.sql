-- A match score that a provider reported after publication, which waits for an operator as the lines of stat_reviews do.
CREATE TABLE score_reviews (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	season_id int NOT NULL,
	match_id int NOT NULL,
	-- No reference, as in stat_reviews.
	payload_id bigint NOT NULL,
	state text NOT NULL CHECK (state IN ('waiting', 'accepted', 'dismissed', 'superseded')),
	home_score int,
	away_score int,
	-- The published score; null: none.
	home_before int,
	away_before int,
	season_at timestamptz NOT NULL,
	FOREIGN KEY (season_id, match_id) REFERENCES matches ON DELETE CASCADE
);
CREATE UNIQUE INDEX score_reviews_waiting ON score_reviews (season_id, match_id) WHERE state = 'waiting';
CREATE INDEX score_reviews_by_match ON score_reviews (season_id, match_id, id DESC);
