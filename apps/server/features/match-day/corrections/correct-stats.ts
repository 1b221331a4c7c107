import type { Database } from "../../../db/open.ts";
import type { Db } from "../../../db/tables/tables.ts";
import { runClientTransaction } from "../../../db/transactions/client-transaction.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import { createCorrectionNotices } from "../../notifications/notices/correction-notice-queries.ts";
import { requireCurrentSeason } from "../../seasons/current/require-season.ts";
import { incrementDataVersion } from "../../seasons/current/season-version-queries.ts";
import { hasPublishedRoundChanged, prepareThenLock } from "../../standings/prepare-then-lock.ts";
import { attachPreparedStandings } from "../../standings/standings-queries.ts";
import { type CorrectionEffect, computeCorrections, saveCorrections } from "./compute-correction-effect.ts";
import { incrementRevision } from "./queries.ts";
import type { StatCorrection } from "./validate-correction.ts";

export interface CorrectionOptions {
	/** The lines come from a feed, whose later reports may change them again. */
	readonly isFromFeed?: boolean;
	/** Wall-clock time in milliseconds; now by default. */
	readonly wallNow?: number;
	/** Runs before the correction, in its transaction. Also runs, and is rolled back, whenever the effect is computed. */
	readonly runFirst?: (trx: Db) => Promise<void>;
}

/**
 * Computes what corrections of several matches would change together: teams, ranks and prices. Saves nothing.
 *
 * @throws Refusal `match-unknown`, `not-in-match`, `wrong-count`, `nothing-corrected`
 */
export const previewCorrections = ({ pool }: Pick<Database, "pool">, corrections: readonly StatCorrection[]) =>
	runClientTransaction(pool, async (trx, client) => {
		const { seasonId } = await requireCurrentSeason(trx);
		const audit: AuditContext = { actor: "preview", reason: "preview" };
		const options = { audit, runFirst: async () => undefined, savesResults: false, isFromFeed: false };
		return (await computeCorrections({ trx, client, seasonId }, corrections, options)).effect;
	});

/**
 * Corrects stat lines and scores of several matches, all or none. In a round in progress, the corrections count at once;
 * in a published round, its standings and those of every later round are recomputed. Published prices stay until
 * `rerunPrices` is called. Feeds no longer change the corrected lines, unless `isFromFeed` is set.
 *
 * @throws Refusal as `previewCorrections`
 */
export const correctStatsOfMatches = (
	{ pool }: Pick<Database, "pool">,
	corrections: readonly StatCorrection[],
	audit: AuditContext,
	{ isFromFeed = false, wallNow = Date.now(), runFirst = async () => undefined }: CorrectionOptions = {},
): Promise<CorrectionEffect> =>
	runClientTransaction(pool, async (trx, client) => {
		const { seasonId } = await requireCurrentSeason(trx);
		const context = { trx, client, seasonId };
		const computed = await prepareThenLock(
			context,
			() => computeCorrections(context, corrections, { audit, runFirst, savesResults: true, isFromFeed }),
			({ before, readAt, publishedRoundIds }) =>
				hasPublishedRoundChanged(context, { season: before, readAt, lastRoundId: Math.max(0, ...publishedRoundIds) }),
		);
		const { before, now, effect, publishedRoundIds, resultsBefore } = computed;
		const { rounds } = before;
		await runFirst(trx);
		const saved = await saveCorrections(trx, before, corrections, { audit, isFromFeed, now });
		for (const roundId of publishedRoundIds) {
			await attachPreparedStandings(client, { seasonId, roundId });
			await incrementRevision(trx, seasonId, roundId);
		}
		for (const [index, { lines, score }] of saved.entries()) {
			const matchId = corrections[index]?.matchId;
			const subject = `match:${seasonId}:${matchId}`;
			if (score) await writeAudit(trx, audit, { action: "score-corrected", subject, ...score });
			if (lines.length === 0) continue;
			const round = rounds.find(({ matches }) => matches.some(({ id }) => id === matchId));
			const listLines = (side: "before" | "after") =>
				lines.map((line) => ({ playerId: line.playerId, stats: line[side] }));
			await writeAudit(trx, audit, {
				action: "stats-corrected",
				subject,
				before: { lines: listLines("before") },
				after: { lines: listLines("after"), roundId: round?.id, isPublished: round?.status === "complete" },
			});
		}
		await createCorrectionNotices(client, { wallNow, seasonId }, resultsBefore);
		await incrementDataVersion(trx, seasonId);
		return effect;
	});

/** As `correctStatsOfMatches`, for one match. */
export const correctStats = (
	database: Pick<Database, "pool">,
	correction: StatCorrection,
	audit: AuditContext,
	options: CorrectionOptions = {},
): Promise<CorrectionEffect> => correctStatsOfMatches(database, [correction], audit, options);
