import type { SavedTeam } from "@first-bounce/contract/team/team";
import type { TeamAction } from "@first-bounce/contract/team/team-actions";
import { listSlotIds } from "@first-bounce/rules/lineup/slots";
import { type GameContext, getActionRoundId, type TeamState } from "@first-bounce/rules/team/team-state";
import type { NewTrade } from "@first-bounce/rules/trades/trade";
import type { Ruling } from "@first-bounce/rules/violation";
import { refuse } from "../../../plugins/refusal.ts";
import { refuseViolations } from "../../../wording/violations.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { buildShownTeam, loadTeam, type Manager, type TeamServices } from "../load-team.ts";
import type { LineupRow, TeamRow } from "../team-row.ts";
import { buildGameContext, buildTeamState } from "../team-state.ts";
import { buildSavedAction } from "./saved-action.ts";

/** What an action is judged by: the team as the action before left it, the season, and season time now. */
export interface TeamContext {
	readonly row: TeamRow;
	readonly season: SeasonSnapshot;
	/** Null until the team has been saved. */
	readonly team: TeamState | null;
	readonly context: GameContext;
}

/** The team after an action. Trades it no longer has are deleted, those `made` are added. */
export interface TeamUpdate {
	readonly team: TeamState;
	readonly newTrades?: readonly NewTrade[];
	/** The team is again as the round opened: its own line-up of the round goes. */
	readonly isRolledBack?: boolean;
}

export interface ActionRequest {
	readonly action: TeamAction["action"];
	/** Refuses with 409 when the team has moved on; without it the action is judged on the team as it is then. */
	readonly version?: number | undefined;
}

export interface AppliedAction {
	readonly row: TeamRow;
	readonly season: SeasonSnapshot;
	readonly shown: SavedTeam;
}

const MAX_ATTEMPTS = 8;

/** One try; null when the team or the season moved on between reading and storing. */
async function tryTeamAction(
	services: TeamServices,
	manager: Manager,
	{ action, version }: ActionRequest,
	judge: (at: TeamContext) => Ruling<TeamUpdate>,
): Promise<AppliedAction | null> {
	const { seasons, clocks, store } = services;
	const { row, season } = await loadTeam(services, manager);
	if (row.data_version !== season.dataVersion) {
		await seasons.refresh();
		return null;
	}
	if (version !== undefined && version !== row.version) throw refuse(409, "stale-version");
	const now = clocks.seasonNow();
	const context = buildGameContext(season, now, row);
	const before = buildTeamState(row, season);
	const judged = judge({ row, season, team: before, context });
	if (!judged.ok) throw refuseViolations(judged.violations, (id) => season.players.get(id));

	const { team, newTrades: made = [], isRolledBack: isAsOpened = false } = judged.value;
	const undone = row.trades.filter(({ id }) => !team.trades.some((trade) => trade.id === id));
	const roundId = getActionRoundId(context);
	const line: LineupRow = {
		roundId: Math.max(roundId, team.startRoundId),
		slots: listSlotIds(team.lineup, season.rules),
		bank: team.bank,
		captainId: team.lineup.captainId,
		viceCaptainId: team.lineup.viceCaptainId,
		emergency: team.lineup.emergency,
	};
	const { outcome, receipt_id, saved_at, trade_ids } = await store({
		seasonId: season.seasonId,
		basedOn: row,
		userId: manager.userId,
		action,
		at: now,
		roundId,
		newTrades: made,
		startRoundId: team.startRoundId,
		lineupRound: line.roundId,
		lineup: isAsOpened ? null : line,
		deletedTradeIds: undone.map(({ id }) => id),
		tradeLimit: season.rules.trades,
		saved: buildSavedAction(before, team, [...undone, ...made], season.rules),
	});
	if (outcome === "season-moved") await seasons.refresh();
	if (outcome !== "saved" || receipt_id === null || saved_at === null) return null;
	const others = row.lineups.filter((each) => each.roundId !== line.roundId);
	const after: TeamRow = {
		...row,
		version: row.version + 1,
		start_round_id: team.startRoundId,
		lineups: isAsOpened ? others : [...others, line],
		trades: [...team.trades, ...made.map((trade, index) => ({ ...trade, id: trade_ids?.[index] ?? 0 }))],
	};
	const receipt = { id: receipt_id, savedAt: saved_at.toISOString(), action };
	return { row: after, season, shown: { ...buildShownTeam(after, season, services), receipt } };
}

/**
 * One action on a user's team. It is judged on the team and the season as one moment of the database has them, at
 * season time as it is then, and stored by one statement only if neither has moved since; otherwise it is judged
 * anew. So no edit slips in between a lock or a publication and its judgement, and of several at once each is judged
 * on what the one before left (decisions §5).
 */
export const applyTeamAction = (
	services: TeamServices,
	manager: Manager,
	request: ActionRequest,
	judge: (at: TeamContext) => Ruling<TeamUpdate>,
): Promise<AppliedAction> =>
	services.queue.enqueue(manager.userId, async () => {
		for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
			const done = await tryTeamAction(services, manager, request, judge);
			if (!done) continue;
			services.onSaved(done.row.id);
			return done;
		}
		throw refuse(503, "busy");
	});
