-- Accounts that an operator has closed. The row is deleted when the suspension is lifted; the audit log keeps it.
CREATE TABLE suspensions (
	user_id int PRIMARY KEY REFERENCES users ON DELETE CASCADE,
	reason text NOT NULL CHECK (length(reason) BETWEEN 3 AND 500),
	suspended_at timestamptz NOT NULL,
	-- Null: until an operator lifts it.
	ends_at timestamptz CHECK (ends_at > suspended_at),
	-- Null from the command line.
	suspended_by int REFERENCES users ON DELETE SET NULL,
	-- What users.is_active becomes again: the owner may have deactivated the account herself before.
	was_active boolean NOT NULL
);
CREATE INDEX suspensions_by_end ON suspensions (ends_at);

-- Names that operators took from a team or a league, which its owner may not choose again.
CREATE TABLE rejected_names (
	kind text NOT NULL CHECK (kind IN ('team', 'league')),
	-- The user's id, or the league's.
	owner_id int NOT NULL,
	-- By name_key().
	name_key text NOT NULL,
	PRIMARY KEY (kind, owner_id, name_key)
);
INSERT INTO rejected_names (kind, owner_id, name_key)
SELECT split_part(action, '-', 1), split_part(subject, ':', 2)::int, name_key(before ->> 'name')
FROM audit
WHERE action IN ('team-name-moderated', 'league-name-moderated') AND before ->> 'name' <> after ->> 'name'
ON CONFLICT DO NOTHING;
