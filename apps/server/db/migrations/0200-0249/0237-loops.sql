-- A loop is an instruction with the score from which it makes `captain_id` captain; `player_id` is the vice captain.
ALTER TABLE team_instructions ADD COLUMN minimum_score int
	CHECK (minimum_score IS NULL OR (minimum_score > 0 AND num_nonnulls(captain_id) = 1 AND replacement IS NULL));
ALTER TABLE team_instructions DROP CONSTRAINT team_instructions_cause_check,
	ADD CONSTRAINT team_instructions_cause_check CHECK (cause IN ('team-announced', 'before-match', 'match-complete'));
