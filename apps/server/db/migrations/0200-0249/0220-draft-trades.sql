-- Cards about trades between the managers of a draft league.
ALTER TABLE league_messages DROP CONSTRAINT league_messages_kind_check,
	ADD CONSTRAINT league_messages_kind_check CHECK (kind IN ('text', 'results', 'trades', 'records', 'recap', 'announcement',
		'correction', 'draft-scheduled', 'draft-started', 'draft-complete', 'waivers-first', 'waivers-second', 'trade-accepted',
		'trade-decided')) NOT VALID;
