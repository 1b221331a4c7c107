-- Draft leagues, in which every player belongs to at most one team.
ALTER TABLE leagues
	ADD COLUMN class text NOT NULL DEFAULT 'regular' CHECK (class IN ('regular', 'draft')),
	-- A rehearsal against robots, which no list or figure counts and which is deleted after a day.
	ADD COLUMN is_mock boolean NOT NULL DEFAULT false;
CREATE INDEX leagues_mock ON leagues (created_at) WHERE is_mock;
CREATE INDEX leagues_draft ON leagues (season_id) WHERE class = 'draft';

-- A team of a draft league belongs to the league. Its manager is the member with this team, and it has none while it is a
-- robot's or vacant, so it outlives its manager and may change hands. `user_id` is the owner of a classic team.
ALTER TABLE teams
	ALTER COLUMN user_id DROP NOT NULL,
	ADD COLUMN league_id int REFERENCES leagues ON DELETE CASCADE,
	ADD COLUMN name text,
	ADD COLUMN colour text,
	ADD COLUMN is_robot boolean NOT NULL DEFAULT false,
	ADD CONSTRAINT teams_owner_check CHECK ((league_id IS NULL) = (user_id IS NOT NULL)) NOT VALID,
	ADD CONSTRAINT teams_draft_check
		CHECK (league_id IS NOT NULL OR (name IS NULL AND colour IS NULL AND NOT is_robot)) NOT VALID;
CREATE INDEX teams_by_league ON teams (league_id) WHERE league_id IS NOT NULL;

-- Only owners of classic teams have a session that remembers the team.
CREATE OR REPLACE FUNCTION people_touched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM tell_people_changed(array_agg(DISTINCT user_id)) FROM touched WHERE user_id IS NOT NULL HAVING count(*) > 0;
	RETURN NULL;
END $$;

-- The teams of a draft league are counted with or without a manager, those of other leagues by their members.
CREATE OR REPLACE FUNCTION count_league_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		UPDATE leagues SET num_teams = num_teams + (class = 'regular')::int
			WHERE id = NEW.league_id AND deleted_at IS NULL;
		IF NOT FOUND THEN
			RAISE EXCEPTION 'league % is deleted', NEW.league_id USING ERRCODE = 'foreign_key_violation';
		END IF;
	ELSE
		UPDATE leagues SET num_teams = num_teams - 1 WHERE id = OLD.league_id AND class = 'regular';
	END IF;
	RETURN NULL;
END $$;
CREATE FUNCTION count_draft_teams() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		UPDATE leagues SET num_teams = num_teams + 1 WHERE id = NEW.league_id;
	ELSE
		UPDATE leagues SET num_teams = num_teams - 1 WHERE id = OLD.league_id;
	END IF;
	RETURN NULL;
END $$;
CREATE TRIGGER draft_teams_added AFTER INSERT ON teams FOR EACH ROW
	WHEN (NEW.league_id IS NOT NULL) EXECUTE FUNCTION count_draft_teams();
CREATE TRIGGER draft_teams_removed AFTER DELETE ON teams FOR EACH ROW
	WHEN (OLD.league_id IS NOT NULL) EXECUTE FUNCTION count_draft_teams();

