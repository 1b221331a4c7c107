-- What two names must differ in to be two: not in case, by Unicode's full folding (ß is ss, ς is σ), nor in spaces, in
-- compatible spellings (full-width letters, ligatures, combining marks), nor in the dots of a Turkish I.
CREATE FUNCTION name_key(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	RETURN replace(replace(regexp_replace(
		normalize(casefold(normalize(casefold(normalize(given, NFD) COLLATE pg_unicode_fast), NFKC)), NFKC),
		'[\s\u1680\u200d\ufe0f]', '', 'g'), U&'i\0307', 'i'), U&'\0131', 'i');

-- Where names from before are one by this measure, the oldest account keeps its own and the others get a number, which
-- the audit log tells an operator.
CREATE INDEX team_name_keys ON users (name_key(team_name));
DO $$
DECLARE
	clash record;
	number int;
	renamed text;
BEGIN
	FOR clash IN
		SELECT id, team_name FROM (
			SELECT id, team_name, row_number() OVER (PARTITION BY name_key(team_name) ORDER BY id) AS place
			FROM users WHERE team_name IS NOT NULL) AS named
		WHERE place > 1 ORDER BY id
	LOOP
		number := 1;
		LOOP
			number := number + 1;
			renamed := left(clash.team_name, 29 - length(number::text)) || ' ' || number;
			EXIT WHEN NOT EXISTS (SELECT FROM users WHERE name_key(team_name) = name_key(renamed));
		END LOOP;
		UPDATE users SET team_name = renamed WHERE id = clash.id;
		INSERT INTO audit (actor, action, subject, reason, before, after)
			VALUES ('migration', 'team-renamed', 'user:' || clash.id, 'Another team had this name in another spelling',
				jsonb_build_object('name', clash.team_name), jsonb_build_object('name', renamed));
	END LOOP;
END $$;
DROP INDEX team_name_keys;
DROP INDEX one_user_a_team_name;
CREATE UNIQUE INDEX one_user_a_team_name ON users (name_key(team_name));
