-- Both are trusted extensions: whoever owns the database may create them.
CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- A name as it is searched: accents and case ignored. The dictionary is a constant here, so the result never changes.
CREATE FUNCTION search_text(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	RETURN lower(unaccent('unaccent'::regdictionary, given));

CREATE TABLE leagues (
	id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	season_id int NOT NULL REFERENCES seasons ON DELETE CASCADE,
	name text NOT NULL CHECK (length(name) BETWEEN 1 AND 50),
	search_name text NOT NULL GENERATED ALWAYS AS (search_text(name)) STORED,
	-- Never given out again, so that a deleted league's code says so (decisions §8).
	code text NOT NULL UNIQUE CHECK (code ~ '^[A-HJKMNP-Z2-9]{6}$'),
	type text NOT NULL CHECK (type IN ('open', 'h2h')),
	privacy text NOT NULL CHECK (privacy IN ('public', 'private')),
	size int NOT NULL CHECK (size >= 2),
	-- Counted by the trigger below: a league can never hold more than its size, whoever writes.
	num_teams int NOT NULL DEFAULT 0,
	start_id int NOT NULL,
	finals boolean,
	tiebreaker text CHECK (tiebreaker IN ('percentage', 'points_for')),
	-- Always one of the members; null once the league is deleted.
	commissioner_id int,
	colour text NOT NULL,
	avatar_version int NOT NULL DEFAULT 0,
	regenerated_from int REFERENCES leagues ON DELETE SET NULL,
	-- When the fixture of a head-to-head league was drawn; null before, and again when it is voided.
	drawn_at timestamptz,
	created_at timestamptz NOT NULL DEFAULT now(),
	deleted_at timestamptz,
	UNIQUE (id, season_id),
	FOREIGN KEY (season_id, start_id) REFERENCES rounds,
	CONSTRAINT league_within_its_size CHECK (num_teams BETWEEN 0 AND size),
	CHECK ((type = 'h2h') = (finals IS NOT NULL) AND (type = 'h2h') = (tiebreaker IS NOT NULL)),
	CHECK (drawn_at IS NULL OR type = 'h2h'),
	CHECK ((deleted_at IS NULL) = (commissioner_id IS NOT NULL)),
	CHECK (deleted_at IS NULL OR num_teams = 0)
);
CREATE UNIQUE INDEX one_league_regenerated_from_another ON leagues (regenerated_from) WHERE deleted_at IS NULL;
CREATE INDEX leagues_by_commissioner ON leagues (commissioner_id, season_id);
-- The join list: its pages in order, and any part of a name (docs/decisions on leagues).
CREATE INDEX leagues_to_join ON leagues (season_id, id DESC)
	WHERE privacy = 'public' AND deleted_at IS NULL AND num_teams < size;
CREATE INDEX leagues_by_part_of_name ON leagues USING gin (search_name gin_trgm_ops)
	WHERE privacy = 'public' AND deleted_at IS NULL;
-- Head-to-head leagues whose fixture is still to be drawn when their start round begins.
CREATE INDEX leagues_to_draw ON leagues (season_id, start_id)
	WHERE type = 'h2h' AND drawn_at IS NULL AND deleted_at IS NULL;

CREATE TABLE league_members (
	league_id int NOT NULL REFERENCES leagues ON DELETE CASCADE,
	user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
	team_id int NOT NULL REFERENCES teams ON DELETE CASCADE,
	joined_at timestamptz NOT NULL,
	-- The order of joining, without two alike: last key of the ladder, and of succession.
	joined_no bigint GENERATED ALWAYS AS IDENTITY,
	PRIMARY KEY (league_id, user_id),
	UNIQUE (league_id, team_id)
);
CREATE INDEX league_members_by_user ON league_members (user_id, joined_no DESC);
CREATE INDEX league_members_in_order ON league_members (league_id, joined_no);

ALTER TABLE leagues ADD CONSTRAINT commissioner_is_a_member
	FOREIGN KEY (id, commissioner_id) REFERENCES league_members (league_id, user_id) DEFERRABLE INITIALLY DEFERRED;

CREATE FUNCTION count_league_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		UPDATE leagues SET num_teams = num_teams + 1 WHERE id = NEW.league_id AND deleted_at IS NULL;
		IF NOT FOUND THEN
			RAISE EXCEPTION 'league % is deleted', NEW.league_id USING ERRCODE = 'foreign_key_violation';
		END IF;
	ELSE
		UPDATE leagues SET num_teams = num_teams - 1 WHERE id = OLD.league_id;
	END IF;
	RETURN NULL;
END $$;
CREATE TRIGGER league_members_counted AFTER INSERT OR DELETE ON league_members
	FOR EACH ROW EXECUTE FUNCTION count_league_members();

-- Who meets whom in a round of a head-to-head league; a member without a match has a bye. Points once it is published.
CREATE TABLE league_matches (
	league_id int NOT NULL,
	season_id int NOT NULL,
	round_id int NOT NULL,
	place smallint NOT NULL CHECK (place >= 0),
	home_team_id int NOT NULL REFERENCES teams ON DELETE CASCADE,
	away_team_id int NOT NULL REFERENCES teams ON DELETE CASCADE,
	is_grand_final boolean NOT NULL DEFAULT false,
	home_points int,
	away_points int,
	PRIMARY KEY (league_id, round_id, place),
	FOREIGN KEY (league_id, season_id) REFERENCES leagues (id, season_id) ON DELETE CASCADE,
	FOREIGN KEY (season_id, round_id) REFERENCES rounds,
	CHECK (home_team_id <> away_team_id),
	CHECK ((home_points IS NULL) = (away_points IS NULL)),
	CHECK (NOT is_grand_final OR place = 0)
);
CREATE INDEX league_matches_by_round ON league_matches (season_id, round_id);

-- By address, as invitations are sent; whoever signs in with it may answer.
CREATE TABLE league_invites (
	id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	league_id int NOT NULL REFERENCES leagues ON DELETE CASCADE,
	email text NOT NULL CHECK (email = lower(email)),
	invited_by int NOT NULL REFERENCES users ON DELETE CASCADE,
	-- In the links of its mails. It opens nothing: joining takes the code that stands beside it.
	token text NOT NULL UNIQUE,
	status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'accepted', 'declined')),
	created_at timestamptz NOT NULL,
	answered_at timestamptz,
	mails smallint NOT NULL DEFAULT 0,
	last_mailed_at timestamptz,
	UNIQUE (league_id, email),
	CHECK ((status = 'pending') = (answered_at IS NULL))
);
CREATE INDEX league_invites_pending ON league_invites (email) WHERE status = 'pending';

