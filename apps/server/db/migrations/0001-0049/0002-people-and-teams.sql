CREATE TABLE users (
	id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	first_name text NOT NULL CHECK (length(first_name) BETWEEN 1 AND 60),
	last_name text NOT NULL CHECK (length(last_name) BETWEEN 1 AND 60),
	email text NOT NULL CHECK (length(email) <= 254),
	email_verified_at timestamptz,
	-- argon2id; null for who signs in through an identity provider only.
	password_hash text,
	is_active boolean NOT NULL DEFAULT true,
	is_operator boolean NOT NULL DEFAULT false,
	-- Null until the registration form is complete: someone signed up with the built-in provider only.
	team_name text CHECK (length(team_name) BETWEEN 3 AND 30),
	birthday date,
	gender text CHECK (gender IN ('female', 'male', 'non_binary', 'other', 'not_say')),
	state text CHECK (state IN ('ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA')),
	country text CHECK (country ~ '^[A-Z]{2}$'),
	supported_squad_id int,
	avatar_version int NOT NULL DEFAULT 0,
	sponsor_opt_in boolean NOT NULL DEFAULT false,
	terms_accepted_at timestamptz,
	is_bot boolean NOT NULL DEFAULT false,
	created_at timestamptz NOT NULL DEFAULT now(),
	CHECK (state IS NULL OR country IS NULL OR country = 'AU')
);
-- One password account an address; identities are never linked by address (decisions §9).
CREATE UNIQUE INDEX one_password_account_an_email ON users (lower(email)) WHERE password_hash IS NOT NULL;
-- "Unique without regard to case and spaces" (decisions §9).
CREATE UNIQUE INDEX one_user_a_team_name ON users (lower(regexp_replace(team_name, '\s', '', 'g')));

CREATE TABLE identities (
	issuer text NOT NULL,
	sub text NOT NULL,
	user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
	profile jsonb NOT NULL DEFAULT '{}',
	linked_at timestamptz NOT NULL DEFAULT now(),
	PRIMARY KEY (issuer, sub)
);
CREATE INDEX identities_by_user ON identities (user_id);

-- A verified identity waiting for its registration, under a hash of code and verifier; ten minutes, once.
CREATE TABLE pending_identities (
	code_hash bytea PRIMARY KEY,
	issuer text NOT NULL,
	sub text NOT NULL,
	profile jsonb NOT NULL,
	identity_token text NOT NULL,
	expires_at timestamptz NOT NULL
);

CREATE TABLE sessions (
	-- SHA-256 of the token in the cookie: a stolen table opens no account.
	token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
	user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
	created_at timestamptz NOT NULL,
	expires_at timestamptz NOT NULL,
	last_seen_at timestamptz NOT NULL,
	user_agent text NOT NULL DEFAULT '',
	address text NOT NULL DEFAULT ''
);
CREATE INDEX sessions_by_user ON sessions (user_id);

-- What the mounted identity provider remembers (its grants, codes, sessions).
CREATE TABLE oidc_payloads (
	kind text NOT NULL,
	id text NOT NULL,
	payload jsonb NOT NULL,
	grant_id text,
	uid text,
	consumed_at timestamptz,
	expires_at timestamptz,
	PRIMARY KEY (kind, id)
);
CREATE INDEX oidc_payloads_by_grant ON oidc_payloads (grant_id);
CREATE INDEX oidc_payloads_by_uid ON oidc_payloads (uid);

-- Secrets the server made for itself on first start: signing keys, cookie keys.
CREATE TABLE server_secrets (
	name text PRIMARY KEY,
	value jsonb NOT NULL
);

CREATE TABLE teams (
	id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	season_id int NOT NULL REFERENCES seasons ON DELETE CASCADE,
	user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
	start_round_id int CHECK (start_round_id > 0),
	-- When the team was first saved full; the last key of the overall rank (decisions §3).
	completed_at timestamptz,
	-- Goes up with every accepted action.
	version int NOT NULL DEFAULT 0,
	created_at timestamptz NOT NULL DEFAULT now(),
	UNIQUE (season_id, user_id),
	CHECK ((start_round_id IS NULL) = (completed_at IS NULL))
);
CREATE INDEX teams_by_start ON teams (season_id, start_round_id, completed_at);

