import type { ClosingLetter } from "@first-bounce/contract/operator/closing-letter";
import type { RoundId } from "@first-bounce/rules/ids";
import type { QueueName } from "../../../db/job-schema.ts";
import type { Db } from "../../../db/tables/tables.ts";
import type { JobQueue } from "../../jobs/job-queue.ts";
import { type Runner, startRunner } from "../../jobs/runner.ts";
import { queueMail } from "../../notifications/mail/queue-mail.ts";
import type { SeasonHolder } from "../../seasons/current/season-holder.ts";
import type { Clocks, SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { findOperatorInboxes } from "../../site/support/service.ts";
import { buildClosingLetter } from "./build-letter.ts";
import {
	listRoundsWithoutLetter,
	lockClosing,
	saveLetterSent,
	saveVerification,
	type VerificationResult,
} from "./queries.ts";
import type { VerifyOptions } from "./run-verify.ts";

const CHECK_INTERVAL_MS = 10_000;
const QUEUES = ["closing-letter"] as const satisfies readonly QueueName[];

export interface ClosingServices {
	readonly db: Db;
	readonly seasons: Pick<SeasonHolder, "peek" | "refresh">;
	readonly clocks: Pick<Clocks, "wallNow">;
	/** Recomputes a published round from its payloads, as `fb verify` does. */
	readonly verify: (roundId: RoundId, options?: Pick<VerifyOptions, "signal">) => Promise<VerificationResult>;
	/** The address for operator mails; if null, each operator gets one. */
	readonly inbox: string | null;
	/** The base of links, without a trailing slash. */
	readonly publicUrl: string;
}

const listWinnerIds = (letter: ClosingLetter): number[] =>
	letter.winners.map(({ teamId }) => teamId).toSorted((a, b) => a - b);

/** Mails a round's letter once, and an addendum each time a correction has changed its winners. Returns whether a mail was sent. */
const sendLetter = (
	{ db, clocks, inbox, publicUrl }: ClosingServices,
	season: SeasonSnapshot,
	{ roundId, revision: verifiedRevision }: { readonly roundId: RoundId; readonly revision: number },
): Promise<boolean> =>
	db.transaction().execute(async (trx) => {
		const key = { seasonId: season.seasonId, roundId };
		const closing = await lockClosing(trx, key);
		if (!closing || closing.sentRevision === closing.revision) return false;
		// The round was rescored after its verification. The next step verifies it again.
		if (closing.revision !== verifiedRevision) return false;
		const letter = await buildClosingLetter(trx, season, roundId);
		const winners = listWinnerIds(letter);
		const isAddendum = closing.sentRevision !== null;
		const isDue = !isAddendum || winners.join() !== closing.sentWinners.join();
		const now = clocks.wallNow();
		if (isDue)
			for (const operator of await findOperatorInboxes({ db: trx, inbox }, "match-day"))
				await queueMail(trx, {
					kind: "closing-letter",
					data: { ...letter, isAddendum, url: `${publicUrl}/operator/rounds?round=${roundId}` },
					now,
					...operator,
				});
		await saveLetterSent(trx, key, { revision: closing.revision, winners, at: isDue ? now : null });
		return isDue;
	});

/**
 * Verifies each round that was published or rescored, and mails its letter. Idempotent, also in several processes. If the
 * signal aborts, the remaining rounds are left for the next call.
 */
export async function sendClosingLetters(services: ClosingServices, signal?: AbortSignal): Promise<object | null> {
	// The season in memory may be older than the database.
	const season = services.seasons.peek() && (await services.seasons.refresh());
	if (!season || season.isArchived || season.isDemo) return null;
	const sent: RoundId[] = [];
	for (const round of await listRoundsWithoutLetter(services.db, season.seasonId)) {
		const { roundId } = round;
		const result = await services.verify(roundId, { signal }).catch((error): VerificationResult => {
			return { state: "failed", findings: [error instanceof Error ? error.message : String(error)] };
		});
		if (signal?.aborted) break;
		await saveVerification(services.db, { seasonId: season.seasonId, roundId }, result, services.clocks.wallNow());
		if (await sendLetter(services, season, round)) sent.push(roundId);
	}
	return { sent };
}

/**
 * Starts the job that sends closing letters. It waits while there is no operator to write to, and does nothing in the
 * demo. Stopping it aborts a running verification, which may take longer than a server has time to stop.
 */
export function startClosingLetters(
	services: ClosingServices & { readonly queue: Pick<JobQueue, "send" | "drain"> },
	onError: (error: unknown) => void,
): Runner {
	const { db, seasons, queue, inbox } = services;
	const abort = new AbortController();
	const runner = startRunner(
		async () => {
			const season = seasons.peek();
			if (!season || season.isDemo || season.isArchived) return;
			if ((await listRoundsWithoutLetter(db, season.seasonId)).length === 0) return;
			if ((await findOperatorInboxes({ db, inbox }, "match-day")).length === 0) return;
			await queue.send("closing-letter", {}, { key: "all" });
			await queue.drain(QUEUES, () => sendClosingLetters(services, abort.signal));
		},
		onError,
		CHECK_INTERVAL_MS,
	);
	return {
		...runner,
		stop: () => {
			abort.abort();
			return runner.stop();
		},
	};
}
