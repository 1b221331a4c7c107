import type { QueueName } from "../../../db/job-schema.ts";
import type { Db } from "../../../db/tables/tables.ts";
import type { JobQueue } from "../../jobs/job-queue.ts";
import { type Runner, startRunner } from "../../jobs/runner.ts";
import type { SeasonHolder } from "../../seasons/current/season-holder.ts";
import type { Clocks } from "../../seasons/current/season-snapshot.ts";
import { listRoundsWithoutCards } from "./queries.ts";
import { getLockKey, writePlayingTradeCards, writePublishedCards } from "./write-cards.ts";

const CHECK_INTERVAL_MS = 3_000;
const QUEUES = ["league-cards"] as const satisfies readonly QueueName[];

export interface CardServices {
	readonly db: Db;
	readonly seasons: Pick<SeasonHolder, "peek" | "refresh">;
	readonly clocks: Clocks;
	readonly queue: Pick<JobQueue, "send" | "drain">;
}

/** Writes every card that is due. Idempotent, so it may run twice and in several processes. */
export async function writeDueCards({ db, seasons, clocks }: Omit<CardServices, "queue">): Promise<object | null> {
	// The rows may be newer than the season in memory, so it is reloaded.
	const season = seasons.peek() && (await seasons.refresh());
	if (!season) return null;
	const writer = { db, season, now: clocks.seasonNow(), wallNow: clocks.wallNow() };
	await writePlayingTradeCards(writer);
	return { rounds: await writePublishedCards(writer) };
}

/** Starts the job that writes cards into conversations when players lock, and when results are published or corrected. */
export function startLeagueCards(services: CardServices, onError: (error: unknown) => void): Runner {
	const { db, seasons, clocks, queue } = services;
	let writtenLockKey: string | null = null;
	return startRunner(
		async () => {
			const season = seasons.peek();
			if (!season) return;
			const lockKey = getLockKey(season, clocks.seasonNow());
			const isDue = lockKey !== writtenLockKey || (await listRoundsWithoutCards(db, season.seasonId)).length > 0;
			if (isDue) await queue.send("league-cards", {}, { key: "all" });
			await queue.drain(QUEUES, () => writeDueCards(services));
			writtenLockKey = lockKey;
		},
		onError,
		CHECK_INTERVAL_MS,
	);
}
