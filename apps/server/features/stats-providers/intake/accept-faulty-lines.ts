import { createHash } from "node:crypto";
import type { MatchId, PlayerId, SeasonTime } from "@first-bounce/rules/ids";
import type { StatLine } from "@first-bounce/rules/scoring/stats";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import type { Db } from "../../../db/tables/tables.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { loadSeasonTime } from "../../seasons/current/season-clock.ts";
import { incrementDataVersion, lockSeason } from "../../seasons/current/season-version-queries.ts";
import { completeStatLine } from "../../seasons/current/stat-line.ts";
import { saveStatEvents } from "../stat-events/stat-event-queries.ts";
import { replaceLine } from "../stat-line-queries.ts";
import type { IntakeContext } from "./process-payload.ts";
import { lockMatch } from "./queries.ts";
import {
	closeReview,
	findFaultyLine,
	listReducedLines,
	listWaitingFaultyLines,
	lockFaultyLine,
	type StatReviewRow,
} from "./review-queries.ts";

const MAX_REDUCED_SHOWN = 50;

export interface StatReview {
	readonly id: number;
	readonly matchId: MatchId;
	readonly playerId: PlayerId;
	readonly payloadId: number;
	/** A hash of the line, to check that an operator decides on the line that was shown. */
	readonly version: string;
	readonly reported: StatLine | null;
	readonly before: StatLine | null;
	readonly problems: readonly string[];
	readonly isImpossible: boolean;
	readonly since: SeasonTime;
}

/** The line an operator was shown. */
export interface LineVersion {
	readonly id: number;
	readonly version: string;
}

const computeVersion = ({ reported, before, faults }: StatReviewRow): string =>
	createHash("sha256")
		.update(JSON.stringify([reported, before, faults]))
		.digest("hex")
		.slice(0, 16);

const buildReview = (row: StatReviewRow): StatReview => ({
	id: row.id,
	matchId: row.match_id,
	playerId: row.player_id,
	payloadId: row.payload_id,
	version: computeVersion(row),
	reported: completeStatLine(row.reported),
	before: completeStatLine(row.before),
	problems: row.faults,
	isImpossible: row.is_impossible,
	since: row.season_at.getTime(),
});

/** Lists faulty lines that wait for an operator, and lines in which a stat went down, the newest first. */
export async function listLineReviews(db: Db, seasonId: number) {
	const faulty = await listWaitingFaultyLines(db, seasonId);
	const reduced = await listReducedLines(db, seasonId, MAX_REDUCED_SHOWN);
	return { faulty: faulty.map(buildReview), reduced: reduced.map(buildReview) };
}

async function lockReview(trx: Db, seasonId: number, { id, version }: LineVersion) {
	const row = await lockFaultyLine(trx, seasonId, id);
	if (!row) throw refuse(404, "stat-review-unknown");
	if (row.state !== "waiting") throw refuse(409, "stat-review-settled");
	if (computeVersion(row) !== version) throw refuse(409, "stat-review-changed");
	return row;
}

/** Closes a faulty line's review as accepted, for a caller that applies the line or a correction of it. */
export async function acceptReview(trx: Db, seasonId: number, seenVersion: LineVersion) {
	const review = await lockReview(trx, seasonId, seenVersion);
	if (review.is_impossible) throw refuse(422, "line-impossible");
	await closeReview(trx, seenVersion.id, "accepted");
	return review;
}

export async function getFaultyLine(db: Db, seasonId: number, id: number): Promise<StatReview> {
	const row = await findFaultyLine(db, seasonId, id);
	if (!row) throw refuse(404, "stat-review-unknown");
	return buildReview(row);
}

/**
 * Applies a faulty line that an operator accepts. Later reports are compared with it. A published match needs a correction
 * instead.
 *
 * @throws Refusal `stat-review-unknown`, `stat-review-settled`, `stat-review-changed`, `line-impossible`, `round-over`
 */
export const acceptFaultyLine = (
	{ db, currentSeason }: Pick<IntakeContext, "db" | "currentSeason">,
	seenVersion: LineVersion,
	audit: AuditContext,
) =>
	db.transaction().execute(async (trx) => {
		const { seasonId, players, rules } = currentSeason();
		// No payload may be applied meanwhile: payloads lock the match before its reviews, and this locks them in the other order.
		await lockSeason(trx, seasonId, "exclusive");
		const review = await acceptReview(trx, seasonId, seenVersion);
		const { match_id, player_id, payload_id } = review;
		const reported = completeStatLine(review.reported);
		const match = await lockMatch(trx, seasonId, match_id);
		if (match?.roundStatus === "complete") throw refuse(409, "round-over", { round: match.roundId });
		const player = players.get(player_id);
		const squadId = player && match ? getSquadInRound(player, match.roundId) : 0;
		await replaceLine(trx, { seasonId, matchId: match_id, playerId: player_id, squadId, stats: reported });
		const change = { playerId: player_id, before: match?.lines.get(player_id) ?? null, after: reported };
		const at = new Date(await loadSeasonTime(trx));
		const context = { isOver: match?.status === "complete", at, rules };
		await saveStatEvents(trx, { seasonId, matchId: match_id }, [change], context);
		await writeAudit(trx, audit, {
			action: "line-accepted",
			subject: `match:${seasonId}:${match_id}`,
			before: { playerId: player_id, stats: change.before },
			after: { playerId: player_id, stats: reported, payloadId: payload_id },
		});
		await incrementDataVersion(trx, seasonId);
	});

/**
 * Dismisses a faulty line.
 *
 * @throws Refusal `stat-review-unknown`, `stat-review-settled`, `stat-review-changed`
 */
export const dismissFaultyLine = (
	{ db, currentSeason }: Pick<IntakeContext, "db" | "currentSeason">,
	seenVersion: LineVersion,
	audit: AuditContext,
) =>
	db.transaction().execute(async (trx) => {
		const { seasonId } = currentSeason();
		const { match_id, player_id, payload_id, reported } = await lockReview(trx, seasonId, seenVersion);
		await closeReview(trx, seenVersion.id, "dismissed");
		await writeAudit(trx, audit, {
			action: "line-dismissed",
			subject: `match:${seasonId}:${match_id}`,
			before: null,
			after: { playerId: player_id, stats: reported, payloadId: payload_id },
		});
	});
