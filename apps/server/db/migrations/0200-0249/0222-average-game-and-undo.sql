-- Whether the team with a bye plays against the average of the league's scores instead, in draft leagues.
ALTER TABLE leagues ADD COLUMN average_game boolean NOT NULL DEFAULT false;

-- A change of squads whose own maker wants it undone, on which the other managers vote.
CREATE TABLE undo_proposals (
	change_id bigint PRIMARY KEY REFERENCES squad_changes ON DELETE CASCADE,
	league_id int NOT NULL REFERENCES drafts ON DELETE CASCADE,
	user_id int REFERENCES users ON DELETE SET NULL,
	reason text NOT NULL,
	at timestamptz NOT NULL
);
CREATE INDEX undo_proposals_by_league ON undo_proposals (league_id);

-- Who agrees, by team.
CREATE TABLE undo_votes (
	change_id bigint NOT NULL REFERENCES undo_proposals ON DELETE CASCADE,
	team_id int NOT NULL REFERENCES teams ON DELETE CASCADE,
	at timestamptz NOT NULL,
	PRIMARY KEY (change_id, team_id)
);
