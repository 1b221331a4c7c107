import type { Dollars, PlayerId, RoundId, SeasonTime, TeamId, UserId } from "@first-bounce/rules/ids";
import type { Trade } from "@first-bounce/rules/trades/trade";
import type { ClientBase, Pool } from "pg";

/** A line-up that counts from its round on, as it is stored. */
export interface LineupRow {
	readonly roundId: RoundId;
	readonly slots: readonly PlayerId[];
	readonly captainId: PlayerId;
	readonly viceCaptainId: PlayerId;
	readonly emergency: readonly PlayerId[];
	readonly bank: Dollars | null;
}

/** Everything of one team that its owner's screen needs, read in one statement. */
export interface TeamRow {
	readonly id: TeamId;
	readonly user_id: UserId;
	readonly version: number;
	readonly start_round_id: RoundId | null;
	readonly team_name: string | null;
	readonly avatar_version: number;
	readonly supported_squad_id: number | null;
	readonly data_version: number;
	/** Oldest first. */
	readonly lineups: readonly LineupRow[];
	readonly trades: readonly Trade[];
	/** Points of complete rounds, by round. */
	readonly scoreflow: Readonly<Record<string, number>>;
}

const TEAM = {
	name: "team-of-user",
	text: `SELECT t.id, t.user_id, t.version, t.start_round_id, u.team_name, u.avatar_version, u.supported_squad_id,
		(SELECT data_version FROM seasons WHERE id = t.season_id) AS data_version,
		(SELECT coalesce(json_agg(json_build_object('roundId', l.round_id, 'slots', l.slots, 'captainId', l.captain_id,
			'viceCaptainId', l.vice_captain_id, 'emergency', l.emergency, 'bank', l.bank) ORDER BY l.round_id), '[]')
			FROM lineups l WHERE l.team_id = t.id) AS lineups,
		(SELECT coalesce(json_agg(json_build_object('id', r.id, 'roundId', r.round_id, 'playerInId', r.player_in_id,
			'playerOutId', r.player_out_id, 'priceIn', r.price_in, 'priceOut', r.price_out, 'swapIds', r.swap_ids,
			'final', r.is_final) ORDER BY r.id), '[]')
			FROM trades r WHERE r.team_id = t.id) AS trades,
		(SELECT coalesce(json_object_agg(s.round_id, s.points), '{}') FROM standings s WHERE s.team_id = t.id) AS scoreflow
		FROM teams t JOIN users u ON u.id = t.user_id
		WHERE t.season_id = $1 AND t.user_id = $2`,
};

export async function teamOfUser(
	db: Pool | ClientBase,
	seasonId: number,
	userId: UserId,
): Promise<TeamRow | undefined> {
	const { rows } = await db.query<TeamRow>({ ...TEAM, values: [seasonId, userId] });
	return rows[0];
}

export interface AcceptedAction {
	readonly teamId: TeamId;
	readonly userId: UserId;
	readonly startRoundId: RoundId;
	readonly lineup: LineupRow;
	readonly action: string;
	readonly saved: unknown;
	readonly seasonNow: SeasonTime;
}

const SAVE = {
	name: "save-lineup",
	text: `WITH line AS (
			INSERT INTO lineups (team_id, round_id, slots, captain_id, vice_captain_id, emergency, bank)
			VALUES ($1, $3, $4, $5, $6, $7, $8)
			ON CONFLICT (team_id, round_id) DO UPDATE SET slots = excluded.slots, captain_id = excluded.captain_id,
				vice_captain_id = excluded.vice_captain_id, emergency = excluded.emergency, bank = excluded.bank
		), team AS (
			UPDATE teams SET version = version + 1, start_round_id = $9, completed_at = coalesce(completed_at, $10)
			WHERE id = $1 RETURNING version
		)
		INSERT INTO team_actions (team_id, user_id, round_id, action, version, saved, season_at)
		SELECT $1, $2, $3, $11, version, $12, $10 FROM team
		RETURNING id, wall_at, version`,
};

export interface ReceiptRow {
	readonly id: string;
	readonly wall_at: Date;
	readonly version: number;
}

/** Writes an accepted line-up, the team's new version and the action's receipt, in one statement. */
export async function saveLineup(client: ClientBase, accepted: AcceptedAction): Promise<ReceiptRow> {
	const { teamId, userId, startRoundId, lineup, action, saved, seasonNow } = accepted;
	const { rows } = await client.query<ReceiptRow>({
		...SAVE,
		values: [
			...[teamId, userId, lineup.roundId, lineup.slots, lineup.captainId, lineup.viceCaptainId, lineup.emergency],
			...[lineup.bank, startRoundId, new Date(seasonNow), action, JSON.stringify(saved)],
		],
	});
	const row = rows[0];
	if (!row) throw new Error(`Team ${teamId} is gone`);
	return row;
}
