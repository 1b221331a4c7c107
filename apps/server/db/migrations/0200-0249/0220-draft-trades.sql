-- Cards about trades between the managers of a draft league.
ALTER TABLE league_messages DROP CONSTRAINT league_messages_kind_check,
	ADD CONSTRAINT league_messages_kind_check
		CHECK (kind IN ('text', 'results', 'trades', 'records', 'recap', 'announcement', 'correction', 'draft-scheduled',
			'draft-started', 'draft-complete', 'waivers-first', 'waivers-second', 'trade-accepted', 'trade-decided')) NOT VALID;

-- A trade can leave a draft team, which has no bank, with an empty slot (0), and without a captain.
ALTER TABLE lineups DROP CONSTRAINT IF EXISTS lineups_slots_check, DROP CONSTRAINT IF EXISTS lineups_check,
	ADD CONSTRAINT lineups_slots_check CHECK (cardinality(slots) BETWEEN 1 AND 64
		AND (0 < ALL (slots) OR (bank IS NULL AND 0 <= ALL (slots)))) NOT VALID,
	ADD CONSTRAINT lineups_check CHECK (
		(captain_id <> vice_captain_id OR (bank IS NULL AND captain_id = 0))
		AND (captain_id = ANY (slots) OR (bank IS NULL AND captain_id = 0))
		AND (vice_captain_id = ANY (slots) OR (bank IS NULL AND vice_captain_id = 0)) AND emergency <@ slots) NOT VALID;

ALTER TABLE notification_preferences ADD COLUMN IF NOT EXISTS draft_moves boolean NOT NULL DEFAULT true;
