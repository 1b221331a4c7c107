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

-- What a manager had in each round before a correction, such as {"1": {"points": 66, "outcomes": {"12": "won"}}}, and
-- whether the correction is mailed too. Outcomes are by league, and of the cup.
ALTER TABLE notices ADD COLUMN corrected jsonb,
	ADD COLUMN mail_state text CHECK (mail_state IN ('waiting', 'queued'));
CREATE INDEX notices_mail_waiting ON notices (created_at) WHERE mail_state = 'waiting';
UPDATE notices SET corrected = jsonb_build_object(round_id::text,
	jsonb_build_object('points', split_part(subject, ':', 2)::int, 'outcomes', '{}'::jsonb)) WHERE kind = 'correction';
