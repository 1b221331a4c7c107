import type { TeamAction } from "@first-bounce/contract/team/team-actions";
import type { RoundId, SeasonTime, UserId } from "@first-bounce/rules/ids";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { NewTrade, Trade } from "@first-bounce/rules/trades/trade";
import type { Pool } from "pg";
import type { Row } from "../../../db/tables/tables.ts";
import type { LineupRow, TeamRow } from "../team-row.ts";
import type { SavedAction } from "./saved-action.ts";

export interface AllowedAction {
	readonly seasonId: number;
	readonly basedOn: Pick<TeamRow, "id" | "version" | "data_version">;
	readonly userId: UserId;
	readonly action: TeamAction["action"];
	readonly saved: SavedAction;
	readonly at: SeasonTime;
	readonly roundId: RoundId;
	readonly startRoundId: RoundId;
	/** The round whose own line-up is saved, or deleted if `lineup` is null. */
	readonly lineupRound: RoundId;
	readonly lineup: Omit<LineupRow, "roundId"> | null;
	readonly deletedTradeIds: readonly number[];
	/** A stored trade with its new players and prices; null if none is changed. */
	readonly changedTrade: Trade | null;
	readonly newTrades: readonly NewTrade[];
	readonly tradeLimit: SeasonRules["trades"];
	/** The columns of the instruction that is carried out, as they were read; null for the manager's own action. */
	readonly instruction: Readonly<Record<string, string | number | null>> | null;
}

/** The result of storing an action. Without the outcome `saved`, nothing was stored and all other fields are null. */
export interface StoreResult {
	/**
	 * `team-changed` and `season-changed`: the team or season has changed since the action was checked. `instruction-over`: the
	 * instruction has run, or was changed or deleted.
	 */
	readonly outcome: "saved" | "team-changed" | "season-changed" | "instruction-over";
	readonly receipt_id: string | null;
	readonly saved_at: Date | null;
	readonly trade_ids: readonly number[] | null;
}

/** Builds the action as the database function `accept_team_actions` reads it. */
function buildActionRow({ basedOn, lineup, newTrades, tradeLimit, ...action }: AllowedAction) {
	return {
		season_id: action.seasonId,
		data_version: basedOn.data_version,
		team_id: basedOn.id,
		version: basedOn.version,
		user_id: action.userId,
		action: action.action,
		round_id: action.roundId,
		saved: action.saved,
		season_at: new Date(action.at),
		start_round_id: action.startRoundId,
		lineup_round_id: action.lineupRound,
		slots: lineup?.slots,
		captain_id: lineup?.captainId,
		vice_captain_id: lineup?.viceCaptainId,
		emergency: lineup?.emergency,
		bank: lineup?.bank,
		deleted_trade_ids: action.deletedTradeIds,
		changed_trade: action.changedTrade ?? undefined,
		new_trades: newTrades.length > 0 ? newTrades : undefined,
		trade_limit: tradeLimit.limit,
		slot_round_id: tradeLimit.per === "season" ? 0 : action.roundId,
		instruction_id: action.saved.cause?.instructionId,
		instruction: action.instruction,
		cause: action.saved.cause?.trigger,
	};
}

/** Stores actions of different teams in one statement, and returns their results in the same order. */
export async function storeActions(pool: Pool, actions: readonly AllowedAction[]): Promise<readonly StoreResult[]> {
	const { rows } = await pool.query<StoreResult>({
		name: "accept-team-actions",
		text: "SELECT outcome, receipt_id, saved_at, trade_ids FROM accept_team_actions($1)",
		values: [JSON.stringify(actions.map(buildActionRow))],
	});
	if (rows.length !== actions.length)
		throw new Error(`Not one result for each action: ${rows.length} of ${actions.length}`);
	return rows;
}

export type ActionRow = Row<"team_actions", "id" | "user_id" | "round_id" | "version" | "wall_at" | "season_at"> &
	Row<"users", "first_name" | "last_name"> & {
		readonly action: TeamAction["action"];
		readonly saved: SavedAction;
	};

const SELECT_ACTIONS = `SELECT a.id, a.user_id, u.first_name, u.last_name, a.round_id, a.action, a.version, a.saved, a.wall_at,
		a.season_at
	FROM team_actions a JOIN teams t ON t.id = a.team_id JOIN users u ON u.id = a.user_id
	WHERE t.season_id = $1 AND t.user_id = $2`;

/** Lists actions on a user's team, newest first. */
export async function listActionRows(
	pool: Pool,
	seasonId: number,
	userId: UserId,
	{ offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly ActionRow[]> {
	const text = `${SELECT_ACTIONS} ORDER BY a.version DESC OFFSET $3 LIMIT $4`;
	const { rows } = await pool.query<ActionRow>(text, [seasonId, userId, offset, limit]);
	return rows;
}

export async function findActionRow(pool: Pool, seasonId: number, userId: UserId, id: string) {
	const { rows } = await pool.query<ActionRow>(`${SELECT_ACTIONS} AND a.id = $3`, [seasonId, userId, id]);
	return rows[0];
}
