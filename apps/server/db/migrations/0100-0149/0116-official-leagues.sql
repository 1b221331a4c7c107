-- The official leagues, of one's club and of one's state, that a manager has joined. Which club and state it is follows from
-- her account; the ladder is the ranking by that club or state.
CREATE TABLE official_league_members (
	season_id int NOT NULL REFERENCES seasons ON DELETE CASCADE,
	user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
	kind text NOT NULL CHECK (kind IN ('club', 'state')),
	joined_at timestamptz NOT NULL DEFAULT now(),
	PRIMARY KEY (user_id, season_id, kind)
);
