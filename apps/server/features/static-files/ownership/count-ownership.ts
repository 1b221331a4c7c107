import type { PlayerId, RoundId } from "@first-bounce/rules/ids";
import { listOwnershipGroups, OWNERSHIP_FIGURES, type OwnershipGroup } from "@first-bounce/rules/ownership/ownership";
import { findRound } from "@first-bounce/rules/round/round";
import type { QueueName } from "../../../db/job-schema.ts";
import type { GroupOwnership } from "../../../db/tables/ownership.ts";
import type { Db } from "../../../db/tables/tables.ts";
import { allowLongTransaction } from "../../../db/transactions/client-transaction.ts";
import type { JobQueue } from "../../jobs/job-queue.ts";
import { type Runner, startRunner } from "../../jobs/runner.ts";
import type { SeasonHolder } from "../../seasons/current/season-holder.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { incrementDataVersion } from "../../seasons/current/season-version-queries.ts";
import {
	type CountedFigure,
	countFigures,
	findRankedTeams,
	listUncountedRounds,
	lockOwnership,
	saveOwnership,
} from "./queries.ts";

type CountedSeason = Pick<SeasonSnapshot, "seasonId" | "rules" | "players" | "rounds">;

/** Adds up what was counted of each player in each group. The teams of a smaller group are also in the larger ones. */
export function buildGroups(
	groups: readonly OwnershipGroup[],
	figures: readonly CountedFigure[],
): readonly GroupOwnership[] {
	return groups.map(({ top, teams }, groupIndex) => {
		const players = new Map<PlayerId, number[]>();
		for (const { group, playerId, figure, teams: count } of figures) {
			if (group > groupIndex) continue;
			const counts = players.get(playerId) ?? OWNERSHIP_FIGURES.map(() => 0);
			const index = OWNERSHIP_FIGURES.indexOf(figure);
			counts[index] = (counts[index] ?? 0) + count;
			players.set(playerId, counts);
		}
		return {
			top,
			teams,
			players: [...players].map(([id, counts]) => [id, ...counts]).sort(([a = 0], [b = 0]) => a - b),
		};
	});
}

/** Counts the first uncounted round and returns it; null if there is none, or if it has changed since the season was loaded. */
const countNextRound = (db: Db, { seasonId, rules, players, rounds }: CountedSeason): Promise<RoundId | null> =>
	db.transaction().execute(async (trx) => {
		await allowLongTransaction(trx);
		await lockOwnership(trx, seasonId);
		const [due] = await listUncountedRounds(trx, seasonId);
		const loaded = due && findRound(rounds, due.id);
		// Published or corrected since the season was loaded: its stats are not those of the standings.
		if (!due || loaded?.status !== "complete" || loaded.revision !== due.revision) return null;
		const round = { seasonId, roundId: due.id };
		const ranked = await findRankedTeams(trx, round);
		const groups = listOwnershipGroups(ranked.teams);
		const sizes = groups.flatMap(({ top }) => top ?? []);
		const playedIds = [...players.values()].filter(({ scores }) => scores.has(due.id)).map(({ id }) => id);
		const counted = groups.length === 0 ? [] : await countFigures(trx, round, ranked, { sizes, playedIds });
		// With a captain's factor of 1, nobody's points are doubled.
		const figures = rules.captainFactor === 1 ? counted.filter(({ figure }) => figure !== "doubled") : counted;
		const isSaved = await saveOwnership(trx, round, due.revision, buildGroups(groups, figures));
		if (!isSaved) return null;
		await incrementDataVersion(trx, seasonId);
		return due.id;
	});

/**
 * Counts the ownership of every published round that has none yet or has been corrected since. Idempotent, so it may run twice
 * and in several processes. Returns the counted rounds.
 */
export async function countOwnership(db: Db, season: CountedSeason): Promise<readonly RoundId[]> {
	const counted: RoundId[] = [];
	// Looks without a lock first, because there is rarely anything to count.
	while ((await listUncountedRounds(db, season.seasonId)).length > 0) {
		const roundId = await countNextRound(db, season);
		if (roundId === null) break;
		counted.push(roundId);
	}
	return counted;
}

const CHECK_INTERVAL_MS = 3_000;
const QUEUES = ["ownership"] as const satisfies readonly QueueName[];

export interface OwnershipServices {
	readonly db: Db;
	readonly seasons: Pick<SeasonHolder, "peek" | "refresh">;
	readonly queue: Pick<JobQueue, "send" | "drain">;
}

/** Starts the job that counts ownership once the results of a round are visible, so that they never wait for it. */
export function startOwnershipCounts(
	{ db, seasons, queue }: OwnershipServices,
	onError: (error: unknown) => void,
): Runner {
	return startRunner(
		async () => {
			const season = seasons.peek();
			if (!season) return;
			if ((await listUncountedRounds(db, season.seasonId)).length > 0)
				await queue.send("ownership", {}, { key: "all" });
			// The rounds may be newer than the season in memory, so it is reloaded.
			await queue.drain(QUEUES, async () => ({ rounds: await countOwnership(db, await seasons.refresh()) }));
		},
		onError,
		CHECK_INTERVAL_MS,
	);
}
