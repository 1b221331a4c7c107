-- An operator's second factor counts for the session that gave it, until then.
ALTER TABLE sessions ADD COLUMN operator_until timestamptz;

-- One-time codes by RFC 6238. A row without `confirmed_at` is being set up.
CREATE TABLE operator_factors (
	user_id int PRIMARY KEY REFERENCES users ON DELETE CASCADE,
	-- Null until an authenticator is being set up.
	secret text,
	-- SHA-256 of what `fb operator add` printed: setting up takes more than the role and a password.
	setup_code_hash bytea CHECK (length(setup_code_hash) = 32),
	setup_code_until timestamptz,
	confirmed_at timestamptz,
	-- The period of the last code that was accepted: none counts twice.
	last_period bigint NOT NULL DEFAULT 0,
	-- Wrong codes in a row, and when the next may be tried.
	failures int NOT NULL DEFAULT 0 CHECK (failures >= 0),
	retry_at timestamptz,
	CHECK (confirmed_at IS NULL OR secret IS NOT NULL)
);

CREATE TABLE operator_recovery_codes (
	user_id int NOT NULL REFERENCES operator_factors ON DELETE CASCADE,
	code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
	used_at timestamptz,
	PRIMARY KEY (user_id, code_hash)
);

-- What operators tell everyone, on every screen.
CREATE TABLE announcements (
	id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	text text NOT NULL CHECK (length(text) BETWEEN 3 AND 300),
	tone text NOT NULL CHECK (tone IN ('info', 'warn')),
	shown_until timestamptz,
	-- Null from the command line.
	created_by int REFERENCES users ON DELETE SET NULL,
	created_at timestamptz NOT NULL,
	withdrawn_at timestamptz
);

ALTER TABLE players
	ADD COLUMN photo_version int NOT NULL DEFAULT 0 CHECK (photo_version >= 0),
	-- Photos she has had: no version is used again, also after one was taken back.
	ADD COLUMN photos int NOT NULL DEFAULT 0 CHECK (photos >= photo_version),
	-- Who left is in nobody's pool from the next round on; teams that hold her keep her until they let her go.
	ADD COLUMN departed_round int CHECK (departed_round >= 0);

-- An operator may put a quarantined payload away.
ALTER TABLE feed_payloads DROP CONSTRAINT feed_payloads_verdict_check;
ALTER TABLE feed_payloads ADD CONSTRAINT feed_payloads_verdict_check
	CHECK (verdict IN ('received', 'applied', 'unchanged', 'quarantined', 'dismissed'));
CREATE INDEX feed_payloads_quarantined ON feed_payloads (season_id, id DESC) WHERE verdict = 'quarantined';
