-- The payload names the members too, `<league id>:<version>:<user ids>`, so that no process has to look for them.
CREATE OR REPLACE FUNCTION tell_draft_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('draft_changed', concat_ws(':', NEW.league_id, NEW.version,
		(SELECT string_agg(user_id::text, ',') FROM league_members WHERE league_id = NEW.league_id)));
	RETURN NULL;
END $$;

-- A pick is checked against the keys of those that were undone.
CREATE INDEX draft_log_undone ON draft_log (league_id) WHERE action = 'undone';
