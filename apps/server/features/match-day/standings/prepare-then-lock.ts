import type { RoundId } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import type { PoolClient } from "pg";
import { createSavepoint, rollBackTo } from "../../../db/client-transaction.ts";
import type { Tables } from "../../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { findDataVersion, lockSeason, lockStandings } from "../../seasons/current/season-version-queries.ts";
import { listTeamsSavedSince, type ReceiptMark } from "./queries.ts";

/** A transaction that writes standings, by Kysely and for COPY. */
export interface StandingsContext {
	readonly transaction: Kysely<Tables>;
	readonly client: PoolClient;
	readonly seasonId: number;
}

/**
 * Prepares what takes long while teams are saved as usual, and then locks the season until the transaction ends. If what it
 * was prepared from has changed meanwhile, it is undone and prepared again under the lock. Returns null, without the lock,
 * if there is nothing to prepare.
 */
export async function prepareThenLock<Prepared extends object | null>(
	{ transaction, client, seasonId }: StandingsContext,
	prepare: () => Promise<Prepared>,
	hasChangedSince: (prepared: Prepared & object) => Promise<boolean>,
): Promise<Prepared> {
	await lockStandings(transaction, seasonId);
	await createSavepoint(client, "unprepared");
	const prepared = await prepare();
	if (prepared === null) return prepared;
	await lockSeason(transaction, seasonId, "exclusive");
	if (!(await hasChangedSince(prepared))) return prepared;
	// This also releases the season's lock.
	await rollBackTo(client, "unprepared");
	await lockSeason(transaction, seasonId, "exclusive");
	return prepare();
}

/** A published round's standings that were computed again, and what from. */
export interface PublishedSource {
	readonly season: Pick<SeasonSnapshot, "dataVersion">;
	/** Receipts before this moment are in the line-ups. */
	readonly readAt: ReceiptMark;
	/** The last round whose line-ups were read. */
	readonly lastRoundId: RoundId;
}

/** Whether the season, or a line-up of a published round, has changed since standings were computed again. */
export async function hasPublishedChangedSince(
	{ transaction, client, seasonId }: StandingsContext,
	{ season, readAt, lastRoundId }: PublishedSource,
): Promise<boolean> {
	if ((await findDataVersion(transaction, seasonId)) !== season.dataVersion) return true;
	return (await listTeamsSavedSince(client, readAt, lastRoundId)).length > 0;
}
