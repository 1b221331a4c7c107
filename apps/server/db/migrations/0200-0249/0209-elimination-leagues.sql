-- Elimination leagues, in which the lowest team of each round is out, and cards about corrections of who is out. Both checks
-- are looser than before, so stored rows need not be checked.
ALTER TABLE leagues DROP CONSTRAINT leagues_type_check,
	ADD CONSTRAINT leagues_type_check CHECK (type IN ('open', 'h2h', 'elimination')) NOT VALID;
ALTER TABLE league_messages DROP CONSTRAINT league_messages_kind_check,
	ADD CONSTRAINT league_messages_kind_check
		CHECK (kind IN ('text', 'results', 'trades', 'records', 'recap', 'announcement', 'correction')) NOT VALID;

-- Elimination leagues that start a round later if nobody else joins.
CREATE INDEX leagues_to_postpone ON leagues (season_id, start_id)
	WHERE type = 'elimination' AND num_teams = 1 AND deleted_at IS NULL;