CREATE TABLE drafts (
	league_id int PRIMARY KEY REFERENCES leagues ON DELETE CASCADE,
	state text NOT NULL DEFAULT 'setup' CHECK (state IN ('setup', 'scheduled', 'live', 'paused', 'complete')),
	kind text NOT NULL CHECK (kind IN ('snake', 'linear', 'third-round-reversal')),
	clock text NOT NULL CHECK (clock IN ('live', 'slow')),
	pick_seconds int NOT NULL CHECK (pick_seconds BETWEEN 1 AND 86400),
	-- Minutes after midnight in the time zone between which a slow clock stands still.
	night_from smallint CHECK (night_from BETWEEN 0 AND 1439),
	night_to smallint CHECK (night_to BETWEEN 0 AND 1439),
	time_zone text NOT NULL,
	squad jsonb NOT NULL,
	captain_doubled boolean NOT NULL,
	-- When it is to start, in wall time as every instant of a draft.
	starts_at timestamptz,
	-- Team ids in the order of the first round; null until it is set.
	team_order int[],
	order_method text CHECK (order_method IN ('draw', 'manual', 'last-ladder')),
	-- The seed of the next draw is secret, its hash public.
	seed text NOT NULL,
	seed_hash text NOT NULL,
	-- What the last draw followed from.
	drawn_seed text,
	moment text,
	drawn_team_ids int[],
	-- When the time on screen of the pick on the clock ends; null unless the draft is live.
	deadline_at timestamptz,
	-- When the leader looks next: at a start, at the pick of a robot, or when the time for a pick is over. Null if nothing is due.
	due_at timestamptz,
	-- What a pause has kept of the pick's time, in milliseconds.
	left_ms int,
	pause_reason text CHECK (pause_reason IN ('commissioner', 'operator', 'upgrade', 'restore')),
	-- Increases with every change that the room shows.
	version int NOT NULL DEFAULT 0,
	-- The version at which the picks were made or thrown away; who has an older one needs the whole board.
	whole_version int NOT NULL DEFAULT 0,
	completed_at timestamptz,
	CHECK ((night_from IS NULL) = (night_to IS NULL)),
	CHECK ((team_order IS NULL) = (order_method IS NULL)),
	CHECK ((moment IS NULL) = (drawn_team_ids IS NULL) AND (moment IS NULL) = (drawn_seed IS NULL)),
	CHECK (state = 'live' OR deadline_at IS NULL),
	CHECK ((state = 'paused') = (pause_reason IS NOT NULL)),
	CHECK ((state = 'complete') = (completed_at IS NOT NULL))
);
CREATE INDEX drafts_due ON drafts (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX drafts_scheduled ON drafts (starts_at) WHERE state = 'scheduled';

-- Told in the transaction of the change itself, so no change goes untold. The payload is `<league id>:<version>`.
CREATE FUNCTION tell_draft_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('draft_changed', NEW.league_id || ':' || NEW.version);
	RETURN NULL;
END $$;
CREATE TRIGGER draft_changed AFTER UPDATE ON drafts FOR EACH ROW
	WHEN (OLD.version IS DISTINCT FROM NEW.version) EXECUTE FUNCTION tell_draft_changed();

-- A row a turn, made when the draft starts.
CREATE TABLE draft_picks (
	league_id int NOT NULL REFERENCES drafts ON DELETE CASCADE,
	overall int NOT NULL CHECK (overall > 0),
	round int NOT NULL CHECK (round > 0),
	original_team_id int NOT NULL REFERENCES teams ON DELETE CASCADE,
	team_id int NOT NULL REFERENCES teams ON DELETE CASCADE,
	player_id int,
	-- Its turn has passed without a player.
	is_skipped boolean NOT NULL DEFAULT false,
	made_at timestamptz,
	made_by text CHECK (made_by IN ('manager', 'autopick', 'commissioner')),
	-- The key that the request sent; null for a pick that no request made.
	request_key uuid,
	-- The player's projected points, and her place in the default ranking before the first pick. Set at the end.
	projected_points real,
	projected_rank int,
	-- The version of the draft at the last change of the pick.
	version int NOT NULL,
	PRIMARY KEY (league_id, overall),
	UNIQUE (league_id, player_id),
	UNIQUE (league_id, request_key),
	CHECK ((player_id IS NULL) = (made_at IS NULL) AND (player_id IS NULL) = (made_by IS NULL))
);

-- A team's place in the room. Its lists are private to its manager.
CREATE TABLE draft_seats (
	team_id int PRIMARY KEY REFERENCES teams ON DELETE CASCADE,
	league_id int NOT NULL REFERENCES drafts ON DELETE CASCADE,
	autopick text NOT NULL DEFAULT 'if-missed' CHECK (autopick IN ('off', 'if-missed', 'on')),
	misses int NOT NULL DEFAULT 0 CHECK (misses >= 0),
	is_away boolean NOT NULL DEFAULT false,
	-- When the manager's room last asked for the board.
	seen_at timestamptz,
	queue int[] NOT NULL DEFAULT '{}',
	ranking int[] NOT NULL DEFAULT '{}',
	do_not_draft int[] NOT NULL DEFAULT '{}'
);
CREATE INDEX draft_seats_by_league ON draft_seats (league_id);

-- What happened in the room, by name. Rows are only added.
CREATE TABLE draft_log (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	league_id int NOT NULL REFERENCES drafts ON DELETE CASCADE,
	version int NOT NULL,
	at timestamptz NOT NULL,
	-- Null for what the game did.
	user_id int REFERENCES users ON DELETE SET NULL,
	action text NOT NULL,
	data jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX draft_log_by_league ON draft_log (league_id, id);

-- Every change of who owns a player. Rows are only added; squads follow from them.
CREATE TABLE player_moves (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	league_id int NOT NULL REFERENCES leagues ON DELETE CASCADE,
	player_id int NOT NULL,
	-- Null for a player whom nobody owned, or owns. No references, because a team may be deleted after a reset and the log stays.
	from_team_id int,
	to_team_id int,
	kind text NOT NULL CHECK (kind IN ('drafted', 'reset')),
	-- The first round in which it counts.
	round_id int NOT NULL,
	at timestamptz NOT NULL,
	reason text NOT NULL DEFAULT '',
	CHECK (from_team_id IS DISTINCT FROM to_team_id)
);
CREATE INDEX player_moves_by_league ON player_moves (league_id, player_id, id);

-- When the leader last looked for drafts that are due. A row, because an outage must be known after a restart.
CREATE TABLE draft_ticks (
	id boolean PRIMARY KEY DEFAULT true CHECK (id),
	ticked_at timestamptz NOT NULL
);

ALTER TABLE notices DROP CONSTRAINT notices_kind_check,
	ADD CONSTRAINT notices_kind_check CHECK (kind IN ('lock', 'late-out', 'result', 'correction', 'instruction', 'message',
		'hand-over', 'draft-reminder', 'draft-turn', 'draft-soon', 'draft-start-failed')) NOT VALID;
