-- Names a session to its owner without opening it.
ALTER TABLE sessions ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE;

-- Counts every picture a user ever had, so that an address once kept by browsers never shows another one.
ALTER TABLE users ADD COLUMN pictures int NOT NULL DEFAULT 0 CHECK (pictures >= avatar_version);

-- Single-use links in mails, by the SHA-256 of their token.
CREATE TABLE mailed_tokens (
	token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
	kind text NOT NULL CHECK (kind IN ('reset-password', 'verify-email', 'change-email')),
	user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
	-- The address the link proves.
	email text NOT NULL CHECK (length(email) <= 254),
	expires_at timestamptz NOT NULL
);
CREATE INDEX mailed_tokens_by_user ON mailed_tokens (user_id, kind);

-- The last attempts at something guarded, in wall time, oldest first: all processes count together. What a crash would
-- lose is not worth a write to the log for every attempt.
CREATE UNLOGGED TABLE attempts (
	subject bytea PRIMARY KEY,
	at timestamptz[] NOT NULL,
	forget_at timestamptz NOT NULL
);
CREATE INDEX attempts_to_forget ON attempts (forget_at);

-- Signing out everywhere ends what the mounted provider remembers of a person too.
CREATE INDEX oidc_payloads_by_account ON oidc_payloads ((payload ->> 'accountId'));
