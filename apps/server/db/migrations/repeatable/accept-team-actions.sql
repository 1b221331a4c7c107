-- Stores actions that the rules allowed, of as many teams as asked for it at the same moment: one statement, one commit. Each is
-- stored if its team and season are still what it was judged by, and an instruction is carried out only as its manager has it now.
-- The lock comes in a statement of its own, so that what follows sees what a publication committed before it. If `slots` is null,
-- the round's own line-up goes, and the one before it counts again. A trade that finds no free slot has none, which the table
-- refuses: then nothing of the call is stored.
CREATE OR REPLACE FUNCTION accept_team_actions(in_seasons int[], judged json)
RETURNS TABLE (place int, outcome text, receipt_id uuid, saved_at timestamptz, trade_ids int[])
LANGUAGE plpgsql SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
#variable_conflict use_column
BEGIN
	PERFORM pg_advisory_xact_lock_shared(season, 1) FROM unnest(in_seasons) AS season;
	IF EXISTS (SELECT FROM json_array_elements(judged) AS each WHERE each ->> 'instruction' IS NOT NULL) THEN
		PERFORM FROM teams WHERE id IN (SELECT (each ->> 'team')::int FROM json_array_elements(judged) AS each)
			ORDER BY id FOR NO KEY UPDATE;
	END IF;
	RETURN QUERY
	WITH action AS MATERIALIZED (
		SELECT * FROM json_to_recordset(judged) AS (
			place int, season int, data_version int, team int, version int, by_user int, named text, round int, kept jsonb,
			at timestamptz, start_round int, line_round int, slots int[], captain int, vice_captain int, emergency int[],
			bank int, undone int[], made json, trade_limit int, limit_round int, instruction int, written jsonb, cause text)
	), judged_on AS MATERIALIZED (
		SELECT a.*, a.instruction IS NOT NULL AND NOT EXISTS (SELECT FROM team_instructions AS i
				WHERE i.id = a.instruction AND i.team_id = a.team AND i.state = 'waiting'
					AND (a.written IS NULL OR to_jsonb(i) @> a.written)) AS is_over
		FROM action AS a JOIN seasons AS s ON s.id = a.season AND s.data_version = a.data_version
	), moved AS (
		UPDATE teams AS t SET version = t.version + 1, start_round_id = a.start_round,
			completed_at = coalesce(t.completed_at, a.at)
		FROM judged_on AS a WHERE t.id = a.team AND t.version = a.version AND NOT a.is_over
		RETURNING a.*
	), lined_up AS (
		INSERT INTO lineups (team_id, round_id, slots, captain_id, vice_captain_id, emergency, bank)
		SELECT team, line_round, slots, captain, vice_captain, emergency, bank FROM moved WHERE slots IS NOT NULL
		ON CONFLICT (team_id, round_id) DO UPDATE SET slots = excluded.slots, captain_id = excluded.captain_id,
			vice_captain_id = excluded.vice_captain_id, emergency = excluded.emergency, bank = excluded.bank
	), dropped AS (
		DELETE FROM lineups AS l USING moved AS m
		WHERE m.slots IS NULL AND l.team_id = m.team AND l.round_id = m.line_round
	), reversed AS (
		DELETE FROM trades WHERE id = ANY (ARRAY(SELECT unnest(undone) FROM moved))
			AND team_id = ANY (ARRAY(SELECT team FROM moved WHERE cardinality(undone) > 0))
	), made AS (
		INSERT INTO trades (team_id, round_id, player_in_id, player_out_id, price_in, price_out, swap_ids, made_at,
			slot, slot_round_id)
		SELECT m.team, m.round, pair."playerInId", pair."playerOutId", pair."priceIn", pair."priceOut", pair."swapIds",
			m.at, free.slot, m.limit_round
		FROM moved AS m
		CROSS JOIN LATERAL ROWS FROM (json_to_recordset(m.made) AS (
			"playerInId" int, "playerOutId" int, "priceIn" int, "priceOut" int, "swapIds" int[])) WITH ORDINALITY AS pair
		LEFT JOIN LATERAL (
			SELECT number AS slot, row_number() OVER (ORDER BY number) AS ordinality
			FROM generate_series(1, m.trade_limit) AS number
			WHERE NOT EXISTS (SELECT FROM trades AS t
				WHERE t.team_id = m.team AND t.slot_round_id = m.limit_round AND t.slot = number)
		) AS free USING (ordinality)
		WHERE m.made IS NOT NULL
		ORDER BY m.place, ordinality
		RETURNING id, team_id
	), receipt AS (
		INSERT INTO team_actions (team_id, user_id, round_id, action, version, saved, season_at)
		SELECT team, by_user, round, named, version + 1, kept, at FROM moved
		RETURNING id, wall_at, team_id
	), ran AS (
		UPDATE team_instructions AS i SET state = 'done', action_id = r.id, ran_at = m.at, cause = m.cause
		FROM moved AS m JOIN receipt AS r ON r.team_id = m.team WHERE i.id = m.instruction
	)
	SELECT a.place,
		CASE WHEN m.place IS NOT NULL THEN 'saved' WHEN j.is_over THEN 'instruction-over'
			WHEN j.place IS NOT NULL THEN 'team-moved' ELSE 'season-moved' END,
		r.id, r.wall_at, (SELECT array_agg(made.id ORDER BY made.id) FROM made WHERE made.team_id = m.team)
	FROM action AS a
	LEFT JOIN judged_on AS j ON j.place = a.place
	LEFT JOIN moved AS m ON m.place = a.place
	LEFT JOIN receipt AS r ON r.team_id = m.team
	ORDER BY a.place;
END
$$;
