-- A season and what the field plays in it. Ids are the outside world's, unique within a season.

CREATE TABLE seasons (
	id int PRIMARY KEY CHECK (id > 0),
	name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
	-- Every number of the season: packages/rules SeasonRules, checked before it is written.
	rules jsonb NOT NULL,
	status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'closed')),
	is_current boolean NOT NULL DEFAULT false,
	is_demo boolean NOT NULL DEFAULT false,
	-- What a generated season is made from, so that its matches can be told again; null for any other.
	generated_from jsonb,
	-- Goes up with every change to squads, players, prices, rounds or matches: readers that cache a season compare it.
	data_version int NOT NULL DEFAULT 0,
	created_at timestamptz NOT NULL DEFAULT now(),
	CHECK (NOT (is_current AND status = 'closed'))
);
CREATE UNIQUE INDEX one_current_season ON seasons (is_current) WHERE is_current;

-- Season time = season_at + (wall − wall_at) × speed.
CREATE TABLE season_clocks (
	season_id int PRIMARY KEY REFERENCES seasons ON DELETE CASCADE,
	season_at timestamptz NOT NULL,
	wall_at timestamptz NOT NULL,
	speed double precision NOT NULL DEFAULT 1 CHECK (speed >= 0),
	playing_round_id int,
	-- The demo waits here for its watcher: season time does not pass it by itself.
	hold_at timestamptz
);

CREATE TABLE squads (
	season_id int NOT NULL REFERENCES seasons ON DELETE CASCADE,
	id int NOT NULL CHECK (id > 0),
	name text NOT NULL CHECK (name <> ''),
	abbreviation text NOT NULL CHECK (length(abbreviation) BETWEEN 1 AND 6),
	PRIMARY KEY (season_id, id),
	UNIQUE (season_id, abbreviation)
);

CREATE TABLE players (
	season_id int NOT NULL,
	id int NOT NULL CHECK (id > 0),
	first_name text NOT NULL,
	last_name text NOT NULL CHECK (last_name <> ''),
	squad_id int NOT NULL,
	positions text[] NOT NULL CHECK (cardinality(positions) BETWEEN 1 AND 3 AND positions <@ ARRAY['DEF', 'MID', 'RUC', 'FWD']),
	status text NOT NULL DEFAULT 'uncertain' CHECK (status IN ('playing', 'emergency', 'injured', 'not-playing', 'uncertain')),
	birthday date,
	-- The round from which she is in the pool: later than 1 for one signed during the season.
	from_round int NOT NULL DEFAULT 1 CHECK (from_round > 0),
	PRIMARY KEY (season_id, id),
	FOREIGN KEY (season_id, squad_id) REFERENCES squads ON DELETE CASCADE
);
CREATE INDEX players_by_squad ON players (season_id, squad_id);

CREATE TABLE rounds (
	season_id int NOT NULL REFERENCES seasons ON DELETE CASCADE,
	id int NOT NULL CHECK (id > 0),
	status text NOT NULL DEFAULT 'scheduled' CHECK (status IN ('scheduled', 'playing', 'complete')),
	-- Dollars a point that the round's publication settled on (decisions §4).
	magic_number int CHECK (magic_number > 0),
	published_at timestamptz,
	PRIMARY KEY (season_id, id),
	CHECK ((status = 'complete') = (published_at IS NOT NULL))
);

CREATE TABLE matches (
	season_id int NOT NULL,
	id int NOT NULL CHECK (id > 0),
	round_id int NOT NULL,
	home_squad_id int NOT NULL,
	away_squad_id int NOT NULL,
	starts_at timestamptz NOT NULL,
	venue text NOT NULL DEFAULT '',
	status text NOT NULL DEFAULT 'scheduled' CHECK (status IN ('scheduled', 'playing', 'complete')),
	is_abandoned boolean NOT NULL DEFAULT false,
	minutes int CHECK (minutes >= 0),
	home_score int CHECK (home_score >= 0),
	away_score int CHECK (away_score >= 0),
	-- Season time at which its end became known.
	completed_at timestamptz,
	PRIMARY KEY (season_id, id),
	FOREIGN KEY (season_id, round_id) REFERENCES rounds ON DELETE CASCADE,
	FOREIGN KEY (season_id, home_squad_id) REFERENCES squads,
	FOREIGN KEY (season_id, away_squad_id) REFERENCES squads,
	CHECK (home_squad_id <> away_squad_id)
);
CREATE INDEX matches_by_round ON matches (season_id, round_id, starts_at);

-- A player's price in force in a round; the row of round 1 is her opening price.
CREATE TABLE player_prices (
	season_id int NOT NULL,
	round_id int NOT NULL CHECK (round_id > 0),
	player_id int NOT NULL,
	price int NOT NULL CHECK (price > 0),
	PRIMARY KEY (season_id, round_id, player_id),
	FOREIGN KEY (season_id, player_id) REFERENCES players ON DELETE CASCADE
);
CREATE INDEX player_prices_by_player ON player_prices (season_id, player_id, round_id DESC);

CREATE TABLE stat_lines (
	season_id int NOT NULL,
	match_id int NOT NULL,
	player_id int NOT NULL,
	squad_id int NOT NULL,
	kicks smallint NOT NULL CHECK (kicks >= 0),
	handballs smallint NOT NULL CHECK (handballs >= 0),
	marks smallint NOT NULL CHECK (marks >= 0),
	tackles smallint NOT NULL CHECK (tackles >= 0),
	frees_for smallint NOT NULL CHECK (frees_for >= 0),
	frees_against smallint NOT NULL CHECK (frees_against >= 0),
	hitouts smallint NOT NULL CHECK (hitouts >= 0),
	goals smallint NOT NULL CHECK (goals >= 0),
	behinds smallint NOT NULL CHECK (behinds >= 0),
	-- Time on ground, percent; never scores.
	tog smallint NOT NULL CHECK (tog BETWEEN 0 AND 100),
	-- Other scored stats that the season declares.
	other jsonb NOT NULL DEFAULT '{}',
	PRIMARY KEY (season_id, match_id, player_id),
	FOREIGN KEY (season_id, match_id) REFERENCES matches ON DELETE CASCADE,
	FOREIGN KEY (season_id, player_id) REFERENCES players,
	FOREIGN KEY (season_id, squad_id) REFERENCES squads
);
CREATE INDEX stat_lines_by_player ON stat_lines (season_id, player_id);

-- Every feed payload as it was received, for replay and review (decisions §7).
CREATE TABLE feed_payloads (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	season_id int NOT NULL REFERENCES seasons ON DELETE CASCADE,
	source text NOT NULL CHECK (source <> ''),
	kind text NOT NULL CHECK (kind <> ''),
	subject text NOT NULL,
	received_at timestamptz NOT NULL,
	season_at timestamptz NOT NULL,
	sha256 bytea NOT NULL CHECK (length(sha256) = 32),
	body bytea NOT NULL,
	verdict text NOT NULL DEFAULT 'received' CHECK (verdict IN ('received', 'applied', 'unchanged', 'quarantined')),
	faults jsonb NOT NULL DEFAULT '[]',
	UNIQUE (season_id, source, kind, subject, sha256)
);
CREATE INDEX feed_payloads_in_order ON feed_payloads (season_id, id);
