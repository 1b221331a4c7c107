-- What somebody wants to be told, and when not. Without a row: nothing.
CREATE TABLE notice_wishes (
	user_id int PRIMARY KEY REFERENCES users ON DELETE CASCADE,
	lock_reminders text NOT NULL CHECK (lock_reminders IN ('off', 'problems', 'always')),
	-- Season time.
	minutes_before int NOT NULL CHECK (minutes_before BETWEEN 1 AND 1440),
	late_outs boolean NOT NULL,
	round_results boolean NOT NULL,
	-- Minutes of her own day.
	quiet_from int CHECK (quiet_from BETWEEN 0 AND 1439),
	quiet_to int CHECK (quiet_to BETWEEN 0 AND 1439),
	zone text NOT NULL,
	CHECK ((quiet_from IS NULL) = (quiet_to IS NULL))
);

-- Where a browser's push service takes messages for it. One a session: signed out, it is told nothing any more.
CREATE TABLE push_subscriptions (
	id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
	session_id uuid NOT NULL UNIQUE REFERENCES sessions (id) ON DELETE CASCADE,
	endpoint text NOT NULL UNIQUE CHECK (length(endpoint) BETWEEN 8 AND 1000),
	-- The browser's public key and secret, base64url: what is sent can be read by it alone.
	p256dh text NOT NULL CHECK (length(p256dh) = 87),
	auth text NOT NULL CHECK (length(auth) = 22),
	language text NOT NULL,
	created_at timestamptz NOT NULL,
	last_sent_at timestamptz
);
CREATE INDEX push_subscriptions_by_user ON push_subscriptions (user_id);

-- What somebody was to be told, once. Its words are made as it leaves, from how things stand then.
CREATE TABLE notices (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
	kind text NOT NULL CHECK (kind IN ('lock', 'late-out', 'result')),
	season_id int NOT NULL REFERENCES seasons ON DELETE CASCADE,
	round_id int NOT NULL,
	-- Which of its kind in the round: the instant of the lock, the number of the news.
	subject text NOT NULL,
	player_ids int[] NOT NULL DEFAULT '{}',
	created_at timestamptz NOT NULL,
	UNIQUE (user_id, season_id, round_id, kind, subject)
);

CREATE TABLE notice_deliveries (
	notice_id bigint NOT NULL REFERENCES notices ON DELETE CASCADE,
	subscription_id uuid NOT NULL REFERENCES push_subscriptions ON DELETE CASCADE,
	-- Not before; put off through quiet hours and after each failed attempt.
	due_at timestamptz NOT NULL,
	attempts int NOT NULL DEFAULT 0,
	-- `late`: no news any more when it could have left. `unwanted`: not asked for any more, or too many in a day.
	outcome text CHECK (outcome IN ('sent', 'late', 'unwanted', 'failed')),
	ended_at timestamptz,
	last_error text,
	PRIMARY KEY (notice_id, subscription_id),
	CHECK ((outcome IS NULL) = (ended_at IS NULL))
);
CREATE INDEX notice_deliveries_due ON notice_deliveries (due_at) WHERE ended_at IS NULL;
CREATE INDEX notice_deliveries_by_subscription ON notice_deliveries (subscription_id, ended_at);

-- Rounds whose results have been told, or need not be.
CREATE TABLE told_rounds (
	season_id int NOT NULL,
	round_id int NOT NULL,
	PRIMARY KEY (season_id, round_id),
	FOREIGN KEY (season_id, round_id) REFERENCES rounds ON DELETE CASCADE
);

-- Players who were to play and are not any more, whoever said so: a feed, an operator, an import.
CREATE TABLE player_outs (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	season_id int NOT NULL,
	player_id int NOT NULL,
	is_told boolean NOT NULL DEFAULT false,
	FOREIGN KEY (season_id, player_id) REFERENCES players ON DELETE CASCADE
);
CREATE INDEX player_outs_untold ON player_outs (season_id, id) WHERE NOT is_told;

CREATE FUNCTION note_player_out() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO player_outs (season_id, player_id) VALUES (NEW.season_id, NEW.id);
	RETURN NULL;
END $$;
CREATE TRIGGER players_out AFTER UPDATE OF status ON players FOR EACH ROW
	WHEN (OLD.status = 'playing' AND NEW.status IN ('emergency', 'injured', 'not-playing'))
	EXECUTE FUNCTION note_player_out();
