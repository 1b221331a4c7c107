-- Processes keep sessions and team names in memory for a while; this tells them whose to forget. A payload is a user's
-- id, or 'all' when very many changed at once. Saves of line-ups are not told: a notification queues up its commit.
CREATE FUNCTION tell_people_changed(ids int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF cardinality(ids) > 200 THEN
		PERFORM pg_notify('people_changed', 'all');
	ELSE
		PERFORM pg_notify('people_changed', id::text) FROM unnest(ids) AS id;
	END IF;
END $$;

CREATE FUNCTION person_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('people_changed', NEW.id::text);
	RETURN NULL;
END $$;
CREATE TRIGGER person_changed AFTER UPDATE ON users FOR EACH ROW
	WHEN ((OLD.first_name, OLD.last_name, OLD.team_name, OLD.is_active, OLD.is_operator, OLD.avatar_version,
			OLD.supported_squad_id, OLD.state)
		IS DISTINCT FROM (NEW.first_name, NEW.last_name, NEW.team_name, NEW.is_active, NEW.is_operator,
			NEW.avatar_version, NEW.supported_squad_id, NEW.state))
	EXECUTE FUNCTION person_changed();

CREATE FUNCTION team_started() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('people_changed', NEW.user_id::text);
	RETURN NULL;
END $$;
CREATE TRIGGER team_started AFTER UPDATE ON teams FOR EACH ROW
	WHEN (OLD.start_round_id IS DISTINCT FROM NEW.start_round_id) EXECUTE FUNCTION team_started();

CREATE FUNCTION people_touched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM tell_people_changed(array_agg(DISTINCT user_id)) FROM touched HAVING count(*) > 0;
	RETURN NULL;
END $$;
CREATE TRIGGER teams_founded AFTER INSERT ON teams REFERENCING NEW TABLE AS touched
	FOR EACH STATEMENT EXECUTE FUNCTION people_touched();
CREATE TRIGGER teams_gone AFTER DELETE ON teams REFERENCING OLD TABLE AS touched
	FOR EACH STATEMENT EXECUTE FUNCTION people_touched();
CREATE TRIGGER sessions_ended AFTER DELETE ON sessions REFERENCING OLD TABLE AS touched
	FOR EACH STATEMENT EXECUTE FUNCTION people_touched();
