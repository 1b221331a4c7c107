-- The built-in identity provider's session that a session of the game was started from, by its uid: both end together.
ALTER TABLE sessions ADD COLUMN provider_session text;
CREATE INDEX sessions_by_provider_session ON sessions (provider_session) WHERE provider_session IS NOT NULL;
CREATE INDEX oidc_payloads_by_session ON oidc_payloads ((payload ->> 'sessionUid'));

-- Sessions of the provider that were ended. One that a request under way writes once more is not found again.
CREATE TABLE ended_provider_sessions (
	uid text PRIMARY KEY,
	-- When no session of this uid can be left: the provider's live 14 days.
	expires_at timestamptz NOT NULL
);

-- Ends a session of the provider, its codes, tokens and grants, and the sessions of the game that it started.
CREATE FUNCTION end_provider_session(ended text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	-- Waits for a sign-in by this session that is being written; later ones see that it has ended.
	PERFORM pg_advisory_xact_lock(hashtextextended(ended, 0));
	INSERT INTO ended_provider_sessions (uid, expires_at) VALUES (ended, now() + interval '15 days')
		ON CONFLICT DO NOTHING;
	DELETE FROM oidc_payloads WHERE kind = 'Grant'
		AND id IN (SELECT grant_id FROM oidc_payloads WHERE payload ->> 'sessionUid' = ended);
	DELETE FROM oidc_payloads WHERE payload ->> 'sessionUid' = ended;
	DELETE FROM oidc_payloads WHERE kind = 'Session' AND uid = ended;
	DELETE FROM sessions WHERE provider_session = ended;
END $$;

-- Whether a session of the game may start from this session of the provider. Volatile: it sees what was committed
-- while it waited.
CREATE FUNCTION is_provider_session_open(asked text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock_shared(hashtextextended(asked, 0));
	RETURN NOT EXISTS (SELECT FROM ended_provider_sessions WHERE uid = asked);
END $$;

CREATE FUNCTION session_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM end_provider_session(OLD.provider_session);
	RETURN NULL;
END $$;
CREATE TRIGGER session_ended AFTER DELETE ON sessions FOR EACH ROW
	WHEN (OLD.provider_session IS NOT NULL) EXECUTE FUNCTION session_ended();

-- Sessions of the provider from before belong to no device that could be ended: the next sign-in asks for the password.
DELETE FROM oidc_payloads;

-- Who asked for a link to set a new password, whether or not there is such an account: what the caller waits for is the
-- same for every address. A chore answers them.
CREATE TABLE password_reset_requests (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	email text NOT NULL CHECK (length(email) <= 254),
	language text NOT NULL,
	requested_at timestamptz NOT NULL
);
