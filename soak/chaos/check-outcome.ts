import { expect } from "vitest";
import { verifyRound } from "../../apps/server/features/match-day/verify/verify-round.ts";
import { checkJournal, checkReceipts } from "../../apps/server/features/team/receipts/check-receipts.ts";
import { createTestDatabase } from "../../testing/server/database.ts";
import { type Installation, waitForState } from "./installation.ts";
import type { SavingManagers } from "./saving-managers.ts";

/** What was found after all faults. Every list is empty if nothing went wrong. */
export interface ChaosOutcome {
	readonly receipts: number;
	/** Receipts that do not lead to the stored teams when they are replayed under the rules. */
	readonly receiptFindings: readonly object[];
	/** Acknowledged saves whose receipt is missing or late. */
	readonly journalFindings: readonly object[];
	readonly missingFavourites: number;
	/** Published standings, prices and magic numbers that differ from a recomputation. */
	readonly differences: readonly object[];
	/** Static files whose ETag differs from their checksum. */
	readonly wrongFiles: readonly string[];
	readonly failedJobs: readonly string[];
}

type Checksums = Readonly<Record<string, string>>;

async function fetchFile(origin: string, name: string): Promise<Response> {
	return fetch(`${origin}/json/fantasy/${name}.json`, { headers: { "accept-encoding": "identity" } });
}

/** Lists the static files of the two processes that do not match the checksums. */
async function listWrongFiles(origins: readonly string[]): Promise<string[]> {
	const checksums = await waitForState(async () => {
		const [checksums1, checksums2] = await Promise.all(
			origins.map(async (origin) => (await (await fetchFile(origin, "checksums")).json()) as Checksums),
		);
		expect(checksums2).toEqual(checksums1);
		return checksums1 ?? {};
	});
	const wrong: string[] = [];
	for (const origin of origins) {
		for (const [name, hash] of Object.entries(checksums)) {
			const file = await fetchFile(origin, name);
			await file.body?.cancel();
			if (file.headers.get("etag") !== `"${hash}"`) wrong.push(`${origin} ${name}`);
		}
	}
	return wrong;
}

/** Replays every receipt, compares the journal with the receipts, and recomputes every round from the stored payloads. */
export async function checkOutcome(
	{ database, processes }: Installation,
	managers: SavingManagers,
	{ seasonId, rounds }: { readonly seasonId: number; readonly rounds: number },
): Promise<ChaosOutcome> {
	const receiptFindings: object[] = [];
	const { receipts } = await checkReceipts(database, null, (finding) => receiptFindings.push(finding));
	const journalFindings: object[] = [];
	await checkJournal(database, managers.journal, (finding) => journalFindings.push(finding));
	const differences: object[] = [];
	for (let roundId = 1; roundId <= rounds; roundId++) {
		const copy = await createTestDatabase();
		try {
			const verification = await verifyRound(database, copy, { seasonId, roundId }, () => undefined);
			differences.push(...verification.differences);
		} finally {
			await copy.close();
		}
	}
	const origins = processes.map(({ origin }) => origin);
	const jobs = await database.pool.query<{ name: string }>("SELECT name FROM pgboss.job WHERE state = 'failed'");
	return {
		receipts,
		receiptFindings,
		journalFindings,
		missingFavourites: await managers.countMissingFavourites(origins[0] ?? ""),
		differences,
		wrongFiles: await listWrongFiles(origins),
		failedJobs: jobs.rows.map(({ name }) => name),
	};
}
