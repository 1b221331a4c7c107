-- A batch of messages adds several versions at once, so that a payload is 'league:version before:version'.
CREATE OR REPLACE FUNCTION notify_conversation_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('conversation_changed',
		NEW.league_id || ':' || CASE TG_OP WHEN 'INSERT' THEN 0 ELSE OLD.version END || ':' || NEW.version);
	RETURN NULL;
END $$;
