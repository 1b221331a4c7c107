import { type Claim, type ClaimDecision, type RunResult, runClaims } from "@first-bounce/rules/draft/claims";
import { getOpenRoundId, listComingRuns, type RunTime } from "@first-bounce/rules/draft/waiver-runs";
import type { UserId } from "@first-bounce/rules/ids";
import pLimit from "p-limit";
import { Refusal, refuse } from "../../../../plugins/refusal.ts";
import { createWaiverNotices } from "../../../notifications/notices/waiver-notice-queries.ts";
import type { SeasonSnapshot } from "../../../seasons/current/season-snapshot.ts";
import { postWaiversCard } from "../draft-cards.ts";
import type { DraftServices } from "../room.ts";
import {
	type AppliedChange,
	type LockedSquads,
	type SquadMove,
	saveSquads,
	withLockedSquads,
} from "../squads/change-squads.ts";
import { incrementDraftVersion } from "../squads/queries.ts";
import {
	buildClaim,
	insertRun,
	listPendingClaims,
	listRunGroups,
	saveBudgets,
	saveDecisions,
	saveWaiverRanks,
} from "./queries.ts";
import { buildSchedule, findDueRun, loadClaimsSituation, loadLockedWaivers, type Waivers } from "./waivers.ts";

/** How many leagues are worked on at the same time. */
const limitLeagues = pLimit(4);
const MAX_ATTEMPTS = 4;
const DUE = Symbol("due");

/** The change of squads that a claim which was won has made. */
function buildChange({ claim, moves }: ClaimDecision, { roundId, run }: RunTime, hasBids: boolean): AppliedChange {
	return {
		change: {
			kind: "waivers",
			userId: null,
			teamId: claim.teamId,
			data: { claimId: claim.id, runRoundId: roundId, run, ...(hasBids ? { bid: claim.bid } : {}) },
		},
		moves: moves.map((move): SquadMove => ({ ...move, kind: move.toTeamId === null ? "dropped" : "claimed" })),
	};
}

/** Tells the managers whose claims were decided, and posts in the league's chat who got whom. */
async function notifyOfRun(locked: LockedSquads, run: RunTime, result: RunResult): Promise<void> {
	const { trx, league, seats, season, wallNow } = locked;
	const teamIds = new Set(result.decisions.map(({ claim }) => claim.teamId));
	const userIds = seats.flatMap(({ team_id, user_id: userId, is_active }) =>
		userId !== null && is_active && teamIds.has(team_id) ? [userId] : [],
	);
	await createWaiverNotices(trx, { leagueId: league.id, seasonId: season.seasonId, run, wallNow }, userIds);
	await postWaiversCard(locked, run, result);
}

/** Saves a run with all that follows from it. */
async function saveRun(
	locked: LockedSquads,
	run: RunTime,
	{ before, result }: { readonly before: readonly number[]; readonly result: RunResult },
): Promise<void> {
	const { trx, league, draft, now, wallNow } = locked;
	const at = new Date(wallNow);
	const { decisions, order, budgets } = result;
	await insertRun(trx, {
		league_id: league.id,
		round_id: run.roundId,
		run: run.run,
		due_at: new Date(run.dueAt),
		season_at: new Date(now),
		ran_at: at,
		data: JSON.stringify({ teamIds: before, claimIds: decisions.map(({ claim }) => claim.id) }),
	});
	await saveDecisions(trx, { ...run, at }, decisions);
	const won = decisions.filter(({ reason }) => reason === null);
	if (won.length === 0) {
		await incrementDraftVersion(trx, league.id);
		return;
	}
	await saveSquads(
		locked,
		result.squads,
		won.map((decision) => buildChange(decision, run, budgets !== null)),
	);
	if (draft.waiver_priority !== "reverse-ladder") await saveWaiverRanks(trx, order);
	if (budgets) await saveBudgets(trx, budgets);
}

/** Holds a run in the transaction of its league. */
async function holdRun(locked: LockedSquads, waivers: Waivers, run: RunTime): Promise<void> {
	const situation = await loadClaimsSituation(locked, waivers);
	// The claims of a suspended manager wait until she is back.
	const active = new Set(locked.seats.filter(({ is_active }) => is_active).map(({ team_id }) => team_id));
	const pending = await listPendingClaims(locked.trx, locked.league.id);
	const claims: Claim[] = pending.filter(({ team_id }) => active.has(team_id)).map(buildClaim);
	const result = runClaims(claims, situation);
	await saveRun(locked, run, { before: situation.order, result });
	await notifyOfRun(locked, run, result);
}

