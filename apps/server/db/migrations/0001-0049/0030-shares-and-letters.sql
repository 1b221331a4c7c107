-- What people shared of their own team or trades, as others might see it then: a share page draws this and nothing else.
CREATE TABLE share_snapshots (
	id text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9_-]{16,32}$'),
	kind text NOT NULL CHECK (kind IN ('team', 'trade')),
	user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
	season_id int NOT NULL REFERENCES seasons ON DELETE CASCADE,
	round_id int NOT NULL,
	content jsonb NOT NULL,
	-- Of the content: sharing the same again gives the same snapshot.
	content_hash bytea NOT NULL CHECK (length(content_hash) = 32),
	created_at timestamptz NOT NULL,
	UNIQUE (user_id, kind, content_hash)
);

-- Letters to the operator.
CREATE TABLE support_letters (
	id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	user_id int REFERENCES users ON DELETE SET NULL,
	name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
	email text NOT NULL CHECK (length(email) <= 254),
	message text NOT NULL CHECK (length(message) BETWEEN 1 AND 4000),
	page text NOT NULL DEFAULT '',
	created_at timestamptz NOT NULL,
	handled_at timestamptz
);
CREATE INDEX support_letters_open ON support_letters (id DESC) WHERE handled_at IS NULL;
