-- contract: unused since 0.1.0
-- Attaching a round's standings checked the foreign keys of all its rows, and waited for whoever read the default
-- partition, while saves waited (decision 081). Nothing inserts into the default partition any more.
ALTER TABLE standings DETACH PARTITION standings_of_others;
DO $$
DECLARE
	round record;
BEGIN
	FOR round IN SELECT DISTINCT season_id AS season, round_id AS id FROM standings_of_others LOOP
		EXECUTE format('CREATE TABLE standings_%s_%s PARTITION OF standings FOR VALUES FROM (%s, %s) TO (%s, %s)',
			round.season, round.id, round.season, round.id, round.season, round.id + 1);
	END LOOP;
END $$;
INSERT INTO standings (season_id, round_id, team_id, points, round_rank, total_points, highest_points, overall_rank, team_value)
	SELECT season_id, round_id, team_id, points, round_rank, total_points, highest_points, overall_rank, team_value
	FROM standings_of_others;
DROP TABLE standings_of_others;

ALTER TABLE standings DROP CONSTRAINT standings_team_id_fkey1, DROP CONSTRAINT standings_season_id_round_id_fkey1;
CREATE FUNCTION delete_standings_of_teams() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM standings WHERE team_id IN (SELECT id FROM deleted);
	RETURN NULL;
END $$;
CREATE TRIGGER teams_delete_standings AFTER DELETE ON teams REFERENCING OLD TABLE AS deleted
	FOR EACH STATEMENT EXECUTE FUNCTION delete_standings_of_teams();
CREATE FUNCTION delete_standings_of_rounds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM standings WHERE (season_id, round_id) IN (SELECT season_id, id FROM deleted);
	RETURN NULL;
END $$;
CREATE TRIGGER rounds_delete_standings AFTER DELETE ON rounds REFERENCING OLD TABLE AS deleted
	FOR EACH STATEMENT EXECUTE FUNCTION delete_standings_of_rounds();
