-- The season of draft leagues: free agents and waivers, trades between managers, injured places, corrections of squads.

-- Settings, which lock with the start of the draft.
ALTER TABLE drafts
	ADD COLUMN waiver_priority text NOT NULL DEFAULT 'rolling'
		CHECK (waiver_priority IN ('rolling', 'reverse-ladder', 'budget')),
	ADD COLUMN trade_review text NOT NULL DEFAULT 'commissioner' CHECK (trade_review IN ('none', 'commissioner', 'vote')),
	ADD COLUMN trade_review_hours int NOT NULL DEFAULT 24 CHECK (trade_review_hours IN (0, 12, 24, 48)),
	-- Trades are offered and accepted before this round only; null if in all rounds.
	ADD COLUMN trade_deadline_round_id int,
	-- Whether the best players cannot be dropped.
	ADD COLUMN protects_best boolean NOT NULL DEFAULT true,
	ADD COLUMN has_injured_place boolean NOT NULL DEFAULT true,
	-- When it was complete, in season time; unknown for drafts that were complete before.
	ADD COLUMN completed_season_at timestamptz;

ALTER TABLE draft_seats
	-- 1 for the team whose claims come first; null before the draft is complete.
	ADD COLUMN waiver_rank int CHECK (waiver_rank > 0),
	-- Dollars that are left to bid.
	ADD COLUMN budget int NOT NULL DEFAULT 100 CHECK (budget >= 0),
	-- The owned player in the injured place, who is in no line-up.
	ADD COLUMN injured_player_id int;

-- A draft team, whose line-up has no bank, may have an empty slot and nobody as captain after a change of its squad.
ALTER TABLE lineups DROP CONSTRAINT lineups_slots_check, DROP CONSTRAINT lineups_check,
	ADD CONSTRAINT lineups_slots_check CHECK (
		cardinality(slots) BETWEEN 1 AND 64 AND 0 <= ALL (slots) AND (bank IS NULL OR 0 < ALL (slots))) NOT VALID,
	ADD CONSTRAINT lineups_check CHECK ((captain_id <> vice_captain_id OR captain_id = 0)
		AND (captain_id = ANY (slots) OR captain_id = 0 AND bank IS NULL)
		AND (vice_captain_id = ANY (slots) OR vice_captain_id = 0 AND bank IS NULL) AND emergency <@ slots) NOT VALID;

-- What changed who owns whom after the draft, or a waiver priority, with everything that moved in it. Rows are only added, but
-- for the mark that one was undone.
CREATE TABLE squad_changes (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	league_id int NOT NULL REFERENCES drafts ON DELETE CASCADE,
	kind text NOT NULL CHECK (kind IN ('free-agent', 'waivers', 'trade', 'drop', 'injured', 'back', 'correction', 'undo')),
	round_id int NOT NULL,
	-- Wall time, and the season's time.
	at timestamptz NOT NULL,
	season_at timestamptz NOT NULL,
	-- Who did it; null for what the game did. An operator's change has no user either, and says so in `data`.
	user_id int REFERENCES users ON DELETE SET NULL,
	-- No reference, as in player_moves.
	team_id int,
	reason text NOT NULL DEFAULT '',
	data jsonb NOT NULL DEFAULT '{}',
	undone_by bigint REFERENCES squad_changes
);
CREATE INDEX squad_changes_by_league ON squad_changes (league_id, id);

ALTER TABLE player_moves
	ADD COLUMN change_id bigint REFERENCES squad_changes ON DELETE CASCADE,
	DROP CONSTRAINT player_moves_kind_check,
	ADD CONSTRAINT player_moves_kind_check CHECK (kind IN ('drafted', 'reset', 'added', 'claimed', 'dropped', 'traded',
		'corrected', 'undone', 'kept', 'delisted')) NOT VALID;
CREATE INDEX player_moves_by_change ON player_moves (change_id) WHERE change_id IS NOT NULL;

-- A run that has happened: the first and the second before a round.
CREATE TABLE waiver_runs (
	league_id int NOT NULL REFERENCES drafts ON DELETE CASCADE,
	round_id int NOT NULL,
	run text NOT NULL CHECK (run IN ('first', 'second')),
	-- Season time.
	due_at timestamptz NOT NULL,
	season_at timestamptz NOT NULL,
	-- Wall time.
	ran_at timestamptz NOT NULL,
	-- The team ids by priority before the run, and the ids of its claims in the order in which they were decided.
	data jsonb NOT NULL DEFAULT '{}',
	PRIMARY KEY (league_id, round_id, run)
);

