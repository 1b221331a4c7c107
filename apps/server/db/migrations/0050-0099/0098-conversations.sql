-- The conversation of a league. Its row is locked by every change, which increments the version, so that changes commit in
-- the order of their versions: a reader of version n has every change up to n.
CREATE TABLE league_conversations (
	league_id int PRIMARY KEY REFERENCES leagues ON DELETE CASCADE,
	version int NOT NULL,
	-- While it is set, only the commissioner may write.
	locked_at timestamptz
);

CREATE TABLE league_messages (
	-- Assigned while the conversation is locked, so that within a league it is the order of the messages.
	id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	league_id int NOT NULL REFERENCES league_conversations ON DELETE CASCADE,
	-- Version of the conversation at the last change of the message.
	version int NOT NULL,
	-- Members write texts. The game writes the other kinds, whose content is in data.
	kind text NOT NULL DEFAULT 'text' CHECK (kind IN ('text')),
	user_id int REFERENCES users ON DELETE CASCADE,
	text text NOT NULL DEFAULT '' CHECK (length(text) <= 4000),
	data jsonb NOT NULL DEFAULT '{}',
	-- The round that a message of the game is about.
	round_id int,
	reply_to int REFERENCES league_messages ON DELETE SET NULL,
	-- Members whom the text mentions.
	mentions int[] NOT NULL DEFAULT '{}',
	-- Chosen by the writer's browser, so that a message that is sent twice is stored once.
	client_key uuid,
	at timestamptz NOT NULL,
	-- Reported by a member and not yet reviewed by an operator.
	reported_at timestamptz,
	hidden_at timestamptz,
	hidden_by text CHECK (hidden_by IN ('author', 'commissioner', 'operator')),
	-- Whether push messages about it were considered.
	is_notified boolean NOT NULL DEFAULT false,
	CHECK ((kind = 'text') = (user_id IS NOT NULL)),
	CHECK ((kind = 'text') = (client_key IS NOT NULL)),
	CHECK ((hidden_at IS NULL) = (hidden_by IS NULL)),
	UNIQUE (league_id, user_id, client_key)
);
CREATE INDEX league_messages_in_order ON league_messages (league_id, id);
CREATE INDEX league_messages_by_version ON league_messages (league_id, version);
CREATE INDEX league_messages_by_user ON league_messages (user_id);
CREATE INDEX league_messages_by_time ON league_messages (at);
CREATE INDEX league_messages_replies ON league_messages (reply_to) WHERE reply_to IS NOT NULL;
CREATE INDEX league_messages_reported ON league_messages (reported_at) WHERE reported_at IS NOT NULL AND hidden_at IS NULL;
CREATE INDEX league_messages_not_notified ON league_messages (id) WHERE NOT is_notified;
-- One message of a kind about a round, so that the jobs that write them can be run twice.
CREATE UNIQUE INDEX one_league_message_a_round ON league_messages (league_id, round_id, kind) WHERE round_id IS NOT NULL;

CREATE TABLE league_message_reactions (
	message_id int NOT NULL REFERENCES league_messages ON DELETE CASCADE,
	user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
	emoji text NOT NULL CHECK (length(emoji) <= 8),
	at timestamptz NOT NULL,
	PRIMARY KEY (message_id, emoji, user_id)
);
CREATE INDEX league_message_reactions_by_user ON league_message_reactions (user_id);

-- A reported message is hidden from the member who reported it.
CREATE TABLE league_message_reports (
	message_id int NOT NULL REFERENCES league_messages ON DELETE CASCADE,
	user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
	at timestamptz NOT NULL,
	PRIMARY KEY (message_id, user_id)
);
CREATE INDEX league_message_reports_by_user ON league_message_reports (user_id);

-- Not part of league_members: a member who is muted, leaves and joins again is still muted.
CREATE TABLE league_conversation_members (
	league_id int NOT NULL REFERENCES leagues ON DELETE CASCADE,
	user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
	-- The last message that the member has read.
	read_id int NOT NULL DEFAULT 0,
	-- Until then the member can read, but not write or react.
	muted_until timestamptz,
	PRIMARY KEY (league_id, user_id)
);
CREATE INDEX league_conversation_members_by_user ON league_conversation_members (user_id);

-- Processes send changes of conversations to their live streams. A payload is 'league:version'.
CREATE FUNCTION notify_conversation_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('conversation_changed', NEW.league_id || ':' || NEW.version);
	RETURN NULL;
END $$;
CREATE TRIGGER conversation_changed AFTER INSERT OR UPDATE ON league_conversations
	FOR EACH ROW EXECUTE FUNCTION notify_conversation_changed();

-- Push messages about conversations: a member chooses mentions, also replies, or every message.
ALTER TABLE notification_preferences ADD COLUMN league_messages text NOT NULL DEFAULT 'none'
	CHECK (league_messages IN ('none', 'mentions', 'replies', 'all'));
ALTER TABLE notices DROP CONSTRAINT notices_kind_check,
	ADD CONSTRAINT notices_kind_check CHECK (kind IN ('lock', 'late-out', 'result', 'instruction', 'message'));
