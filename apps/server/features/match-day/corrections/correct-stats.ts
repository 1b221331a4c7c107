import type { PlayerId, Points, RoundId } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import type { PoolClient } from "pg";
import { runClientTransaction } from "../../../db/client-transaction.ts";
import type { Database } from "../../../db/open.ts";
import type { Tables } from "../../../db/tables/tables.ts";
import { saveMatchResults } from "../../leagues/head-to-head/match-results.ts";
import { listRoundOutcomes } from "../../leagues/round-outcomes.ts";
import { createCorrectionNotices, type TeamResult } from "../../notifications/notices/correction-notice-queries.ts";
import { type AuditContext, writeAudit } from "../../operator/audit/audit.ts";
import { loadClock } from "../../seasons/current/clock-queries.ts";
import { loadCurrentSeason } from "../../seasons/current/load-season-snapshot.ts";
import { computeSeasonTime } from "../../seasons/current/season-clock.ts";
import { NoSeasonError } from "../../seasons/current/season-holder.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { lockSeason, lockStandings, touchSeason } from "../../seasons/current/season-version-queries.ts";
import { computeTeamValues } from "../standings/final-standings.ts";
import { saveStandings } from "../standings/standings-queries.ts";
import { incrementRevision, listMatchUps } from "./queries.ts";
import { type PriceReview, reviewPrices } from "./rerun-prices.ts";
import { rescoreRounds } from "./rescore-rounds.ts";
import { computeRoundEffect, listResultsBefore, type RoundEffect } from "./round-effect.ts";
import { type SavedCorrection, saveMatchCorrection } from "./save-correction.ts";
import { type StatCorrection, validateCorrection } from "./validate-correction.ts";

export interface CorrectionEffect {
	/** The first round with corrected stats. */
	readonly roundId: RoundId;
	/** Whether the round is published, so that its standings and all later ones are computed again. */
	readonly isPublished: boolean;
	/** Points in the corrected round before and after; null for a player without a line. */
	readonly players: readonly {
		readonly playerId: PlayerId;
		readonly before: Points | null;
		readonly after: Points | null;
	}[];
	/** The first round and every later one that has started. */
	readonly rounds: readonly RoundEffect[];
	/** What a re-run of the last corrected round's prices would change; null if it is not allowed or not published. */
	readonly prices: PriceReview | null;
}

async function loadSeason(transaction: Kysely<Tables>): Promise<SeasonSnapshot> {
	const season = await loadCurrentSeason(transaction);
	if (!season) throw new NoSeasonError();
	return season;
}

export interface CorrectionOptions {
	/** The lines come from a feed, whose later reports may change them again. */
	readonly isFeedLine?: boolean;
	/** Milliseconds; now by default. */
	readonly wallNow?: number;
	/** Runs before the correction in the same transaction. */
	readonly runFirst?: (transaction: Kysely<Tables>) => Promise<void>;
}

interface WriteOptions {
	readonly audit: AuditContext;
	/** False for a preview, which only computes the effect. */
	readonly isPersisted: boolean;
	readonly isFeedLine: boolean;
}

interface AppliedCorrections {
	readonly effect: CorrectionEffect;
	/** What changed in each match. */
	readonly saved: readonly SavedCorrection[];
	/** What teams had in published rounds, of those whose points or league results changed. */
	readonly resultsBefore: readonly TeamResult[];
}

/**
 * Saves the corrections of several matches and, when `isPersisted`, the standings computed from all of them. Scores of
 * matches give no points, so that a correction of scores alone computes nothing again.
 */
