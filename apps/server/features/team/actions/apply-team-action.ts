import type { SavedTeam } from "@first-bounce/contract/team/team";
import type { TeamAction } from "@first-bounce/contract/team/team-actions";
import { getActionRoundId, type SeasonContext, type TeamState } from "@first-bounce/rules/team/team-state";
import type { NewTrade, Trade } from "@first-bounce/rules/trades/trade";
import { accept, type Ruling } from "@first-bounce/rules/violation";
import { refuse } from "../../../plugins/refusal.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { buildShownTeam, loadTeam, type Manager, type TeamServices } from "../load-team.ts";
import { buildLineupRow, type TeamRow } from "../team-row.ts";
import { buildSeasonContext, buildTeamState } from "../team-state.ts";
import { buildViolationRefusal } from "../violation-refusal.ts";
import type { AllowedAction } from "./queries.ts";
import { type ActionCause, buildSavedAction } from "./saved-action.ts";

/** The data that the rules check an action against. */
export interface TeamContext {
	readonly row: TeamRow;
	readonly season: SeasonSnapshot;
	/** Null until the team has been saved. */
	readonly team: TeamState | null;
	readonly context: SeasonContext;
}

/** Stored trades that are not in `team.trades` are deleted, changed ones updated, and `newTrades` added. */
export interface TeamUpdate {
	readonly team: TeamState;
	readonly newTrades?: readonly NewTrade[];
	/** Whether the line-up of the current round is deleted, so that the previous one counts again. */
	readonly isRolledBack?: boolean;
	/** The instruction that the action carries out. The action is saved only while the instruction is waiting. */
	readonly cause?: ActionCause;
	/** The columns that this instruction was read with. The action is not saved if they have changed. */
	readonly instruction?: AllowedAction["instruction"];
}

export const toTeamUpdate = (ruling: Ruling<TeamState>): Ruling<TeamUpdate> =>
	ruling.ok ? accept<TeamUpdate>({ team: ruling.value }) : ruling;

/** Finds the trade that an action has changed, with its players before; null if there is none. */
function findChangedTrade(stored: readonly Trade[], after: readonly Trade[]) {
	for (const trade of after) {
		const before = stored.find(({ id }) => id === trade.id);
		if (before && (before.playerInId !== trade.playerInId || before.playerOutId !== trade.playerOutId))
			return { before: { playerInId: before.playerInId, playerOutId: before.playerOutId }, trade };
	}
	return null;
}

export interface ActionRequest {
	readonly action: TeamAction["action"];
	/** If the team has another version, the action is refused with 409. Any version is accepted if this is undefined. */
	readonly version?: number | undefined;
}

export interface AppliedAction {
	readonly row: TeamRow;
	readonly season: SeasonSnapshot;
	readonly shown: SavedTeam;
}

const MAX_ATTEMPTS = 8;

/** Makes one attempt. Returns null if the team or the season changed between reading and saving. */
async function tryTeamAction(
	services: TeamServices,
	manager: Manager,
	{ action, version }: ActionRequest,
	applyRules: (context: TeamContext) => Ruling<TeamUpdate>,
): Promise<AppliedAction | null> {
	const { seasons, clocks, store } = services;
	const { row, season } = await loadTeam(services, manager);
	if (row.data_version !== season.dataVersion) {
		await seasons.refresh();
		return null;
	}
	if (version !== undefined && version !== row.version) throw refuse(409, "stale-version");
	const now = clocks.seasonNow();
	const context = buildSeasonContext(season, now, row);
	const before = buildTeamState(row, season);
	const ruling = applyRules({ row, season, team: before, context });
	if (!ruling.ok) throw buildViolationRefusal(ruling.violations, (id) => season.players.get(id));

	const { team, newTrades = [], isRolledBack = false, cause = null, instruction = null } = ruling.value;
	const deletedTrades = row.trades.filter(({ id }) => !team.trades.some((trade) => trade.id === id));
	const changedTrade = findChangedTrade(row.trades, team.trades);
	const trades = [...deletedTrades, ...(changedTrade ? [changedTrade.trade] : []), ...newTrades];
	const roundId = getActionRoundId(context);
	const lineup = buildLineupRow(Math.max(roundId, team.startRoundId), team.lineup, team.bank, season.rules);
	const { outcome, receipt_id, saved_at, trade_ids } = await store({
		seasonId: season.seasonId,
		basedOn: row,
		userId: manager.userId,
		action,
		at: now,
		roundId,
		newTrades,
		startRoundId: team.startRoundId,
		lineupRound: lineup.roundId,
		lineup: isRolledBack ? null : lineup,
		changedTrade: changedTrade?.trade ?? null,
		deletedTradeIds: deletedTrades.map(({ id }) => id),
		tradeLimit: season.rules.trades,
		instruction,
		saved: { ...buildSavedAction(before, team, trades, season.rules), tradeBefore: changedTrade?.before, cause },
	});
	if (outcome === "instruction-over") throw refuse(409, "instruction-over");
	if (outcome === "season-changed") await seasons.refresh();
	if (outcome !== "saved" || receipt_id === null || saved_at === null) return null;
	const otherLineups = row.lineups.filter((candidate) => candidate.roundId !== lineup.roundId);
	const after: TeamRow = {
		...row,
		version: row.version + 1,
		start_round_id: team.startRoundId,
		lineups: isRolledBack ? otherLineups : [...otherLineups, lineup],
		trades: [...team.trades, ...newTrades.map((trade, index) => ({ ...trade, id: trade_ids?.[index] ?? 0 }))],
	};
	const receipt = { id: receipt_id, savedAt: saved_at.toISOString(), action };
	return { row: after, season, shown: { ...buildShownTeam(after, season, services), receipt } };
}

/**
 * Applies one action to a user's team. The rules check it against the team that was read, at season time. One statement
 * then saves it, unless team or season has changed since; in that case the action is tried again (decision 014). So every
 * saved action was checked against all locks, publications and actions before it.
 */
export const applyTeamAction = (
	services: TeamServices,
	manager: Manager,
	request: ActionRequest,
	applyRules: (context: TeamContext) => Ruling<TeamUpdate>,
): Promise<AppliedAction> =>
	services.queue.enqueue(manager.userId, async () => {
		for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
			const applied = await tryTeamAction(services, manager, request, applyRules);
			if (!applied) continue;
			services.onSaved(applied.row.id);
			return applied;
		}
		throw refuse(503, "busy");
	});