-- A team's line-up from a round on, until a later row replaces it: the line-up of round N is the newest row at or
-- before N. Saving in round N writes N's row; rolling back deletes it. Nothing has to be copied when a round opens.
CREATE TABLE lineups (
	team_id int NOT NULL REFERENCES teams ON DELETE CASCADE,
	round_id int NOT NULL CHECK (round_id > 0),
	-- Player ids in the canonical order of slots (packages/rules lineup); a saved line-up has no empty one.
	slots int[] NOT NULL CHECK (cardinality(slots) BETWEEN 1 AND 64 AND 0 < ALL (slots)),
	captain_id int NOT NULL,
	vice_captain_id int NOT NULL,
	emergency int[] NOT NULL,
	-- Dollars not spent. Below zero only before the start round, when published prices left the team over the cap
	-- (decisions §5). Null for a historic team entered without money.
	bank int,
	PRIMARY KEY (team_id, round_id),
	CHECK (captain_id <> vice_captain_id AND captain_id = ANY (slots) AND vice_captain_id = ANY (slots) AND emergency <@ slots)
);

CREATE TABLE trades (
	id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	team_id int NOT NULL REFERENCES teams ON DELETE CASCADE,
	round_id int NOT NULL CHECK (round_id > 0),
	player_in_id int NOT NULL,
	player_out_id int NOT NULL,
	price_in int NOT NULL CHECK (price_in > 0),
	price_out int NOT NULL CHECK (price_out > 0),
	swap_ids int[] NOT NULL DEFAULT '{}',
	-- An operator's re-run of prices makes a round's trades final (decisions §6).
	is_final boolean NOT NULL DEFAULT false,
	made_at timestamptz NOT NULL,
	CHECK (player_in_id <> player_out_id)
);
CREATE INDEX trades_by_team ON trades (team_id, round_id);

-- Every accepted action on a team: its receipt, and the history its owner reads.
CREATE TABLE team_actions (
	id uuid PRIMARY KEY DEFAULT uuidv7(),
	team_id int NOT NULL REFERENCES teams ON DELETE CASCADE,
	user_id int NOT NULL,
	round_id int NOT NULL,
	action text NOT NULL,
	version int NOT NULL,
	saved jsonb NOT NULL,
	wall_at timestamptz NOT NULL DEFAULT clock_timestamp(),
	season_at timestamptz NOT NULL
);
CREATE INDEX team_actions_by_team ON team_actions (team_id, id DESC);

-- A complete round's result for every team, written once when it is published.
CREATE TABLE standings (
	season_id int NOT NULL,
	round_id int NOT NULL,
	team_id int NOT NULL REFERENCES teams ON DELETE CASCADE,
	points int NOT NULL,
	round_rank int NOT NULL CHECK (round_rank > 0),
	total_points int NOT NULL,
	highest_points int NOT NULL,
	overall_rank int NOT NULL CHECK (overall_rank > 0),
	team_value int NOT NULL,
	PRIMARY KEY (season_id, round_id, team_id),
	FOREIGN KEY (season_id, round_id) REFERENCES rounds ON DELETE CASCADE
);
CREATE INDEX standings_by_team ON standings (team_id, round_id);
CREATE UNIQUE INDEX standings_by_overall_rank ON standings (season_id, round_id, overall_rank);
CREATE UNIQUE INDEX standings_by_round_rank ON standings (season_id, round_id, round_rank);

CREATE TABLE favourite_players (
	season_id int NOT NULL,
	user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
	player_id int NOT NULL,
	PRIMARY KEY (season_id, user_id, player_id),
	FOREIGN KEY (season_id, player_id) REFERENCES players ON DELETE CASCADE
);

-- Who did what to the season or to another's account, why, and what it was before and after.
CREATE TABLE audit (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	at timestamptz NOT NULL DEFAULT clock_timestamp(),
	actor text NOT NULL,
	action text NOT NULL,
	subject text NOT NULL,
	reason text NOT NULL DEFAULT '',
	before jsonb,
	after jsonb
);
CREATE INDEX audit_by_subject ON audit (subject, id DESC);
