-- A request that was signed in just before the erasure cannot write personal data into the row afterwards.
ALTER TABLE users ADD CONSTRAINT erased_account_is_empty CHECK (erased_at IS NULL OR (
	first_name = 'Former' AND last_name = 'manager' AND email = '' AND password_hash IS NULL AND team_name IS NULL
	AND birthday IS NULL AND gender IS NULL AND country IS NULL AND avatar_version = 0 AND NOT is_operator));
