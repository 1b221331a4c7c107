import type { ClaimsSituation } from "@first-bounce/rules/draft/claims";
import { createStateLookup, type PastRun, type UnownedState } from "@first-bounce/rules/draft/player-state";
import {
	getOpenRoundId,
	listComingRuns,
	type RunTime,
	type WaiverSchedule,
} from "@first-bounce/rules/draft/waiver-runs";
import type { PlayerId, TeamId } from "@first-bounce/rules/ids";
import type { Db } from "../../../../db/tables/tables.ts";
import type { SeasonSnapshot, SnapshotPlayer } from "../../../seasons/current/season-snapshot.ts";
import { computeH2hLadder } from "../../head-to-head/h2h-ladder.ts";
import { listLeagueMatchUps } from "../../head-to-head/match-up-queries.ts";
import { listMembers } from "../../league-queries.ts";
import type { LeagueRow } from "../../league-row.ts";
import { getPublishedView } from "../../league-scores.ts";
import { getProtectedIds } from "../draft-players.ts";
import type { DraftRow, SeatRow } from "../queries.ts";
import type { DraftedLeague } from "../seat-view.ts";
import { areSquadsFinal, type LockedSquads } from "../squads/change-squads.ts";
import { findWaiverLog, type RunGroup, type WaiverLog } from "./queries.ts";

/** The waivers of a league as they are now. */
export interface Waivers {
	readonly schedule: WaiverSchedule;
	/** The earliest first. */
	readonly pastRuns: readonly PastRun[];
	readonly comingRuns: readonly RunTime[];
	readonly getState: (player: Pick<SnapshotPlayer, "id" | "fromRound">) => UnownedState;
	/** Finds why a team may not claim a player whom nobody owns; null if it may. */
	readonly checkPlayer: ClaimsSituation["checkPlayer"];
}

export const buildSchedule = (
	{ rounds, rules }: Pick<SeasonSnapshot, "rounds" | "rules">,
	{ startRoundId, draftedAt, timeZone }: Pick<RunGroup, "startRoundId" | "draftedAt" | "timeZone">,
): WaiverSchedule => ({
	rounds,
	lastRoundId: rules.lastRound,
	startRoundId,
	draftedAt: draftedAt?.getTime() ?? null,
	timeZone,
});

interface WaiverLeague extends Pick<DraftedLeague, "draft" | "season" | "isLocked"> {
	readonly league: Pick<LeagueRow, "id" | "start_id">;
}

function buildWaivers({ pastRuns, departures }: WaiverLog, { league, draft, season, isLocked }: WaiverLeague): Waivers {
	const schedule = buildSchedule(season, {
		startRoundId: league.start_id,
		draftedAt: draft.completed_season_at,
		timeZone: draft.time_zone,
	});
	const getState = createStateLookup({ schedule, runs: pastRuns, departures, isLocked });
	const openRoundId = getOpenRoundId(schedule);
	const areFinal = areSquadsFinal({ season, roundId: openRoundId });
	const checkPlayer = (playerId: PlayerId, teamId: TeamId) => {
		if (areFinal) return "season-over";
		const player = season.players.get(playerId);
		if (!player || player.departedRound !== null || player.fromRound > openRoundId) return "player-gone";
		const { barredTeamId, reason } = getState(player);
		if (barredTeamId !== teamId) return null;
		return reason === "taken-back" ? "taken-back-by-you" : "dropped-by-you";
	};
	return { schedule, pastRuns, comingRuns: listComingRuns(schedule, pastRuns), getState, checkPlayer };
}

/** Loads the waivers of a drafted league. */
export const loadWaivers = async (db: Db, waiverLeague: WaiverLeague): Promise<Waivers> =>
	buildWaivers(await findWaiverLog(db, waiverLeague.league.id), waiverLeague);

/** Gets the waivers of a league whose rows are locked by the caller. */
export const getWaivers = ({ waiverLog, league, draft, season, context }: LockedSquads): Waivers =>
	buildWaivers(waiverLog, { league, draft, season, isLocked: context.isLocked });

/** The first run that is due; undefined if none is. */
export const findDueRun = ({ comingRuns }: Pick<Waivers, "comingRuns">, now: number): RunTime | undefined =>
	comingRuns.find(({ dueAt }) => dueAt <= now);

/** Lists the teams of a league by the reverse of its ladder; empty before its first round is published. */
async function listReverseLadder(db: Db, league: LeagueRow, season: SeasonSnapshot): Promise<readonly TeamId[]> {
	const roundId = season.rounds.findLast(({ status }) => status === "complete")?.id ?? 0;
	if (roundId < league.start_id) return [];
	const members = await listMembers(db, [league.id]);
	const matchUps = await listLeagueMatchUps(db, [league.id], roundId);
	const ladder = computeH2hLadder(league, members, matchUps, { season, view: getPublishedView(), roundId });
	return ladder.rows.map(({ teamId }) => teamId).toReversed();
}

/** Lists the teams of a league by their priority for claims. */
export async function listPriorities(
	db: Db,
	{ league, draft, seats, season }: Pick<DraftedLeague, "league" | "draft" | "seats" | "season">,
): Promise<TeamId[]> {
	const unranked = seats.length + 1;
	const byRank = seats
		.toSorted((a, b) => (a.waiver_rank ?? unranked) - (b.waiver_rank ?? unranked) || a.team_id - b.team_id)
		.map(({ team_id }) => team_id);
	if (draft.waiver_priority !== "reverse-ladder") return byRank;
	const reversed = await listReverseLadder(db, league, season);
	return [...reversed, ...byRank.filter((teamId) => !reversed.includes(teamId))];
}

export const getBudgets = (draft: DraftRow, seats: readonly SeatRow[]): ReadonlyMap<TeamId, number> | null =>
	draft.waiver_priority === "budget" ? new Map(seats.map(({ team_id, budget }) => [team_id, budget])) : null;

/** Creates a function that finds why a player may not be dropped now; null if she may. */
export function createDropCheck(
	locked: Pick<LockedSquads, "reserved" | "draft" | "season" | "seats">,
): ClaimsSituation["checkDrop"] {
	const { reserved } = locked;
	const protectedIds = getProtectedIds(locked);
	return (playerId) => {
		if (reserved.has(playerId)) return "drop-reserved";
		return protectedIds.has(playerId) ? "drop-protected" : null;
	};
}

/** What claims of a league are checked against. */
export async function loadClaimsSituation(locked: LockedSquads, waivers: Waivers): Promise<ClaimsSituation> {
	const { trx, draft, seats, season, squads, context } = locked;
	return {
		squads,
		context,
		waiverOrder: await listPriorities(trx, locked),
		budgets: getBudgets(draft, seats),
		checkPlayer: waivers.checkPlayer,
		checkDrop: createDropCheck(locked),
		getStatus: (playerId) => season.players.get(playerId)?.status,
	};
}
