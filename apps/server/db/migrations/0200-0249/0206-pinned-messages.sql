-- A commissioner pins messages, and announcements become pinned messages. Those of earlier versions are carried over as a kind
-- of their own, which is shown among the pinned messages only, because they were never part of the conversation.
ALTER TABLE league_messages
	DROP CONSTRAINT league_messages_kind_check,
	DROP CONSTRAINT league_messages_author_check,
	DROP CONSTRAINT league_messages_round_check,
	ADD CONSTRAINT league_messages_kind_check
		CHECK (kind IN ('text', 'results', 'trades', 'records', 'recap', 'announcement')),
	ADD CONSTRAINT league_messages_author_check
		CHECK (kind = 'recap' OR (kind IN ('text', 'announcement')) = (user_id IS NOT NULL)),
	ADD CONSTRAINT league_messages_round_check CHECK ((kind IN ('text', 'announcement')) = (round_id IS NULL)),
	ADD COLUMN is_pinned boolean NOT NULL DEFAULT false,
	-- The last time that it was pinned, and by whom. They stay when it is unpinned, because pins of a day are limited.
	ADD COLUMN pinned_at timestamptz,
	ADD COLUMN pinned_by int REFERENCES users ON DELETE SET NULL,
	-- Its id in the league's activity, from the sequence of league_events.
	ADD COLUMN event_id bigint UNIQUE;
CREATE INDEX league_messages_pinned ON league_messages (league_id) WHERE pinned_at IS NOT NULL;
CREATE INDEX league_messages_by_pinner ON league_messages (pinned_by) WHERE pinned_by IS NOT NULL;

-- Copies announcements into the conversations of their leagues, or updates the copies. The time of a copy is that of the
-- upgrade, so that a process of the previous release does not delete it as an old message; pinned_at is when it was announced.
CREATE FUNCTION carry_over_announcements(in_events bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO league_conversations AS c (league_id, version)
	SELECT DISTINCT league_id, 1 FROM league_events WHERE id = ANY (in_events) ORDER BY league_id
	ON CONFLICT (league_id) DO UPDATE SET version = c.version + 1;
	INSERT INTO league_messages AS m (league_id, version, kind, user_id, text, at, is_notified, reported_at, hidden_at,
		hidden_by, is_pinned, pinned_at, pinned_by, event_id)
	SELECT e.league_id, c.version, 'announcement', e.user_id, coalesce(e.data ->> 'text', ''), clock_timestamp(), true,
		e.reported_at, e.hidden_at, CASE WHEN e.hidden_at IS NOT NULL THEN 'commissioner' END, true, e.at, e.user_id, e.id
	FROM league_events e JOIN league_conversations c ON c.league_id = e.league_id
	WHERE e.id = ANY (in_events) ORDER BY e.id
	ON CONFLICT (event_id) DO UPDATE SET version = excluded.version, reported_at = excluded.reported_at,
		hidden_at = coalesce(m.hidden_at, excluded.hidden_at), hidden_by = coalesce(m.hidden_by, excluded.hidden_by);
	INSERT INTO league_message_reports (message_id, user_id, at)
	SELECT m.id, r.user_id, r.at FROM league_event_reports r JOIN league_messages m ON m.event_id = r.event_id
	WHERE r.event_id = ANY (in_events) ON CONFLICT DO NOTHING;
END $$;
SELECT carry_over_announcements(ARRAY(SELECT id FROM league_events WHERE kind = 'announcement'));

-- Processes of the previous release post, report and remove announcements as events.
CREATE FUNCTION carry_over_announcement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM carry_over_announcements(ARRAY[NEW.id]);
	RETURN NULL;
END $$;
CREATE TRIGGER announcement_changed AFTER INSERT OR UPDATE OF reported_at, hidden_at ON league_events
	FOR EACH ROW WHEN (NEW.kind = 'announcement') EXECUTE FUNCTION carry_over_announcement();
CREATE FUNCTION carry_over_announcement_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM carry_over_announcements(ARRAY[NEW.event_id]);
	RETURN NULL;
END $$;
CREATE TRIGGER announcement_reported AFTER INSERT ON league_event_reports
	FOR EACH ROW EXECUTE FUNCTION carry_over_announcement_report();

-- They also list announcements as events, so one whose message is removed, unpinned or deleted ends there too.
CREATE FUNCTION delete_announcement_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' THEN
		IF NEW.is_pinned AND NEW.hidden_at IS NULL THEN RETURN NULL; END IF;
	END IF;
	DELETE FROM league_events WHERE id = OLD.event_id AND kind = 'announcement';
	RETURN NULL;
END $$;
CREATE TRIGGER announcement_ended AFTER DELETE OR UPDATE OF hidden_at, is_pinned ON league_messages
	FOR EACH ROW WHEN (OLD.event_id IS NOT NULL) EXECUTE FUNCTION delete_announcement_event();
