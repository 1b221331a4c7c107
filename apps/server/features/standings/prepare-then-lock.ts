import type { RoundId } from "@first-bounce/rules/ids";
import type { PoolClient } from "pg";
import type { Db } from "../../db/tables/tables.ts";
import { createSavepoint, rollBackTo } from "../../db/transactions/client-transaction.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { findDataVersion, lockSeason, lockStandings } from "../seasons/current/season-version-queries.ts";
import { listTeamsSavedSince, type ReceiptMark } from "./receipt-queries.ts";

/** A transaction that writes standings, through Kysely and as the client that COPY needs. */
export interface StandingsContext {
	readonly trx: Db;
	readonly client: PoolClient;
	readonly seasonId: number;
}

/**
 * Calls `prepare` for the slow work while teams are saved as usual, and then locks the season until the transaction ends.
 * If the data that `prepare` used has changed meanwhile, its work is rolled back and done again under the lock. If
 * `prepare` returns null, so does this, without a lock of the season.
 */
export async function prepareThenLock<Prepared extends object | null>(
	{ trx, client, seasonId }: StandingsContext,
	prepare: () => Promise<Prepared>,
	hasChangedSince: (prepared: Prepared & object) => Promise<boolean>,
): Promise<Prepared> {
	await lockStandings(trx, seasonId);
	await createSavepoint(client, "unprepared");
	const prepared = await prepare();
	if (prepared === null) return prepared;
	await lockSeason(trx, seasonId, "exclusive");
	if (!(await hasChangedSince(prepared))) return prepared;
	// This also releases the season's lock.
	await rollBackTo(client, "unprepared");
	await lockSeason(trx, seasonId, "exclusive");
	return prepare();
}

/** The data that a published round's standings were recomputed from. */
export interface PublishedSource {
	readonly season: Pick<SeasonSnapshot, "dataVersion">;
	/** The line-ups include every receipt before this moment. */
	readonly readAt: ReceiptMark;
	/** The last round whose line-ups were read. */
	readonly lastRoundId: RoundId;
}

/** Whether the season or a line-up of a published round has changed since its standings were recomputed. */
export async function hasPublishedRoundChanged(
	{ trx, client, seasonId }: StandingsContext,
	{ season, readAt, lastRoundId }: PublishedSource,
): Promise<boolean> {
	if ((await findDataVersion(trx, seasonId)) !== season.dataVersion) return true;
	return (await listTeamsSavedSince(client, readAt, lastRoundId)).length > 0;
}
