import type { SuccessOf } from "@first-bounce/contract/call";
import type {
	ClaimFailure,
	ClaimResult,
	listWaiverRuns as listCall,
	WaiverRun,
} from "@first-bounce/contract/draft/waivers";
import { MINUTE_MS } from "@first-bounce/rules/durations";
import type { TeamId } from "@first-bounce/rules/ids";
import { findOwnSeat } from "../room.ts";
import { getDraftedLeague, type MemberReader } from "../seat-view.ts";
import { buildComingRun } from "./claims.ts";
import { type ClaimRow, listDecidedClaims, listRunRows, listUndoneClaims, type RunRow } from "./queries.ts";
import { getBudgets, listPriorities, loadWaivers } from "./waivers.ts";

/** More than a season has. */
const MAX_RUNS = 60;
/** A shorter delay is not reported, because a run may start a minute or two after it is due on a busy evening. */
const MIN_MINUTES_LATE = 5;

interface Viewer {
	/** Null for a caller without a team. */
	readonly teamId: TeamId | null;
	/** When she took over the team. Claims decided earlier were her predecessor's, and their private parts are hidden. */
	readonly joinedAt: number;
	readonly hasBids: boolean;
	/** The claims whose win was undone. */
	readonly undoneIds: ReadonlySet<string>;
}

/**
 * Builds what a viewer may see of a decided claim: everything if it was won or is her own; otherwise the bid, or nothing in a
 * league without bids.
 */
function buildResult(row: ClaimRow, { teamId, joinedAt, hasBids, undoneIds }: Viewer): ClaimResult[] {
	const isWon = row.state === "won";
	const isOwn = row.team_id === teamId && (row.decided_at?.getTime() ?? 0) >= joinedAt;
	if (!isWon && !isOwn && !hasBids) return [];
	return [
		{
			teamId: row.team_id,
			playerId: row.player_id,
			dropId: isWon || isOwn ? row.drop_player_id : null,
			bid: hasBids ? row.bid : null,
			isWon,
			...(undoneIds.has(String(row.id)) ? { isUndone: true } : {}),
			reason: isOwn && row.reason ? (row.reason as ClaimFailure) : null,
		},
	];
}

function buildRun(run: RunRow, claims: readonly ClaimRow[], viewer: Viewer): WaiverRun {
	const { teamIds, claimIds } = run.data;
	const indexById = new Map(claimIds.map((id, index) => [String(id), index]));
	const getIndex = ({ id }: ClaimRow) => indexById.get(String(id)) ?? claimIds.length;
	const late = Math.floor((run.season_at.getTime() - run.due_at.getTime()) / MINUTE_MS);
	return {
		roundId: run.round_id,
		run: run.run,
		dueAt: run.due_at.toISOString(),
		seasonTime: run.season_at.toISOString(),
		ranAt: run.ran_at.toISOString(),
		minutesLate: late < MIN_MINUTES_LATE ? 0 : late,
		teamIds: [...teamIds],
		results: claims
			.filter(({ round_id, run: name }) => round_id === run.round_id && name === run.run)
			.toSorted((a, b) => getIndex(a) - getIndex(b))
			.flatMap((row) => buildResult(row, viewer)),
	};
}

/** Lists the runs of a drafted league with their results as the caller may see them, and the runs to come. */
export const listWaiverRuns: MemberReader<SuccessOf<typeof listCall>> = async (services, userId, leagueId) => {
	const { db } = services;
	const drafted = await getDraftedLeague(services, userId, leagueId);
	const { draft, seats } = drafted;
	const { comingRuns } = await loadWaivers(db, drafted);
	const runs = await listRunRows(db, leagueId, MAX_RUNS);
	const claims = await listDecidedClaims(db, leagueId, runs.at(-1)?.round_id ?? 0);
	const budgets = getBudgets(draft, seats);
	const seat = findOwnSeat(seats, userId);
	const viewer = {
		teamId: seat?.team_id ?? null,
		joinedAt: seat?.joined_at?.getTime() ?? 0,
		hasBids: budgets !== null,
		undoneIds: await listUndoneClaims(db, leagueId),
	};
	const order = await listPriorities(db, drafted);
	return {
		priority: draft.waiver_priority,
		order: order.map((teamId) => ({ teamId, budget: budgets?.get(teamId) ?? null })),
		timeZone: draft.time_zone,
		coming: comingRuns.map(buildComingRun),
		runs: runs.map((run) => buildRun(run, claims, viewer)),
	};
};
