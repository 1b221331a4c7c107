import type { PlayerId, RoundId } from "@first-bounce/rules/ids";
import { arePositionsDue, DRAFT_FIGURES, isDraftOwnershipShown } from "@first-bounce/rules/ownership/draft-ownership";
import type { Db } from "../../../db/tables/tables.ts";
import { allowLongTransaction } from "../../../db/transactions/client-transaction.ts";
import { type Runner, startRunner } from "../../jobs/runner.ts";
import type { SeasonHolder } from "../../seasons/current/season-holder.ts";
import { incrementDataVersion } from "../../seasons/current/season-version-queries.ts";
import {
	countDraftedTeams,
	countDraftFigures,
	countLeagues,
	countPicks,
	findDraftPositions,
	listUncountedDraftRounds,
	saveDraftOwnership,
	saveDraftPositions,
} from "./draft-queries.ts";
import { lockOwnership } from "./queries.ts";

async function countRound(trx: Db, seasonId: number, roundId: RoundId): Promise<void> {
	const round = { seasonId, roundId };
	const counted = await countLeagues(trx, round);
	const figures = isDraftOwnershipShown(counted) ? await countDraftFigures(trx, round) : [];
	const players = new Map<PlayerId, number[]>();
	for (const { playerId, figure, count } of figures) {
		const counts = players.get(playerId) ?? DRAFT_FIGURES.map(() => 0);
		counts[DRAFT_FIGURES.indexOf(figure)] = count;
		players.set(playerId, counts);
	}
	const rows = [...players].map(([id, counts]) => [id, ...counts]).sort(([a = 0], [b = 0]) => a - b);
	await saveDraftOwnership(trx, round, { ...counted, players: rows });
}

/** Calls `work` in a transaction, one process at a time. The version of the files rises if it returns that it saved something. */
const countInTransaction = (db: Db, seasonId: number, work: (trx: Db) => Promise<boolean>) =>
	db.transaction().execute(async (trx) => {
		await allowLongTransaction(trx);
		await lockOwnership(trx, seasonId);
		if (await work(trx)) await incrementDataVersion(trx, seasonId);
	});

async function countPositions(db: Db, seasonId: number): Promise<void> {
	const isDue = async (source: Db, teams: number) =>
		arePositionsDue(teams, (await findDraftPositions(source, seasonId))?.teams ?? 0);
	const teams = await countDraftedTeams(db, seasonId);
	if (!(await isDue(db, teams))) return;
	await countInTransaction(db, seasonId, async (trx) => {
		if (!(await isDue(trx, teams))) return false;
		await saveDraftPositions(trx, seasonId, { teams, ...(await countPicks(trx, seasonId)) });
		return true;
	});
}

/**
 * Counts the draft leagues of every published round that has not been counted, and the picks of drafts if enough more are
 * complete. Idempotent, so it may run twice and in several processes.
 */
export async function countDrafts(db: Db, seasonId: number): Promise<void> {
	if ((await listUncountedDraftRounds(db, seasonId)).length > 0)
		await countInTransaction(db, seasonId, async (trx) => {
			const roundIds = await listUncountedDraftRounds(trx, seasonId);
			for (const roundId of roundIds) await countRound(trx, seasonId, roundId);
			return roundIds.length > 0;
		});
	await countPositions(db, seasonId);
}

const CHECK_INTERVAL_MS = 60_000;

/** Starts the count of draft leagues, which nobody waits for. */
export function startDraftOwnershipCounts(
	{
		db,
		seasons,
		isLeader,
	}: {
		readonly db: Db;
		readonly seasons: Pick<SeasonHolder, "peek">;
		readonly isLeader: () => boolean;
	},
	onError: (error: unknown) => void,
): Runner {
	const step = async () => {
		const season = seasons.peek();
		if (isLeader() && season && !season.isArchived) await countDrafts(db, season.seasonId);
	};
	return startRunner(step, onError, CHECK_INTERVAL_MS);
}
