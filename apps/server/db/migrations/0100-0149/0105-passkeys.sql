-- Passkeys that users sign in with at the built-in identity provider, and the challenges that are waiting for an answer.
CREATE TABLE passkeys (
	-- The credential's id in base64url.
	id text PRIMARY KEY,
	user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	name text NOT NULL,
	public_key bytea NOT NULL,
	-- The authenticator's signature counter; 0 for authenticators without one.
	counter bigint NOT NULL,
	transports text[] NOT NULL,
	created_at timestamptz NOT NULL,
	last_used_at timestamptz
);
CREATE INDEX passkeys_of_user ON passkeys (user_id);

CREATE TABLE passkey_challenges (
	-- What the challenge was issued for; a new one replaces it.
	purpose text PRIMARY KEY,
	challenge text NOT NULL,
	expires_at timestamptz NOT NULL
);
