import type { MatchId, PlayerId, SeasonTime } from "@first-bounce/rules/ids";
import type { StatLine } from "@first-bounce/rules/scoring/stats";
import type { Database } from "../../../db/open.ts";
import type { Db } from "../../../db/tables/tables.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { completeStatLine } from "../../seasons/current/stat-line.ts";
import type { MatchScore } from "../../stats-providers/feed.ts";
import type { CorrectionEffect } from "./compute-correction-effect.ts";
import { correctStatsOfMatches, previewCorrections } from "./correct-stats.ts";
import { closeLateReviews, closeLateScore, listLateReviews, listLateScores, lockMatches } from "./queries.ts";
import type { StatCorrection } from "./validate-correction.ts";

/** Stats and a score that a feed reported after the match's round was published, waiting for an operator. */
export interface LateCorrection {
	readonly matchId: MatchId;
	/** Season time at which the first of them was received. */
	readonly since: SeasonTime;
	/** Another text whenever a line or the score has changed. An operator can accept only the version that was previewed. */
	readonly version: string;
	readonly lines: readonly {
		readonly playerId: PlayerId;
		readonly before: StatLine | null;
		readonly reported: StatLine | null;
		readonly problems: readonly string[];
	}[];
	/** Null if the score has not changed. */
	readonly score: { readonly before: MatchScore; readonly reported: MatchScore } | null;
}

type LineRow = Awaited<ReturnType<typeof listLateReviews>>[number];
type ScoreRow = Awaited<ReturnType<typeof listLateScores>>[number];

function buildLateCorrection(matchId: MatchId, rows: readonly LineRow[], score: ScoreRow | undefined): LateCorrection {
	const getNewestId = (ids: readonly number[]) => Math.max(0, ...ids);
	const newestLineId = getNewestId(rows.map(({ id }) => id));
	const newestPayloadId = getNewestId(rows.map((row) => row.payload_id));
	const receivedAt = [...rows, ...(score ? [score] : [])].map(({ season_at }) => season_at.getTime());
	return {
		matchId,
		since: Math.min(...receivedAt),
		version: [rows.length, newestLineId, newestPayloadId, score?.id ?? 0].join("."),
		score: score
			? {
					before: { home: score.home_before, away: score.away_before },
					reported: { home: score.home_score, away: score.away_score },
				}
			: null,
		lines: rows.map(({ player_id, before, reported, faults }) => ({
			playerId: player_id,
			before: completeStatLine(before),
			reported: completeStatLine(reported),
			problems: faults,
		})),
	};
}

/** Lists the season's waiting late corrections, by match. */
export async function listLateCorrections(db: Db, seasonId: number): Promise<LateCorrection[]> {
	const lines = Map.groupBy(await listLateReviews(db, seasonId), ({ match_id }) => match_id);
	const scores = new Map((await listLateScores(db, seasonId)).map((row) => [row.match_id, row]));
	const matchIds = [...new Set([...lines.keys(), ...scores.keys()])].toSorted((a, b) => a - b);
	return matchIds.map((matchId) => buildLateCorrection(matchId, lines.get(matchId) ?? [], scores.get(matchId)));
}

async function getLateCorrection(db: Db, seasonId: number, matchId: MatchId): Promise<LateCorrection> {
	const rows = await listLateReviews(db, seasonId, matchId);
	const [score] = await listLateScores(db, seasonId, matchId);
	if (rows.length === 0 && !score) throw refuse(404, "late-correction-unknown");
	return buildLateCorrection(matchId, rows, score);
}

const buildStatCorrection = ({ matchId, lines, score }: LateCorrection): StatCorrection => ({
	matchId,
	lines: lines.map(({ playerId, reported }) => ({ playerId, stats: reported })),
	...(score ? { score: score.reported } : {}),
});

type Connection = Pick<Database, "db" | "pool">;
/** The version of a match's late correction that the operator has seen. */
interface SeenVersion {
	readonly seasonId: number;
	readonly matchId: MatchId;
	readonly version: string;
}

/**
 * Computes what accepting a match's late correction would change. Saves nothing.
 *
 * @throws Refusal `late-correction-unknown`, and as `previewCorrections`
 */
export async function previewLateCorrection(database: Connection, seasonId: number, matchId: MatchId) {
	const correction = await getLateCorrection(database.db, seasonId, matchId);
	return { correction, effect: await previewCorrections(database, [buildStatCorrection(correction)]) };
}

/** Loads the late correction of a match. Refuses it if it has changed since the operator saw it. */
async function getSeenCorrection(db: Db, { seasonId, matchId, version }: SeenVersion) {
	const correction = await getLateCorrection(db, seasonId, matchId);
	if (correction.version !== version) throw refuse(409, "late-correction-changed");
	return correction;
}

async function buildStatCorrections(db: Db, seenVersions: readonly SeenVersion[]) {
	const corrections: LateCorrection[] = [];
	for (const seenVersion of seenVersions) corrections.push(await getSeenCorrection(db, seenVersion));
	return corrections.map(buildStatCorrection);
}

/**
 * Computes what accepting several late corrections would change together. Saves nothing.
 *
 * @throws Refusal `late-correction-unknown`, `late-correction-changed`, and as `previewCorrections`
 */
export const previewLateCorrections = async (
	database: Connection,
	seenVersions: readonly SeenVersion[],
): Promise<CorrectionEffect> => previewCorrections(database, await buildStatCorrections(database.db, seenVersions));

/** Closes the late correction of a match unless it has changed since the operator saw it. */
async function closeLateCorrection(trx: Db, seenVersion: SeenVersion, state: "accepted" | "dismissed") {
	const correction = await getSeenCorrection(trx, seenVersion);
	await closeLateReviews(trx, seenVersion.seasonId, seenVersion.matchId, state);
	await closeLateScore(trx, seenVersion.seasonId, seenVersion.matchId, state);
	return correction;
}

/**
 * Applies late corrections as `correctStatsOfMatches` does, in one transaction: all or none.
 *
 * @throws Refusal `late-correction-unknown`, `late-correction-changed`, and as `correctStatsOfMatches`
 */
export const acceptLateCorrections = async (
	database: Connection,
	seenVersions: readonly SeenVersion[],
	audit: AuditContext,
): Promise<CorrectionEffect> =>
	correctStatsOfMatches(database, await buildStatCorrections(database.db, seenVersions), audit, {
		isFromFeed: true,
		runFirst: async (trx) => {
			for (const seenVersion of seenVersions) await closeLateCorrection(trx, seenVersion, "accepted");
		},
	});

/**
 * Dismisses a late correction; the published match stays as it is.
 *
 * @throws Refusal `late-correction-unknown`, `late-correction-changed`
 */
export const dismissLateCorrection = ({ db }: Pick<Database, "db">, seenVersion: SeenVersion, audit: AuditContext) =>
	db.transaction().execute(async (trx) => {
		// A payload that is being applied adds its lines first, so that none is dismissed unseen.
		await lockMatches(trx, seenVersion.seasonId, [seenVersion.matchId]);
		const { lines, score = null } = buildStatCorrection(await closeLateCorrection(trx, seenVersion, "dismissed"));
		await writeAudit(trx, audit, {
			action: "late-correction-dismissed",
			subject: `match:${seenVersion.seasonId}:${seenVersion.matchId}`,
			before: null,
			after: { lines, score },
		});
	});
