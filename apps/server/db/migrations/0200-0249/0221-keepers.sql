-- Keeper and dynasty leagues, which go on with their squads next season.
ALTER TABLE drafts
	ADD COLUMN format text NOT NULL DEFAULT 'redraft' CHECK (format IN ('redraft', 'keeper', 'dynasty')),
	ADD COLUMN max_keepers smallint NOT NULL DEFAULT 3 CHECK (max_keepers BETWEEN 1 AND 10),
	-- How many years in a row a player may be kept; null for any number.
	ADD COLUMN max_keeper_years smallint DEFAULT 3 CHECK (max_keeper_years BETWEEN 1 AND 10),
	-- How many players a team of a dynasty league delists at least.
	ADD COLUMN min_delists smallint NOT NULL DEFAULT 3 CHECK (min_delists BETWEEN 1 AND 10),
	-- Until when keepers are chosen, in wall time, if the commissioner has set it.
	ADD COLUMN keepers_due_at timestamptz,
	-- When the choice ended and places that nobody had confirmed became vacant.
	ADD COLUMN keepers_closed_at timestamptz;

ALTER TABLE draft_seats
	-- The team of the league's last season whose squad and picks this one has; null for a team that begins anew.
	ADD COLUMN previous_team_id int REFERENCES teams ON DELETE SET NULL,
	-- False until the manager of a continued league says that she plays this season too.
	ADD COLUMN is_confirmed boolean NOT NULL DEFAULT true,
	-- Whom the manager keeps, by their ids of this season; null until she has chosen. Private until the choice ends.
	ADD COLUMN keepers int[];
CREATE INDEX draft_seats_by_previous_team ON draft_seats (previous_team_id) WHERE previous_team_id IS NOT NULL;

ALTER TABLE draft_picks
	-- For how many years in a row the player of this pick has been kept; 0 for one who was drafted.
	ADD COLUMN kept_years smallint NOT NULL DEFAULT 0 CHECK (kept_years >= 0),
	DROP CONSTRAINT draft_picks_made_by_check,
	ADD CONSTRAINT draft_picks_made_by_check CHECK (made_by IN ('manager', 'autopick', 'commissioner', 'keeper')) NOT VALID;

ALTER TABLE notices DROP CONSTRAINT notices_kind_check,
	ADD CONSTRAINT notices_kind_check CHECK (kind IN ('lock', 'late-out', 'result', 'correction', 'instruction', 'message',
		'hand-over', 'draft-reminder', 'draft-turn', 'draft-soon', 'draft-start-failed', 'waiver-results', 'trade-offer',
		'trade-accepted', 'trade-decided', 'keeper-reminder', 'keeper-place', 'squad-changed')) NOT VALID;

-- Who players of last season's squads are in a season's list. Without a method a row is a task for the operator.
CREATE TABLE person_matches (
	season_id int NOT NULL REFERENCES seasons ON DELETE CASCADE,
	previous_season_id int NOT NULL,
	previous_player_id int NOT NULL,
	-- Null in a task, and for somebody who is not in the season's list by an operator's word.
	player_id int,
	method text CHECK (method IN ('provider-id', 'name-and-birthday', 'operator')),
	candidates int[] NOT NULL DEFAULT '{}',
	decided_at timestamptz,
	PRIMARY KEY (season_id, previous_player_id),
	UNIQUE (season_id, player_id),
	CHECK (method IS NOT NULL OR player_id IS NULL),
	CHECK (method IS NULL OR method = 'operator' OR player_id IS NOT NULL)
);
