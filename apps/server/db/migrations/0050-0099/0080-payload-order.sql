-- Payloads with a smaller id no longer change the match: a later one, or an operator, has said something since.
ALTER TABLE matches
	ADD COLUMN lines_from_payload bigint NOT NULL DEFAULT 0,
	-- The same for its status, minutes and score.
	ADD COLUMN state_from_payload bigint NOT NULL DEFAULT 0;

-- Which payload a match was last changed by has not been recorded so far: none of the old ones is applied again.
UPDATE matches AS m SET lines_from_payload = p.last, state_from_payload = p.last
	FROM (SELECT season_id, max(id) AS last FROM feed_payloads WHERE verdict IN ('applied', 'unchanged') GROUP BY season_id) AS p
	WHERE p.season_id = m.season_id AND m.status <> 'scheduled';

-- What an operator should know of a payload that has no fault.
ALTER TABLE feed_payloads ADD COLUMN notices jsonb NOT NULL DEFAULT '[]';
