-- Commissioners name up to two deputies, and hand their league over to a member who accepts it.
ALTER TABLE league_members
	-- Only deputies have a place, so that there are at most two.
	ADD COLUMN deputy_place smallint,
	ADD COLUMN deputy_since timestamptz,
	ADD CONSTRAINT league_members_deputy_check
		CHECK (deputy_place IN (1, 2) AND (deputy_place IS NULL) = (deputy_since IS NULL)) NOT VALID;
CREATE UNIQUE INDEX league_deputies ON league_members (league_id, deputy_place) WHERE deputy_place IS NOT NULL;

-- The last offer of a league's commissioner; it ends with the membership of the member to whom it was made.
CREATE TABLE league_hand_overs (
	league_id int PRIMARY KEY REFERENCES leagues ON DELETE CASCADE,
	user_id int NOT NULL,
	offered_at timestamptz NOT NULL,
	expires_at timestamptz NOT NULL,
	declined_at timestamptz,
	-- Whether a push message was considered.
	is_notified boolean NOT NULL DEFAULT false,
	FOREIGN KEY (league_id, user_id) REFERENCES league_members (league_id, user_id) ON DELETE CASCADE
);
CREATE INDEX league_hand_overs_by_user ON league_hand_overs (user_id);

-- These checks are looser than before, so stored rows need not be checked.
ALTER TABLE league_events DROP CONSTRAINT league_events_kind_check,
	ADD CONSTRAINT league_events_kind_check CHECK (kind IN ('created', 'joined', 'left', 'removed', 'commissioner', 'deputy',
		'deputy-ended', 'results', 'record', 'announcement')) NOT VALID;
ALTER TABLE notices DROP CONSTRAINT notices_kind_check,
	ADD CONSTRAINT notices_kind_check CHECK (kind IN ('lock', 'late-out', 'result', 'correction', 'instruction', 'message',
		'hand-over')) NOT VALID;
