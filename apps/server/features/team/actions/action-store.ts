import type { TeamAction } from "@first-bounce/contract/team/team-actions";
import type { RoundId, SeasonTime, UserId } from "@first-bounce/rules/ids";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { NewTrade } from "@first-bounce/rules/trades/trade";
import { DatabaseError, type Pool } from "pg";
import { createBatcher } from "../../../db/batcher.ts";
import type { LineupRow, TeamRow } from "../team-row.ts";
import type { SavedAction } from "./saved-action.ts";

/** An action that the rules allowed, and what they judged it by. */
export interface AllowedAction {
	readonly seasonId: number;
	readonly basedOn: Pick<TeamRow, "id" | "version" | "data_version">;
	readonly userId: UserId;
	readonly action: TeamAction["action"];
	readonly saved: SavedAction;
	readonly at: SeasonTime;
	readonly roundId: RoundId;
	readonly startRoundId: RoundId;
	/** The round whose own line-up is written, or, for null, dropped. */
	readonly lineupRound: RoundId;
	readonly lineup: Omit<LineupRow, "roundId"> | null;
	readonly deletedTradeIds: readonly number[];
	readonly newTrades: readonly NewTrade[];
	readonly tradeLimit: SeasonRules["trades"];
}

/** Null in all but `outcome` when nothing was stored: the team or the season is not what it was judged by any more. */
interface StoreResult {
	readonly outcome: "saved" | "team-moved" | "season-moved";
	readonly receipt_id: string | null;
	readonly saved_at: Date | null;
	readonly trade_ids: readonly number[] | null;
}

/** Stores an allowed action with its receipt, or says what moved meanwhile. */
export type ActionStore = (allowed: AllowedAction) => Promise<StoreResult>;

const ACCEPT = {
	name: "accept-team-actions",
	text: "SELECT outcome, receipt_id, saved_at, trade_ids FROM accept_team_actions($1, $2)",
};

/** Few, so that connections stay free for reading while all who write wait for a publication. */
const BATCH_LIMITS = { maxConcurrent: 2, maxItems: 64 };

/** The action as `accept_team_actions` reads it. */
function buildActionRow(
	{ basedOn: judgedBy, lineup, newTrades: made, tradeLimit: limit, ...allowed }: AllowedAction,
	place: number,
) {
	return {
		place,
		season: allowed.seasonId,
		data_version: judgedBy.data_version,
		team: judgedBy.id,
		version: judgedBy.version,
		by_user: allowed.userId,
		named: allowed.action,
		round: allowed.roundId,
		kept: allowed.saved,
		at: new Date(allowed.at),
		start_round: allowed.startRoundId,
		line_round: allowed.lineupRound,
		slots: lineup?.slots,
		captain: lineup?.captainId,
		vice_captain: lineup?.viceCaptainId,
		emergency: lineup?.emergency,
		bank: lineup?.bank,
		undone: allowed.deletedTradeIds,
		...(made.length > 0 ? { made, trade_limit: limit.limit } : {}),
		limit_round: limit.per === "season" ? 0 : allowed.roundId,
	};
}

async function acceptActions(pool: Pool, actions: readonly AllowedAction[]): Promise<readonly StoreResult[]> {
	const seasons = [...new Set(actions.map(({ seasonId }) => seasonId))].toSorted((a, b) => a - b);
	const { rows } = await pool.query<StoreResult>({
		...ACCEPT,
		values: [seasons, JSON.stringify(actions.map(buildActionRow))],
	});
	if (rows.length !== actions.length) throw new Error("Every action of several has its answer");
	return rows;
}

type SettledAction = { readonly row: StoreResult } | { readonly error: unknown };

const acceptAction = (pool: Pool, action: AllowedAction): Promise<SettledAction> =>
	acceptActions(pool, [action]).then(
		([row]) => (row ? { row } : { error: new Error("An action has an answer") }),
		(error) => ({ error }),
	);

/** Certain to have stored nothing. A connection that broke is not. */
const isRejectedByDatabase = (error: unknown): boolean => error instanceof DatabaseError && error.severity === "ERROR";

/**
 * Stores actions of different teams that come at the same moment in one statement, so that the rush before a lock
 * costs one commit for many. Rows are locked in the order of their teams, in every process; one action that the tables
 * refuse does not take the others with it.
 */
export function createActionStore(pool: Pool): ActionStore {
	const store = createBatcher(async (actions: readonly AllowedAction[]): Promise<readonly SettledAction[]> => {
		const order = Array.from(actions.keys()).toSorted(
			(a, b) => (actions[a]?.basedOn.id ?? 0) - (actions[b]?.basedOn.id ?? 0),
		);
		const inOrder = order.flatMap((index) => actions[index] ?? []);
		const settled: SettledAction[] = [];
		try {
			const rows = await acceptActions(pool, inOrder);
			for (const [place, row] of rows.entries()) settled[order[place] ?? 0] = { row };
		} catch (error) {
			if (actions.length === 1 || !isRejectedByDatabase(error)) return actions.map(() => ({ error }));
			for (const [index, action] of actions.entries()) settled[index] = await acceptAction(pool, action);
		}
		return settled;
	}, BATCH_LIMITS);
	return async (allowed) => {
		const settled = await store(allowed);
		if ("error" in settled) throw settled.error;
		return settled.row;
	};
}
