-- Personal access tokens, with which programs of a user make some calls of the API. Only their hashes are stored.
CREATE TABLE access_tokens (
	id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	name text NOT NULL,
	scopes text[] NOT NULL,
	token_hash bytea NOT NULL UNIQUE,
	created_at timestamptz NOT NULL,
	expires_at timestamptz NOT NULL,
	last_used_at timestamptz
);
CREATE INDEX access_tokens_of_user ON access_tokens (user_id);
-- Processes that keep the token in memory forget it, as with sessions.
CREATE TRIGGER access_tokens_ended AFTER DELETE ON access_tokens REFERENCING OLD TABLE AS touched
	FOR EACH STATEMENT EXECUTE FUNCTION people_touched();
