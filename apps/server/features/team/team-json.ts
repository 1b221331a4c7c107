/** SQL of the line-up `l` as a `LineupRow`. */
export const LINEUP_JSON = `json_build_object('roundId', l.round_id, 'slots', l.slots, 'captainId', l.captain_id,
	'viceCaptainId', l.vice_captain_id, 'emergency', l.emergency, 'bank', l.bank)`;

/** SQL of the line-ups of the team `t`, oldest first. */
export const LINEUPS_JSON = `(SELECT coalesce(json_agg(${LINEUP_JSON} ORDER BY l.round_id), '[]')
	FROM lineups l WHERE l.team_id = t.id)`;

/** SQL of the trades of the team `t`, oldest first. */
export const TRADES_JSON = `(SELECT coalesce(json_agg(json_build_object('id', r.id, 'roundId', r.round_id,
		'playerInId', r.player_in_id, 'playerOutId', r.player_out_id, 'priceIn', r.price_in, 'priceOut', r.price_out,
		'swapIds', r.swap_ids, 'final', r.is_final) ORDER BY r.id), '[]')
	FROM trades r WHERE r.team_id = t.id)`;