/** Holds all runs that are due in a league, in order, each in a transaction of its own. Nothing if another process was faster. */
export async function holdDueRuns(services: DraftServices, leagueId: number): Promise<void> {
	for (let isDue = true; isDue; ) {
		isDue = await withLockedSquads(services, leagueId, null, async (locked) => {
			const waivers = await loadLockedWaivers(locked);
			const [run, next] = waivers.comingRuns.filter(({ dueAt }) => dueAt <= locked.now);
			if (run) await holdRun(locked, waivers, run);
			return next !== undefined;
		});
	}
}

/** Lists the leagues in which a run is due, by the time at which it is. */
export async function listDueLeagues({ db }: Pick<DraftServices, "db">, season: SeasonSnapshot, now: number) {
	const roundId = getOpenRoundId({ rounds: season.rounds, startRoundId: 0 });
	const groups = await listRunGroups(db, season.seasonId, roundId);
	return groups
		.flatMap((group) => {
			const happened = group.hasFirst ? [{ roundId, run: "first" as const }] : [];
			const run = findDueRun({ comingRuns: listComingRuns(buildSchedule(season, group), happened) }, now);
			return run ? [{ dueAt: run.dueAt, leagueIds: group.leagueIds }] : [];
		})
		.toSorted((a, b) => a.dueAt - b.dueAt)
		.flatMap(({ leagueIds }) => leagueIds);
}

/** Lists the runs to come before the open round, with how many leagues have one at the same time. */
export async function listRunTimes(
	{ db }: Pick<DraftServices, "db">,
	season: SeasonSnapshot,
): Promise<readonly { readonly roundId: number; readonly dueAt: number; readonly leagues: number }[]> {
	const roundId = getOpenRoundId({ rounds: season.rounds, startRoundId: 0 });
	const leaguesByTime = new Map<number, number>();
	for (const group of await listRunGroups(db, season.seasonId, roundId)) {
		const happened = group.hasFirst ? [{ roundId, run: "first" as const }] : [];
		for (const { dueAt } of listComingRuns(buildSchedule(season, group), happened))
			leaguesByTime.set(dueAt, (leaguesByTime.get(dueAt) ?? 0) + group.leagueIds.length);
	}
	return [...leaguesByTime].map(([dueAt, leagues]) => ({ roundId, dueAt, leagues }));
}

/**
 * Holds the runs that are due in all leagues of the season. Safe to run twice and in several processes; a league in which it fails is
 * reported, and keeps no other one waiting.
 *
 * @returns how many leagues had a run
 */
export async function runDueWaivers(services: DraftServices, onError: (error: unknown) => void): Promise<number> {
	const { seasons, clocks } = services;
	const due = await listDueLeagues(services, seasons.current(), clocks.seasonNow());
	const hold = (leagueId: number) =>
		holdDueRuns(services, leagueId).catch((error) => {
			// The league was deleted or its draft reset meanwhile.
			if (!(error instanceof Refusal && (error.status === 404 || error.status === 409))) onError(error);
		});
	await Promise.all(due.map((leagueId) => limitLeagues(() => hold(leagueId))));
	return due.length;
}

/**
 * Runs an action of a member, or for null of an operator, on the squads of a league in which nothing is due. What is due is done first, so that nobody
 * gets a player before a run that should have been held.
 */
export async function withSettledSquads<Result>(
	services: DraftServices,
	leagueId: number,
	userId: UserId | null,
	action: (locked: LockedSquads, waivers: Waivers) => Promise<Result>,
): Promise<Result> {
	for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
		const result = await withLockedSquads(services, leagueId, userId, async (locked) => {
			const waivers = await loadLockedWaivers(locked);
			return findDueRun(waivers, locked.now) ? DUE : action(locked, waivers);
		});
		if (result !== DUE) return result;
		await holdDueRuns(services, leagueId);
	}
	throw refuse(503, "busy");
}
