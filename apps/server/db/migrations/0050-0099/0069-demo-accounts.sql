-- Accounts that belong to the demo: its rivals, and the manager whom everybody may sign in as. An e-mail address does
-- not identify her, because it can be changed.
ALTER TABLE users ADD COLUMN is_demo boolean NOT NULL DEFAULT false;
-- When the demo of the account ended. Nobody can sign in to it from then on.
ALTER TABLE users ADD COLUMN retired_at timestamptz CHECK (retired_at IS NULL OR is_demo);
CREATE INDEX demo_accounts ON users (id) WHERE is_demo;

UPDATE users SET is_demo = true WHERE is_bot;
-- The demo's first season was over before anybody else could register: only its manager played in it.
UPDATE users SET is_demo = true
WHERE id IN (
	SELECT t.user_id FROM teams AS t JOIN seasons AS s ON s.id = t.season_id
	WHERE s.is_demo AND s.generated_from -> 'after' = 'null');
-- A demo that was cut short before that season had teams.
UPDATE users SET is_demo = true
WHERE lower(email) = 'demo@firstbounce.example'
	AND EXISTS (SELECT FROM seasons WHERE is_demo)
	AND NOT EXISTS (SELECT FROM users WHERE is_demo AND NOT is_bot);