-- What happened in a league: written by the game, but for announcements.
CREATE TABLE league_events (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	league_id int NOT NULL REFERENCES leagues ON DELETE CASCADE,
	kind text NOT NULL CHECK (kind IN
		('created', 'joined', 'left', 'removed', 'commissioner', 'results', 'record', 'announcement')),
	user_id int REFERENCES users ON DELETE CASCADE,
	round_id int,
	data jsonb NOT NULL DEFAULT '{}',
	at timestamptz NOT NULL DEFAULT clock_timestamp(),
	-- Reported by a member and not yet looked at by an operator.
	reported_at timestamptz,
	hidden_at timestamptz,
	CHECK ((kind IN ('results', 'record')) = (round_id IS NOT NULL)),
	CHECK ((round_id IS NULL) = (user_id IS NOT NULL))
);
CREATE INDEX league_events_of_league ON league_events (league_id, id DESC);
CREATE UNIQUE INDEX one_league_event_a_round ON league_events (league_id, round_id, kind) WHERE round_id IS NOT NULL;
CREATE INDEX league_events_reported ON league_events (reported_at) WHERE reported_at IS NOT NULL AND hidden_at IS NULL;

CREATE TABLE league_event_reports (
	event_id bigint NOT NULL REFERENCES league_events ON DELETE CASCADE,
	user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
	at timestamptz NOT NULL DEFAULT clock_timestamp(),
	PRIMARY KEY (event_id, user_id)
);

-- Last season's leagues that their commissioner does not want again.
CREATE TABLE league_recover_skips (
	user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
	league_id int NOT NULL REFERENCES leagues ON DELETE CASCADE,
	PRIMARY KEY (user_id, league_id)
);

-- Rounds after whose publication leagues were told results, and grand finals were paired.
CREATE TABLE league_rounds_told (
	season_id int NOT NULL,
	round_id int NOT NULL,
	PRIMARY KEY (season_id, round_id),
	FOREIGN KEY (season_id, round_id) REFERENCES rounds ON DELETE CASCADE
);
