import { type ClaimDecision, type RunResult, runClaims } from "@first-bounce/rules/draft/claims";
import { getOpenRoundId, listComingRuns, type RunTime } from "@first-bounce/rules/draft/waiver-runs";
import type { Db } from "../../../../db/tables/tables.ts";
import { createSquadNotices } from "../../../notifications/notices/squads/create-squad-notices.ts";
import type { SeasonSnapshot } from "../../../seasons/current/season-snapshot.ts";
import { postWaiversCard } from "../draft-cards.ts";
import type { DraftServices } from "../room.ts";
import { listActiveManagers } from "../seat-view.ts";
import { type LockedSquads, saveSquads } from "../squads/change-squads.ts";
import { type AppliedChange, incrementDraftVersion, type SquadMove } from "../squads/queries.ts";
import { insertRun, listRunGroups, saveBudgets, saveWaiverRanks } from "./queries.ts";
import { buildSchedule, findDueRun, loadClaimsSituation, type Waivers } from "./waivers.ts";

/** Builds the change of squads of a claim that was won. */
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
	const teamIds = result.decisions.map(({ claim }) => claim.teamId);
	const userIds = listActiveManagers(
		seats.filter(({ is_subscribed }) => is_subscribed),
		teamIds,
	);
	await createSquadNotices(
		trx,
		{ seasonId: season.seasonId, roundId: run.roundId, wallNow },
		userIds.map((userId) => ({ userId, kind: "waiver-results", subject: `${league.id}:${run.run}` })),
	);
	await postWaiversCard(locked, run, result);
}

/** Saves a run with its decisions, and the squads, waiver ranks and budgets that it changes. */
async function saveRun(
	locked: LockedSquads,
	run: RunTime,
	{ waiverOrderBefore, result }: { readonly waiverOrderBefore: readonly number[]; readonly result: RunResult },
): Promise<void> {
	const { trx, league, draft, now, wallNow } = locked;
	const { decisions, waiverOrder, budgets } = result;
	const row = {
		league_id: league.id,
		round_id: run.roundId,
		run: run.run,
		due_at: new Date(run.dueAt),
		season_at: new Date(now),
		ran_at: new Date(wallNow),
		data: JSON.stringify({ teamIds: waiverOrderBefore, claimIds: decisions.map(({ claim }) => claim.id) }),
	};
	await insertRun(trx, row, decisions);
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
	if (draft.waiver_priority !== "reverse-ladder") await saveWaiverRanks(trx, waiverOrder);
	if (budgets) await saveBudgets(trx, budgets);
}

/** Executes a waiver run in the transaction of its league. */
export async function executeRun(locked: LockedSquads, waivers: Waivers, run: RunTime): Promise<void> {
	const situation = await loadClaimsSituation(locked, waivers);
	// The claims of a suspended manager wait until she is back.
	const active = new Set(locked.seats.filter(({ is_active }) => is_active).map(({ team_id }) => team_id));
	const claims = locked.pendingClaims.filter(({ teamId }) => active.has(teamId));
	const result = runClaims(claims, situation);
	await saveRun(locked, run, { waiverOrderBefore: situation.waiverOrder, result });
	await notifyOfRun(locked, run, result);
}

/** Lists the leagues that have the same coming runs before the open round, with these runs. */
async function listComingByGroup(db: Db, season: SeasonSnapshot) {
	const roundId = getOpenRoundId({ rounds: season.rounds, startRoundId: 0 });
	const groups = await listRunGroups(db, season.seasonId, roundId);
	return groups.map((group) => {
		const happened = group.hasFirst ? [{ roundId, run: "first" as const }] : [];
		return { leagueIds: group.leagueIds, comingRuns: listComingRuns(buildSchedule(season, group), happened) };
	});
}

/** Lists the leagues in which a run is due, the earliest first. */
export async function listLeaguesWithDueRuns({ db }: Pick<DraftServices, "db">, season: SeasonSnapshot, now: number) {
	const groups = await listComingByGroup(db, season);
	return groups
		.flatMap(({ leagueIds, comingRuns }) => {
			const run = findDueRun({ comingRuns }, now);
			return run ? [{ dueAt: run.dueAt, leagueIds }] : [];
		})
		.toSorted((a, b) => a.dueAt - b.dueAt)
		.flatMap(({ leagueIds }) => leagueIds);
}

/** Lists the coming runs before the open round, with the number of leagues that have one at the same time. */
export async function listRunTimes(
	{ db }: Pick<DraftServices, "db">,
	season: SeasonSnapshot,
): Promise<readonly { readonly roundId: number; readonly dueAt: number; readonly leagues: number }[]> {
	const roundId = getOpenRoundId({ rounds: season.rounds, startRoundId: 0 });
	const leaguesByTime = new Map<number, number>();
	for (const { leagueIds, comingRuns } of await listComingByGroup(db, season))
		for (const { dueAt } of comingRuns) leaguesByTime.set(dueAt, (leaguesByTime.get(dueAt) ?? 0) + leagueIds.length);
	return [...leaguesByTime].map(([dueAt, leagues]) => ({ roundId, dueAt, leagues }));
}
