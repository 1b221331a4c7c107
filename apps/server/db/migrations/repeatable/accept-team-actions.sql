-- Stores actions that the rules allow, of as many teams as were saved at the same moment, each with its receipt. An action is not
-- stored if its team, its season or its instruction has changed since it was checked; the others are. If `slots` is null, the
-- round's own line-up is deleted, and the one before it counts again. A trade that finds no free slot gets none, which its table
-- refuses: then nothing is stored.
--
-- `actions` is built in features/team/actions/queries.ts. During an upgrade, processes of the previous release call this function
-- too, and fields that they do not know are null.
CREATE OR REPLACE FUNCTION accept_team_actions(actions json)
RETURNS TABLE (outcome text, receipt_id uuid, saved_at timestamptz, trade_ids int[])
LANGUAGE plpgsql SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
	season_ids int[];
	has_instructions boolean;
BEGIN
	SELECT array_agg(DISTINCT season_id ORDER BY season_id), bool_or(instruction_id IS NOT NULL)
		INTO season_ids, has_instructions
		FROM json_to_recordset(actions) AS (season_id int, instruction_id int);
	-- A statement of its own, so that the next ones see what a publication committed before it released the lock.
	PERFORM pg_advisory_xact_lock_shared(id, 1) FROM unnest(season_ids) AS id;
	IF has_instructions THEN
		PERFORM FROM teams WHERE id IN (SELECT team_id FROM json_to_recordset(actions) AS (team_id int))
			ORDER BY id FOR NO KEY UPDATE;
	END IF;
	RETURN QUERY
	WITH action AS MATERIALIZED (
		SELECT * FROM ROWS FROM (json_to_recordset(actions) AS (
			season_id int, data_version int, team_id int, version int, user_id int, action text, round_id int, saved jsonb,
			season_at timestamptz, start_round_id int, lineup_round_id int, slots int[], captain_id int, vice_captain_id int,
			emergency int[], bank int, deleted_trade_ids int[], new_trades json, trade_limit int, slot_round_id int,
			instruction_id int, instruction jsonb, cause text, changed_trade json)) WITH ORDINALITY
	), season_unchanged AS MATERIALIZED (
		SELECT a.*, a.instruction_id IS NOT NULL AND NOT EXISTS (SELECT FROM team_instructions AS i
				WHERE i.id = a.instruction_id AND i.team_id = a.team_id AND i.state = 'waiting'
					AND (a.instruction IS NULL OR to_jsonb(i) @> a.instruction)) AS is_instruction_over
		FROM action AS a JOIN seasons AS s ON s.id = a.season_id AND s.data_version = a.data_version
	), accepted AS (
		UPDATE teams AS t SET version = t.version + 1, start_round_id = a.start_round_id,
			completed_at = coalesce(t.completed_at, a.season_at)
		FROM season_unchanged AS a WHERE t.id = a.team_id AND t.version = a.version AND NOT a.is_instruction_over
		RETURNING a.*
	), saved_lineup AS (
		INSERT INTO lineups (team_id, round_id, slots, captain_id, vice_captain_id, emergency, bank)
		SELECT team_id, lineup_round_id, slots, captain_id, vice_captain_id, emergency, bank
		FROM accepted WHERE slots IS NOT NULL
		ON CONFLICT (team_id, round_id) DO UPDATE SET slots = excluded.slots, captain_id = excluded.captain_id,
			vice_captain_id = excluded.vice_captain_id, emergency = excluded.emergency, bank = excluded.bank
	), deleted_lineup AS (
		DELETE FROM lineups AS l USING accepted AS a
		WHERE a.slots IS NULL AND l.team_id = a.team_id AND l.round_id = a.lineup_round_id
	), deleted_trade AS (
		DELETE FROM trades WHERE id = ANY (ARRAY(SELECT unnest(deleted_trade_ids) FROM accepted))
			AND team_id = ANY (ARRAY(SELECT team_id FROM accepted WHERE cardinality(deleted_trade_ids) > 0))
	), changed_trade AS (
		UPDATE trades AS t SET player_in_id = changed."playerInId", player_out_id = changed."playerOutId",
			price_in = changed."priceIn", price_out = changed."priceOut", swap_ids = changed."swapIds"
		FROM accepted AS a
		CROSS JOIN LATERAL json_to_record(a.changed_trade) AS changed (
			id int, "playerInId" int, "playerOutId" int, "priceIn" int, "priceOut" int, "swapIds" int[])
		WHERE a.changed_trade IS NOT NULL AND t.id = changed.id AND t.team_id = a.team_id
	), new_trade AS (
		INSERT INTO trades (team_id, round_id, player_in_id, player_out_id, price_in, price_out, swap_ids, made_at,
			slot, slot_round_id)
		SELECT a.team_id, a.round_id, pair."playerInId", pair."playerOutId", pair."priceIn", pair."priceOut",
			pair."swapIds", a.season_at, free.slot, a.slot_round_id
		FROM accepted AS a
		CROSS JOIN LATERAL ROWS FROM (json_to_recordset(a.new_trades) AS (
			"playerInId" int, "playerOutId" int, "priceIn" int, "priceOut" int, "swapIds" int[])) WITH ORDINALITY AS pair
		LEFT JOIN LATERAL (
			SELECT number AS slot, row_number() OVER (ORDER BY number) AS ordinality
			FROM generate_series(1, a.trade_limit) AS number
			WHERE NOT EXISTS (SELECT FROM trades AS t
				WHERE t.team_id = a.team_id AND t.slot_round_id = a.slot_round_id AND t.slot = number)
		) AS free ON free.ordinality = pair.ordinality
		WHERE a.new_trades IS NOT NULL
		ORDER BY a.ordinality, pair.ordinality
		RETURNING id, team_id
	), receipt AS (
		INSERT INTO team_actions (team_id, user_id, round_id, action, version, saved, season_at)
		SELECT team_id, user_id, round_id, action, version + 1, saved, season_at FROM accepted
		RETURNING id, wall_at, team_id
	), done_instruction AS (
		UPDATE team_instructions AS i SET state = 'done', action_id = r.id, ran_at = a.season_at, cause = a.cause
		FROM accepted AS a JOIN receipt AS r ON r.team_id = a.team_id WHERE i.id = a.instruction_id
	)
	SELECT CASE WHEN r.id IS NOT NULL THEN 'saved' WHEN s.is_instruction_over THEN 'instruction-over'
			WHEN s.ordinality IS NOT NULL THEN 'team-changed' ELSE 'season-changed' END,
		r.id, r.wall_at, (SELECT array_agg(n.id ORDER BY n.id) FROM new_trade AS n WHERE n.team_id = r.team_id)
	FROM action AS a
	LEFT JOIN season_unchanged AS s ON s.ordinality = a.ordinality
	LEFT JOIN accepted ON accepted.ordinality = a.ordinality
	LEFT JOIN receipt AS r ON r.team_id = accepted.team_id
	ORDER BY a.ordinality;
END
$$;
