import type { PlayerId } from "@first-bounce/rules/ids";
import type { StatLine } from "@first-bounce/rules/scoring/stats";
import type { Db, MatchKey } from "../../../db/tables/tables.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import type { MatchReport, MatchScore, ReportedLine } from "../feed.ts";
import { type FaultyLine, findDecreases } from "./faulty-lines.ts";
import {
	findLastReview,
	findLastScoreReview,
	insertReviews,
	insertScoreReview,
	listWaitingReviews,
	markReviewsSuperseded,
	markScoreReviewSuperseded,
	supersedeEarlierPayloads,
	updateReview,
} from "./review-queries.ts";

/** The actor in the audit log where a payload itself causes the change. */
export const FEED_INTAKE: AuditContext = { actor: "feed intake", reason: "" };

/** The report that reviews come from. */
export interface ReviewedReport extends MatchKey {
	readonly payloadId: number;
	readonly at: Date;
}

interface NewReview {
	readonly playerId: PlayerId;
	readonly kind: "faulty" | "late";
	readonly reported: StatLine | null;
	readonly before: StatLine | null;
	readonly problems: readonly string[];
	readonly isImpossible?: boolean;
}

const toJson = (line: StatLine | null): string | null => line && JSON.stringify(line);

/** Closes the waiting reviews of these players, which a later report has settled. */
async function supersedeReviews(
	trx: Db,
	{ seasonId, matchId, payloadId }: ReviewedReport,
	kind: NewReview["kind"],
	isSettled: (playerId: PlayerId) => boolean,
): Promise<void> {
	const waitingReviews = await listWaitingReviews(trx, { seasonId, matchId }, kind);
	const settled = waitingReviews.filter((review) => isSettled(review.player_id));
	if (settled.length === 0) return;
	const ids = settled.map(({ id }) => id);
	await markReviewsSuperseded(trx, ids);
	await writeAudit(trx, FEED_INTAKE, {
		action: "stat-reviews-superseded",
		subject: `match:${seasonId}:${matchId}`,
		before: { kind, players: settled.map(({ player_id }) => player_id) },
		after: { payloadId },
	});
}

/**
 * Adds a review, or updates the waiting one; returns whether it waits. A line that an operator has dismissed is not added
 * again, nor is a faulty line that still waits when its round is published.
 */
async function saveReview(
	trx: Db,
	{ seasonId, matchId, payloadId, at }: ReviewedReport,
	{ playerId, kind, reported, before, problems, isImpossible = false }: NewReview,
): Promise<boolean> {
	const kinds = kind === "late" ? (["faulty", "late"] as const) : (["faulty"] as const);
	const last = await findLastReview(trx, { seasonId, matchId, playerId }, kinds, toJson(reported));
	const isWaitingAsFaulty = last?.state === "waiting" && last.kind !== kind;
	if (last?.isSame && (last.state === "dismissed" || isWaitingAsFaulty)) return false;
	const values = {
		payload_id: payloadId,
		reported: toJson(reported),
		before: toJson(before),
		faults: JSON.stringify(problems),
		is_impossible: isImpossible,
	};
	if (last?.state === "waiting" && last.kind === kind) {
		await updateReview(trx, last.id, values);
		return true;
	}
	await insertReviews(trx, [
		{
			...values,
			season_id: seasonId,
			match_id: matchId,
			player_id: playerId,
			kind,
			state: "waiting",
			season_at: at,
		},
	]);
	return true;
}

/** Saves reviews of the lines that were left out of a match, and closes waiting ones of players without a faulty line. */
export async function saveFaultyLines(
	trx: Db,
	report: ReviewedReport,
	faultyLines: readonly FaultyLine[],
	storedLines: ReadonlyMap<PlayerId, StatLine>,
): Promise<void> {
	const faulty = new Set(faultyLines.map(({ playerId }) => playerId));
	await supersedeReviews(trx, report, "faulty", (playerId) => !faulty.has(playerId));
	for (const { playerId, reported, problems } of faultyLines)
		await saveReview(trx, report, {
			playerId,
			kind: "faulty",
			reported,
			before: storedLines.get(playerId) ?? null,
			problems: problems.map(({ text }) => text),
			isImpossible: problems.some(({ kind }) => kind === "impossible"),
		});
}

