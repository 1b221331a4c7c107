-- A stat line of a payload that waits for an operator, or that an operator should know of.
CREATE TABLE stat_reviews (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	season_id int NOT NULL,
	match_id int NOT NULL,
	player_id int NOT NULL,
	-- No reference: a season is checked by replaying its payloads into a copy that does not hold them.
	payload_id bigint NOT NULL,
	-- faulty: left out of its match; late: changed after publication; reduced: applied, with fewer of some stat.
	kind text NOT NULL CHECK (kind IN ('faulty', 'late', 'reduced')),
	state text NOT NULL CHECK (state IN ('waiting', 'noted', 'accepted', 'dismissed', 'superseded')),
	-- What the payload says; null: she is missing from it.
	reported jsonb,
	-- What counted when it came; null: no line.
	before jsonb,
	faults jsonb NOT NULL DEFAULT '[]',
	-- Some of its faults cannot be accepted, such as a negative count.
	is_impossible boolean NOT NULL DEFAULT false,
	season_at timestamptz NOT NULL,
	FOREIGN KEY (season_id, match_id) REFERENCES matches ON DELETE CASCADE,
	FOREIGN KEY (season_id, player_id) REFERENCES players ON DELETE CASCADE
);
CREATE UNIQUE INDEX stat_reviews_waiting ON stat_reviews (season_id, match_id, player_id, kind) WHERE state = 'waiting';
CREATE INDEX stat_reviews_by_line ON stat_reviews (season_id, match_id, player_id, kind, id DESC);

-- A payload that a later good one about the same subject has overtaken is closed by itself.
ALTER TABLE feed_payloads DROP CONSTRAINT feed_payloads_verdict_check;
ALTER TABLE feed_payloads ADD CONSTRAINT feed_payloads_verdict_check
	CHECK (verdict IN ('received', 'applied', 'unchanged', 'quarantined', 'dismissed', 'superseded'));

-- Matches of the payload whose rounds were published when it came: it changed nothing of them by itself.
ALTER TABLE feed_payloads ADD COLUMN published_matches int[] NOT NULL DEFAULT '{}';
