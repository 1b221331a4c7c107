import type { PlayerId, Points, RoundId, SeasonTime, TeamId } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import type { PoolClient } from "pg";
import { runClientTransaction } from "../../../db/client-transaction.ts";
import type { Database } from "../../../db/open.ts";
import type { Tables } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { saveMatchResults } from "../../leagues/head-to-head/match-results.ts";
import { createCorrectionNotices } from "../../notifications/notices/correction-notice-queries.ts";
import { type AuditContext, writeAudit } from "../../operator/audit/audit.ts";
import { loadClock } from "../../seasons/current/clock-queries.ts";
import { loadCurrentSeason } from "../../seasons/current/load-season-snapshot.ts";
import { computeSeasonTime } from "../../seasons/current/season-clock.ts";
import { NoSeasonError } from "../../seasons/current/season-holder.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { lockSeason, lockStandings, touchSeason } from "../../seasons/current/season-version-queries.ts";
import { computeTeamValues } from "../standings/final-standings.ts";
import { saveStandings } from "../standings/standings-queries.ts";
import { type LineChange, saveStatEvents } from "../stat-events/stat-event-queries.ts";
import {
	findStatLine,
	incrementRevision,
	listMatchUps,
	saveCorrection,
	saveStatLine,
	supersedeReviews,
} from "./queries.ts";
import { type PriceReview, reviewPrices } from "./rerun-prices.ts";
import { rescoreRounds } from "./rescore-rounds.ts";
import { computeRoundEffect, listPointsBefore, type RoundEffect } from "./round-effect.ts";
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

async function saveLines(
	transaction: Kysely<Tables>,
	season: SeasonSnapshot,
	{ matchId, lines }: StatCorrection,
	{ audit, isFeedLine, now }: WriteOptions & { readonly now: SeasonTime },
) {
	const changed: LineChange[] = [];
	for (const { playerId, stats } of lines) {
		const before = await findStatLine(transaction, season.seasonId, matchId, playerId);
		const squadId = season.players.get(playerId)?.squadId ?? 0;
		const line = { seasonId: season.seasonId, matchId, playerId, squadId, stats };
		await saveStatLine(transaction, line);
		const after = await findStatLine(transaction, season.seasonId, matchId, playerId);
		if (JSON.stringify(before) !== JSON.stringify(after)) changed.push({ playerId, before, after });
		if (isFeedLine) continue;
		await saveCorrection(transaction, line, { ...audit, before });
		await supersedeReviews(transaction, line);
	}
	if (changed.length === 0) throw refuse(409, "nothing-corrected");
	const match = season.rounds.flatMap(({ matches }) => matches).find(({ id }) => id === matchId);
	const context = { isOver: match?.status === "complete", at: new Date(now), rules: season.rules };
	await saveStatEvents(transaction, { seasonId: season.seasonId, matchId }, changed, context);
	return changed;
}

interface AppliedCorrections {
	readonly effect: CorrectionEffect;
	/** The changed lines of each match. */
	readonly changes: readonly (readonly LineChange[])[];
	/** Points that teams had in the corrected rounds, of those whose points changed. */
	readonly pointsBefore: ReadonlyMap<RoundId, ReadonlyMap<TeamId, Points>>;
}

/** Saves the lines of several matches and, when `isPersisted`, the standings computed from all of them. */
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
	const changes: (readonly LineChange[])[] = [];
	for (const correction of corrections)
		changes.push(await saveLines(transaction, before, correction, { ...options, now }));
	const after = await loadSeason(transaction);
	const firstRoundId = Math.min(...roundIds);
	const rounds: RoundEffect[] = [];
	const pointsBefore = new Map<RoundId, ReadonlyMap<TeamId, Points>>();
	for await (const rescored of rescoreRounds(client, { before, after }, firstRoundId)) {
		const { roundId } = rescored;
		const matchUps = await listMatchUps(transaction, seasonId, roundId);
		rounds.push(computeRoundEffect(rescored, matchUps));
		if (!options.isPersisted || !rescored.isPublished) continue;
		if (roundIds.includes(roundId)) pointsBefore.set(roundId, listPointsBefore(rescored));
		const pricesInForce = new Map(
			[...after.players].map(([id, { prices, cost }]) => [id, prices.get(roundId + 1) ?? cost]),
		);
		const values = computeTeamValues(rescored.after, after, pricesInForce);
		await saveStandings(client, { seasonId, roundId }, rescored.after, values);
		await saveMatchResults(transaction, seasonId, roundId, now);
		await incrementRevision(transaction, seasonId, roundId);
	}
	const players = changes.flatMap((lines, index) => {
		const roundId = roundIds[index] ?? firstRoundId;
		const getPoints = (season: SeasonSnapshot, id: PlayerId) => season.players.get(id)?.scores.get(roundId) ?? null;
		return lines.map(({ playerId }) => ({
			playerId,
			before: getPoints(before, playerId),
			after: getPoints(after, playerId),
		}));
	});
	const lastRoundId = Math.max(...roundIds);
	const isPublished = after.rounds.some(({ id, status }) => id === firstRoundId && status === "complete");
	const review = isPublished ? reviewPrices(after, lastRoundId) : null;
	return {
		effect: { roundId: firstRoundId, isPublished, players, rounds, prices: review?.mayRun ? review : null },
		changes,
		pointsBefore,
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
 * Corrects stat lines of several matches; all or none are corrected. While a round plays they count at once; after it is
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
		const { effect, changes, pointsBefore } = await applyCorrections(transaction, client, corrections, options);
		for (const [index, { matchId }] of corrections.entries()) {
			const round = rounds.find(({ matches }) => matches.some(({ id }) => id === matchId));
			const lines = (which: "before" | "after") =>
				(changes[index] ?? []).map((line) => ({ playerId: line.playerId, stats: line[which] }));
			await writeAudit(transaction, audit, {
				action: "stats-corrected",
				subject: `match:${seasonId}:${matchId}`,
				before: { lines: lines("before") },
				after: { lines: lines("after"), roundId: round?.id, isPublished: round?.status === "complete" },
			});
		}
		for (const [roundId, before] of pointsBefore)
			await createCorrectionNotices(client, { wallNow, seasonId, roundId }, before);
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
