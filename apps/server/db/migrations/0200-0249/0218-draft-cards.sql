-- Cards about the draft of a league: its date, its start and its end.
ALTER TABLE league_messages DROP CONSTRAINT league_messages_kind_check,
	ADD CONSTRAINT league_messages_kind_check
		CHECK (kind IN ('text', 'results', 'trades', 'records', 'recap', 'announcement', 'correction', 'draft-scheduled',
			'draft-started', 'draft-complete')) NOT VALID;
