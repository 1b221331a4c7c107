-- One row a slot: no two trades answer for the same one, and nobody is traded the same way twice in a round.
ALTER TABLE trades ADD COLUMN slot smallint, ADD COLUMN slot_round_id int NOT NULL DEFAULT 0;
COMMENT ON COLUMN trades.slot IS 'From 1 up to the season''s limit; reversing the trade frees it.';
COMMENT ON COLUMN trades.slot_round_id IS 'The round whose slots are counted; 0 where the limit is for the season.';
UPDATE trades AS t SET slot = numbered.slot
	FROM (SELECT id, row_number() OVER (PARTITION BY team_id ORDER BY id) AS slot FROM trades) AS numbered
	WHERE t.id = numbered.id;
ALTER TABLE trades
	ALTER COLUMN slot SET NOT NULL,
	ADD CHECK (slot > 0),
	ADD UNIQUE (team_id, slot_round_id, slot),
	ADD UNIQUE (team_id, round_id, player_in_id),
	ADD UNIQUE (team_id, round_id, player_out_id);
DROP INDEX trades_by_team;

-- One action a version: history in order, and no two answers for the same state of a team.
UPDATE team_actions SET saved = saved || '{"changes": [], "trades": []}';
ALTER TABLE team_actions ADD UNIQUE (team_id, version);
DROP INDEX team_actions_by_team;

CREATE INDEX lineups_over_the_cap ON lineups (team_id) WHERE bank < 0;

-- Stores an action that the rules allowed, if team and season are still what they were judged by; else says which of
-- them moved, and stores nothing. Each statement sees what was committed before it, so no publication slips in
-- between. Slots null: the round's own line-up goes, and the one before it counts again.
CREATE FUNCTION accept_team_action(
	on_season int, judged_data_version int, on_team int, judged_version int,
	acting_user int, named text, in_round int, kept jsonb, season_time timestamptz, new_start_round int,
	line_round int, new_slots int[], new_captain int, new_vice_captain int, new_emergency int[], new_bank int,
	undone_trades int[], made_trades jsonb, trade_limit int, limit_round int
) RETURNS TABLE (outcome text, receipt_id uuid, saved_at timestamptz, trade_ids int[])
LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock_shared(on_season, 1);
	IF NOT EXISTS (SELECT FROM seasons WHERE id = on_season AND data_version = judged_data_version) THEN
		outcome := 'season-moved';
		RETURN NEXT;
		RETURN;
	END IF;
	UPDATE teams SET version = version + 1, start_round_id = new_start_round,
			completed_at = coalesce(completed_at, season_time)
		WHERE id = on_team AND version = judged_version;
	IF NOT FOUND THEN
		outcome := 'team-moved';
		RETURN NEXT;
		RETURN;
	END IF;

	IF new_slots IS NULL THEN
		DELETE FROM lineups WHERE team_id = on_team AND round_id = line_round;
	ELSE
		INSERT INTO lineups (team_id, round_id, slots, captain_id, vice_captain_id, emergency, bank)
			VALUES (on_team, line_round, new_slots, new_captain, new_vice_captain, new_emergency, new_bank)
			ON CONFLICT (team_id, round_id) DO UPDATE SET slots = excluded.slots, captain_id = excluded.captain_id,
				vice_captain_id = excluded.vice_captain_id, emergency = excluded.emergency, bank = excluded.bank;
	END IF;

	IF cardinality(undone_trades) > 0 THEN
		DELETE FROM trades WHERE team_id = on_team AND id = ANY (undone_trades);
	END IF;
	trade_ids := '{}';
	IF made_trades IS NOT NULL THEN
		WITH made AS (
			INSERT INTO trades (team_id, round_id, player_in_id, player_out_id, price_in, price_out, swap_ids, made_at,
					slot, slot_round_id)
			SELECT on_team, in_round, each."playerInId", each."playerOutId", each."priceIn", each."priceOut",
				each."swapIds", season_time, free.slot, limit_round
			FROM ROWS FROM (jsonb_to_recordset(made_trades) AS (
				"playerInId" int, "playerOutId" int, "priceIn" int, "priceOut" int, "swapIds" int[])) WITH ORDINALITY AS each
			JOIN (
				SELECT number AS slot, row_number() OVER (ORDER BY number) AS ordinality
				FROM generate_series(1, trade_limit) AS number
				WHERE NOT EXISTS (SELECT FROM trades AS t
					WHERE t.team_id = on_team AND t.slot_round_id = limit_round AND t.slot = number)
			) AS free USING (ordinality)
			ORDER BY ordinality
			RETURNING id
		)
		SELECT array_agg(id ORDER BY id) INTO trade_ids FROM made;
		IF coalesce(cardinality(trade_ids), 0) <> jsonb_array_length(made_trades) THEN
			RAISE EXCEPTION 'Team % has no free trade slot', on_team USING ERRCODE = 'check_violation';
		END IF;
	END IF;

	INSERT INTO team_actions (team_id, user_id, round_id, action, version, saved, season_at)
		VALUES (on_team, acting_user, in_round, named, judged_version + 1, kept, season_time)
		RETURNING id, wall_at INTO receipt_id, saved_at;
	outcome := 'saved';
	RETURN NEXT;
END
$$;