-- Claims are private to their team. Those of one group are tried in order until one succeeds.
CREATE TABLE waiver_claims (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	league_id int NOT NULL REFERENCES drafts ON DELETE CASCADE,
	team_id int NOT NULL REFERENCES teams ON DELETE CASCADE,
	player_id int NOT NULL,
	drop_player_id int,
	-- Dollars; 0 where the priority is no budget.
	bid int NOT NULL DEFAULT 0 CHECK (bid >= 0),
	claim_group int,
	-- 1 for the team's first claim.
	rank int NOT NULL CHECK (rank > 0),
	state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'won', 'failed', 'withdrawn')),
	-- Why it failed, with what the sentence needs.
	reason jsonb,
	round_id int,
	run text,
	created_at timestamptz NOT NULL,
	decided_at timestamptz,
	CHECK ((state IN ('won', 'failed')) = (run IS NOT NULL)),
	FOREIGN KEY (league_id, round_id, run) REFERENCES waiver_runs
);
CREATE INDEX waiver_claims_by_team ON waiver_claims (team_id, state, rank);
CREATE INDEX waiver_claims_by_run ON waiver_claims (league_id, round_id, run) WHERE run IS NOT NULL;
CREATE INDEX waiver_claims_pending ON waiver_claims (league_id) WHERE state = 'pending';

-- Who may pick in the draft after this league's season, made when a keeper or dynasty league's draft is complete.
CREATE TABLE future_picks (
	league_id int NOT NULL REFERENCES drafts ON DELETE CASCADE,
	round int NOT NULL CHECK (round > 0),
	original_team_id int NOT NULL REFERENCES teams ON DELETE CASCADE,
	team_id int NOT NULL REFERENCES teams ON DELETE CASCADE,
	PRIMARY KEY (league_id, round, original_team_id)
);

-- An offer is private to its two teams until it is accepted.
CREATE TABLE draft_trades (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	league_id int NOT NULL REFERENCES drafts ON DELETE CASCADE,
	from_team_id int NOT NULL REFERENCES teams ON DELETE CASCADE,
	to_team_id int NOT NULL REFERENCES teams ON DELETE CASCADE,
	-- The offer that this one counters.
	counters_id bigint REFERENCES draft_trades ON DELETE CASCADE,
	state text NOT NULL DEFAULT 'offered' CHECK (state IN ('offered', 'countered', 'withdrawn', 'rejected', 'expired', 'accepted',
		'stopped', 'failed', 'executed')),
	message text NOT NULL DEFAULT '',
	-- Wall time.
	offered_at timestamptz NOT NULL,
	expires_at timestamptz NOT NULL,
	accepted_at timestamptz,
	-- Season time.
	review_ends_at timestamptz,
	decided_at timestamptz,
	-- Why it failed or was stopped, with what the sentence needs.
	reason jsonb,
	change_id bigint REFERENCES squad_changes,
	CHECK (from_team_id <> to_team_id)
);
CREATE INDEX draft_trades_by_league ON draft_trades (league_id, id);
CREATE INDEX draft_trades_open ON draft_trades (league_id) WHERE state IN ('offered', 'accepted');

-- What a team gives, or drops to make room: a player or a pick of the next draft.
CREATE TABLE draft_trade_parts (
	trade_id bigint NOT NULL REFERENCES draft_trades ON DELETE CASCADE,
	team_id int NOT NULL REFERENCES teams ON DELETE CASCADE,
	player_id int,
	is_dropped boolean NOT NULL DEFAULT false,
	pick_round int,
	pick_original_team_id int,
	CHECK ((player_id IS NULL) = (pick_round IS NOT NULL) AND (pick_round IS NULL) = (pick_original_team_id IS NULL)),
	UNIQUE NULLS NOT DISTINCT (trade_id, player_id, pick_round, pick_original_team_id)
);

-- A member's word about an accepted trade, by team.
CREATE TABLE draft_trade_votes (
	trade_id bigint NOT NULL REFERENCES draft_trades ON DELETE CASCADE,
	team_id int NOT NULL REFERENCES teams ON DELETE CASCADE,
	is_against boolean NOT NULL,
	at timestamptz NOT NULL,
	PRIMARY KEY (trade_id, team_id)
);

ALTER TABLE notices DROP CONSTRAINT notices_kind_check,
	ADD CONSTRAINT notices_kind_check CHECK (kind IN ('lock', 'late-out', 'result', 'correction', 'instruction', 'message',
		'hand-over', 'draft-reminder', 'draft-turn', 'draft-soon', 'draft-start-failed', 'waiver-results', 'trade-offer',
		'trade-accepted', 'trade-decided', 'keeper-reminder', 'squad-changed')) NOT VALID;

ALTER TABLE league_messages DROP CONSTRAINT league_messages_kind_check,
	ADD CONSTRAINT league_messages_kind_check CHECK (kind IN ('text', 'results', 'trades', 'records', 'recap', 'announcement',
		'correction', 'draft-scheduled', 'draft-started', 'draft-complete', 'waivers-first', 'waivers-second')) NOT VALID;

-- Whether to notify about changes of squads in draft leagues.
ALTER TABLE notification_preferences ADD COLUMN draft_moves boolean NOT NULL DEFAULT true;