async function applyCorrections(
	transaction: Kysely<Tables>,
	client: PoolClient,
	corrections: readonly StatCorrection[],
	options: WriteOptions,
): Promise<AppliedCorrections> {
	const before = await loadSeason(transaction);
	const { seasonId } = before;
	const roundIds = corrections.map((correction) => validateCorrection(before, correction));
	const now = computeSeasonTime(await loadClock(transaction), Date.now());
	const saved: SavedCorrection[] = [];
	for (const correction of corrections)
		saved.push(await saveMatchCorrection(transaction, before, correction, { ...options, now }));
	const rescoredIds = roundIds.filter((_, index) => (saved[index]?.lines.length ?? 0) > 0);
	const after = await loadSeason(transaction);
	const rounds: RoundEffect[] = [];
	const resultsBefore: TeamResult[] = [];
	for await (const rescored of rescoreRounds(client, { before, after }, Math.min(...rescoredIds))) {
		const { roundId } = rescored;
		const matchUps = await listMatchUps(transaction, seasonId, roundId);
		rounds.push(computeRoundEffect(rescored, matchUps));
		if (!options.isPersisted || !rescored.isPublished) continue;
		const outcomesBefore = await listRoundOutcomes(transaction, seasonId, roundId);
		const pricesInForce = new Map(
			[...after.players].map(([id, { prices, cost }]) => [id, prices.get(roundId + 1) ?? cost]),
		);
		const values = computeTeamValues(rescored.after, after, pricesInForce);
		await saveStandings(client, { seasonId, roundId }, rescored.after, values);
		await saveMatchResults(transaction, seasonId, roundId, now);
		await incrementRevision(transaction, seasonId, roundId);
		const outcomesAfter = await listRoundOutcomes(transaction, seasonId, roundId);
		resultsBefore.push(...listResultsBefore(rescored, outcomesBefore, outcomesAfter));
	}
	const players = saved.flatMap(({ lines }, index) => {
		const roundId = roundIds[index] ?? 0;
		const getPoints = (season: SeasonSnapshot, id: PlayerId) => season.players.get(id)?.scores.get(roundId) ?? null;
		return lines.map(({ playerId }) => ({
			playerId,
			before: getPoints(before, playerId),
			after: getPoints(after, playerId),
		}));
	});
	const roundId = Math.min(...roundIds);
	const isPublished = after.rounds.some(({ id, status }) => id === roundId && status === "complete");
	const review = isPublished && rescoredIds.length > 0 ? reviewPrices(after, Math.max(...rescoredIds)) : null;
	return {
		effect: { roundId, isPublished, players, rounds, prices: review?.mayRun ? review : null },
		saved,
		resultsBefore,
	};
}

/** Thrown to roll back the transaction of a preview. */
class PreviewRollback extends Error {
	readonly effect: CorrectionEffect;
	constructor(effect: CorrectionEffect) {
		super("previewed");
		this.effect = effect;
	}
}

/**
 * Computes what corrections of several matches would change together: teams, ranks and prices. Saves nothing.
 *
 * @throws Refusal `match-unknown`, `not-in-match`, `wrong-count`, `nothing-corrected`
 */
export async function previewCorrections(
	{ pool }: Pick<Database, "pool">,
	corrections: readonly StatCorrection[],
): Promise<CorrectionEffect> {
	const audit: AuditContext = { actor: "preview", reason: "preview" };
	try {
		return await runClientTransaction(pool, async (transaction, client) => {
			const options = { audit, isPersisted: false, isFeedLine: false };
			const { effect } = await applyCorrections(transaction, client, corrections, options);
			throw new PreviewRollback(effect);
		});
	} catch (error) {
		if (error instanceof PreviewRollback) return error.effect;
		throw error;
	}
}

/**
 * Corrects stat lines and scores of several matches; all or none are corrected. While a round plays they count at once; after it is
 * published, its standings and those of every later round are computed again. Published prices stay until `rerunPrices` is
 * called. Feeds no longer change the corrected lines, unless `isFeedLine` is set.
 *
 * @throws Refusal as `previewCorrections`
 */
export const correctMatches = (
	{ pool }: Pick<Database, "pool">,
	corrections: readonly StatCorrection[],
	audit: AuditContext,
	{ isFeedLine = false, wallNow = Date.now(), runFirst = async () => undefined }: CorrectionOptions = {},
): Promise<CorrectionEffect> =>
	runClientTransaction(pool, async (transaction, client) => {
		const { seasonId, rounds } = await loadSeason(transaction);
		await lockStandings(transaction, seasonId);
		await lockSeason(transaction, seasonId, "exclusive");
		await runFirst(transaction);
		const options = { audit, isPersisted: true, isFeedLine };
		const { effect, saved, resultsBefore } = await applyCorrections(transaction, client, corrections, options);
		for (const [index, { lines, score }] of saved.entries()) {
			const matchId = corrections[index]?.matchId;
			const subject = `match:${seasonId}:${matchId}`;
			if (score) await writeAudit(transaction, audit, { action: "score-corrected", subject, ...score });
			if (lines.length === 0) continue;
			const round = rounds.find(({ matches }) => matches.some(({ id }) => id === matchId));
			const listLines = (which: "before" | "after") =>
				lines.map((line) => ({ playerId: line.playerId, stats: line[which] }));
			await writeAudit(transaction, audit, {
				action: "stats-corrected",
				subject,
				before: { lines: listLines("before") },
				after: { lines: listLines("after"), roundId: round?.id, isPublished: round?.status === "complete" },
			});
		}
		await createCorrectionNotices(client, { wallNow, seasonId }, resultsBefore);
		await touchSeason(transaction, seasonId);
		return effect;
	});

/** As `previewCorrections`, for one match. */
export const previewCorrection = (database: Pick<Database, "pool">, correction: StatCorrection) =>
	previewCorrections(database, [correction]);

/** As `correctMatches`, for one match. */
export const correctStats = (
	database: Pick<Database, "pool">,
	correction: StatCorrection,
	audit: AuditContext,
	options: CorrectionOptions = {},
): Promise<CorrectionEffect> => correctMatches(database, [correction], audit, options);