/** A line of a published round that a report changes. */
export interface LateLine {
	readonly playerId: PlayerId;
	readonly reported: StatLine;
	readonly problems: readonly string[];
}

/** Saves the lines that a report changes in a published match, and closes those of `unchanged` players; returns how many wait. */
export async function saveLateLines(
	trx: Db,
	report: ReviewedReport,
	{ lines, unchanged }: { readonly lines: readonly LateLine[]; readonly unchanged: ReadonlySet<PlayerId> },
	storedLines: ReadonlyMap<PlayerId, StatLine>,
): Promise<number> {
	await supersedeReviews(trx, report, "late", (playerId) => unchanged.has(playerId));
	let waitingCount = 0;
	for (const line of lines) {
		const before = storedLines.get(line.playerId) ?? null;
		if (await saveReview(trx, report, { ...line, kind: "late", before })) waitingCount++;
	}
	return waitingCount;
}

/**
 * Saves the score that a report changes in a published match, or closes the waiting one if the report has the published
 * score; returns whether it waits. A score that an operator has dismissed is not added again.
 */
export async function saveLateScore(
	trx: Db,
	{ seasonId, matchId, payloadId, at }: ReviewedReport,
	{ homeScore, awayScore }: Pick<MatchReport, "homeScore" | "awayScore">,
	published: MatchScore,
): Promise<boolean> {
	if (homeScore === undefined && awayScore === undefined) return false;
	const [home, away] = [homeScore ?? published.home, awayScore ?? published.away];
	const last = await findLastScoreReview(trx, { seasonId, matchId });
	const isSame = last?.home_score === home && last.away_score === away;
	const isPublished = home === published.home && away === published.away;
	if (isSame && !isPublished && (last.state === "waiting" || last.state === "dismissed"))
		return last.state === "waiting";
	if (last?.state === "waiting") await markScoreReviewSuperseded(trx, last.id);
	if (isPublished) return false;
	await insertScoreReview(trx, {
		season_id: seasonId,
		match_id: matchId,
		payload_id: payloadId,
		state: "waiting",
		home_score: home,
		away_score: away,
		home_before: published.home,
		away_before: published.away,
		season_at: at,
	});
	return true;
}

/** Records the lines in which a stat went down. They are applied at once; operators see them in the console. */
export async function saveReductions(
	trx: Db,
	{ seasonId, matchId, payloadId, at }: ReviewedReport,
	lines: readonly ReportedLine[],
	storedLines: ReadonlyMap<PlayerId, StatLine>,
): Promise<void> {
	const reduced = lines.flatMap(({ playerId, stats }) => {
		const before = storedLines.get(playerId);
		return before && findDecreases(before, stats).length > 0 ? [{ playerId, before, stats }] : [];
	});
	if (reduced.length === 0) return;
	await insertReviews(
		trx,
		reduced.map(({ playerId, before, stats }) => ({
			season_id: seasonId,
			match_id: matchId,
			player_id: playerId,
			payload_id: payloadId,
			kind: "reduced" as const,
			state: "noted" as const,
			reported: toJson(stats),
			before: toJson(before),
			season_at: at,
		})),
	);
}

/** Closes older quarantined payloads about the same subject as this one, which is valid. */
export async function closeSupersededPayloads(trx: Db, payloadId: number): Promise<void> {
	const rows = await supersedeEarlierPayloads(trx, payloadId);
	for (const { id, season_id, problems } of rows)
		await writeAudit(trx, FEED_INTAKE, {
			action: "payload-superseded",
			subject: `payload:${season_id}:${id}`,
			before: { verdict: "quarantined", problems },
			after: { verdict: "superseded", by: payloadId },
		});
}
