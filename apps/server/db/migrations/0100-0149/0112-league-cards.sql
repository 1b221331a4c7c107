-- The game writes cards into conversations: results, trades and records of a round, and the recap that a commissioner
-- posts. A recap that a commissioner has posted by hand is hers.
ALTER TABLE league_messages DROP CONSTRAINT league_messages_kind_check,
	ADD CONSTRAINT league_messages_kind_check CHECK (kind IN ('text', 'results', 'trades', 'records', 'recap'));
DO $$
DECLARE name text;
BEGIN
	FOR name IN SELECT conname FROM pg_constraint WHERE conrelid = 'league_messages'::regclass AND contype = 'c'
		AND pg_get_constraintdef(oid) LIKE '%user_id IS NOT NULL%'
	LOOP EXECUTE format('ALTER TABLE league_messages DROP CONSTRAINT %I', name);
	END LOOP;
END $$;
ALTER TABLE league_messages
	ADD CONSTRAINT league_messages_author_check CHECK (kind = 'recap' OR (kind = 'text') = (user_id IS NOT NULL)),
	ADD CONSTRAINT league_messages_round_check CHECK ((kind = 'text') = (round_id IS NULL));

ALTER TABLE league_conversations
	ADD COLUMN has_cards boolean NOT NULL DEFAULT true,
	-- Whether the recap of a round is posted without the commissioner.
	ADD COLUMN posts_recap boolean NOT NULL DEFAULT false;

-- Results that were saved before there were cards get none.
ALTER TABLE league_activity_rounds
	ADD COLUMN saved_at timestamptz NOT NULL DEFAULT clock_timestamp(),
	ADD COLUMN has_cards boolean NOT NULL DEFAULT true;
ALTER TABLE league_activity_rounds ALTER COLUMN has_cards SET DEFAULT false;
