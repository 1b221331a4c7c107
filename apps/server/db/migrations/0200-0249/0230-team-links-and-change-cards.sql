-- A link gives its holder one team of a draft league that has lost its manager, until it is used.
ALTER TABLE league_invites
	ADD COLUMN team_id int UNIQUE REFERENCES teams ON DELETE CASCADE,
	DROP CONSTRAINT invitation_to_an_address_or_a_person,
	ADD CONSTRAINT invitation_to_an_address_a_person_or_a_team CHECK (num_nonnulls(email, user_id, team_id) = 1);

-- Cards about the undo and the correction of squads.
ALTER TABLE league_messages DROP CONSTRAINT league_messages_kind_check,
	ADD CONSTRAINT league_messages_kind_check CHECK (kind IN ('text', 'results', 'trades', 'records', 'recap', 'announcement',
		'correction', 'draft-scheduled', 'draft-started', 'draft-complete', 'waivers-first', 'waivers-second', 'trade-accepted',
		'trade-decided', 'squads-changed')) NOT VALID;
