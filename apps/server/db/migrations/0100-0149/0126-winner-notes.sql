-- Winners that an operator has told of their win. `subject` is the round, club or state of the win, or empty.
CREATE TABLE winner_notes (
	season_id int NOT NULL REFERENCES seasons ON DELETE CASCADE,
	kind text NOT NULL CHECK (kind IN ('round', 'overall', 'club', 'state', 'cup')),
	subject text NOT NULL,
	team_id int NOT NULL REFERENCES teams ON DELETE CASCADE,
	told_at timestamptz NOT NULL,
	told_by int REFERENCES users ON DELETE SET NULL,
	PRIMARY KEY (season_id, kind, subject, team_id)
);
CREATE INDEX winner_notes_by_team ON winner_notes (team_id);
CREATE INDEX winner_notes_by_operator ON winner_notes (told_by);
