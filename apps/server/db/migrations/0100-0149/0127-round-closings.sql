-- The closing letter of each published round: the result of verifying it, and what operators were last sent.
CREATE TABLE round_closings (
	season_id int NOT NULL,
	round_id int NOT NULL,
	verification text NOT NULL DEFAULT 'waiting'
		CHECK (verification IN ('waiting', 'passed', 'differs', 'failed')),
	-- Differences, or why it could not be verified.
	findings jsonb NOT NULL DEFAULT '[]',
	verified_at timestamptz,
	-- The round's revision and winning teams that the last letter was about.
	sent_revision int,
	sent_winners int[] NOT NULL DEFAULT '{}',
	letters int NOT NULL DEFAULT 0,
	sent_at timestamptz,
	PRIMARY KEY (season_id, round_id),
	FOREIGN KEY (season_id, round_id) REFERENCES rounds ON DELETE CASCADE
);
-- Rounds that were published before get no letter, and an addendum only once a correction changes their winners.
INSERT INTO round_closings (season_id, round_id, sent_revision, sent_winners)
SELECT r.season_id, r.id, r.revision, coalesce((
	SELECT array_agg(s.team_id ORDER BY s.team_id) FROM standings AS top
	JOIN standings AS s ON s.season_id = top.season_id AND s.round_id = top.round_id AND s.points = top.points
	WHERE top.season_id = r.season_id AND top.round_id = r.id AND top.round_rank = 1), '{}')
FROM rounds AS r WHERE r.status = 'complete';
