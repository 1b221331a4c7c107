import type { MatchId, RoundId, SeasonTime } from "@first-bounce/rules/ids";
import { findRound, hasMatchStarted } from "@first-bounce/rules/round/round";
import { findImplausibleStart } from "@first-bounce/rules/season-changes/change-limits";
import type { Kysely } from "kysely";
import type { Database } from "../../../db/open.ts";
import type { Tables } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { type AuditContext, writeAudit } from "../../operator/audit/audit.ts";
import { loadCurrentSeason } from "../../seasons/current/load-season-snapshot.ts";
import { NoSeasonError } from "../../seasons/current/season-holder.ts";
import type { SeasonSnapshot, SnapshotMatch, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { incrementDataVersion, lockSeason } from "../../seasons/current/season-version-queries.ts";
import { deleteStatEvents } from "../stat-events/stat-event-queries.ts";
import {
	completeAbandonedMatches,
	deleteMatchStats,
	hasStatLines,
	type MatchChange,
	reopenLastPayload,
	resetMatch,
	resetUnstartedRound,
	updateMatch,
} from "./queries.ts";

interface MatchContext {
	readonly season: SeasonSnapshot;
	readonly match: SnapshotMatch;
	readonly round: SnapshotRound;
}

function findMatch(season: SeasonSnapshot, matchId: MatchId): MatchContext {
	for (const round of season.rounds) {
		const match = round.matches.find(({ id }) => id === matchId);
		if (match) return { season, match, round };
	}
	throw refuse(404, "match-unknown");
}

const buildAuditState = ({ roundId, startsAt, venue, status, isAbandoned }: SnapshotMatch) => ({
	roundId,
	startsAt: new Date(startsAt).toISOString(),
	venue,
	status,
	isAbandoned,
});

/** Validates and applies one change of a match under the season's lock, with an audit row. */
const applyMatchChange = (
	{ db }: Pick<Database, "db">,
	matchId: MatchId,
	{ action, audit }: { readonly action: string; readonly audit: AuditContext },
	decide: (target: MatchContext, transaction: Kysely<Tables>) => MatchChange | Promise<MatchChange>,
): Promise<void> =>
	db.transaction().execute(async (transaction) => {
		const current = await loadSeason(transaction);
		await lockSeason(transaction, current.seasonId, "exclusive");
		const target = findMatch(await loadSeason(transaction), matchId);
		if (target.round.status === "complete") throw refuse(409, "round-over", { round: target.round.id });
		await updateMatch(transaction, current.seasonId, matchId, await decide(target, transaction));
		const after = findMatch(await loadSeason(transaction), matchId).match;
		const subject = `match:${current.seasonId}:${matchId}`;
		await writeAudit(transaction, audit, {
			action,
			subject,
			before: buildAuditState(target.match),
			after: buildAuditState(after),
		});
		await incrementDataVersion(transaction, current.seasonId);
	});

async function loadSeason(transaction: Kysely<Tables>): Promise<SeasonSnapshot> {
	const season = await loadCurrentSeason(transaction);
	if (!season) throw new NoSeasonError();
	return season;
}

function validateStart(startsAt: SeasonTime, now: SeasonTime): void {
	const problem = findImplausibleStart(startsAt, now);
	if (problem) throw refuse(422, problem);
}

/**
 * Changes the start of a scheduled match within its round.
 *
 * @throws Refusal `match-unknown`, `match-started`, `match-is-abandoned`, `round-over`, `start-long-ago`, `start-far-ahead`
 */
export const rescheduleMatch = (
	database: Pick<Database, "db">,
	{ matchId, startsAt, venue }: { matchId: MatchId; startsAt: SeasonTime; venue?: string },
	audit: AuditContext,
	now: SeasonTime,
): Promise<void> =>
	applyMatchChange(database, matchId, { action: "match-rescheduled", audit }, ({ match }) => {
		if (startsAt !== match.startsAt) validateStart(startsAt, now);
		if (match.status !== "scheduled") throw refuse(409, "match-started");
		if (match.isAbandoned) throw refuse(409, "match-is-abandoned");
		// A new venue replaces the time zone, which the season's files may have given, so the same venue is no change.
		return { startsAt, ...(venue === undefined || venue === match.venue ? {} : { venue }) };
	});

/**
 * Moves a scheduled match to another round. Its squads get a bye in the old round, and perhaps a second match in the new.
 *
 * @throws Refusal `match-unknown`, `match-started`, `match-is-abandoned`, `round-unknown`, `round-over`,
 * `round-without-matches`, `start-long-ago`, `start-far-ahead`
 */
export const moveMatch = (
	database: Pick<Database, "db">,
	{ matchId, toRoundId, startsAt }: { matchId: MatchId; toRoundId: RoundId; startsAt: SeasonTime },
	audit: AuditContext,
	now: SeasonTime,
): Promise<void> =>
	applyMatchChange(database, matchId, { action: "match-moved", audit }, ({ season, match, round }) => {
		validateStart(startsAt, now);
		const target = findRound(season.rounds, toRoundId);
		if (!target) throw refuse(404, "round-unknown");
		if (match.status !== "scheduled") throw refuse(409, "match-started");
		if (match.isAbandoned) throw refuse(409, "match-is-abandoned");
		if (target.status === "complete") throw refuse(409, "round-over", { round: target.id });
		if (round.matches.length === 1) throw refuse(409, "round-without-matches", { round: round.id });
		return { roundId: toRoundId, startsAt };
	});

/**
 * Abandons a match that is not played, or not finished. Its stats count, players without any did not play, and no price
 * changes. Its round no longer waits for it. A match that is called off ahead of time stays scheduled until it would
 * have started, so that its players can be swapped and traded until then.
 *
 * @throws Refusal `match-unknown`, `match-is-abandoned`, `round-over`
 */
export const abandonMatch = (
	database: Pick<Database, "db">,
	matchId: MatchId,
	audit: AuditContext,
	now: SeasonTime,
): Promise<void> =>
	applyMatchChange(database, matchId, { action: "match-abandoned", audit }, ({ match }) => {
		if (match.isAbandoned) throw refuse(409, "match-is-abandoned");
		if (!hasMatchStarted(match, now)) return { isAbandoned: true };
		return { isAbandoned: true, status: "complete", completedAt: now };
	});

/**
 * Whether the round waits for a match that was called off ahead of time: it would have started by now, or all others are
 * over, so that nobody could be swapped with its players any more.
 */
export const hasAbandonedMatchToComplete = ({ matches }: SnapshotRound, now: SeasonTime): boolean => {
	const played = matches.filter(({ isAbandoned }) => !isAbandoned);
	const areOthersOver = played.length > 0 && played.every(({ status }) => status === "complete");
	return matches.some(
		({ isAbandoned, status, startsAt }) => isAbandoned && status === "scheduled" && (areOthersOver || startsAt <= now),
	);
};

/** Completes the called-off matches that the round waits for. Idempotent. */
export const completeAbandoned = (
	{ db }: Pick<Database, "db">,
	{ seasonId, roundId }: { readonly seasonId: number; readonly roundId: RoundId },
	now: SeasonTime,
): Promise<boolean> =>
	db.transaction().execute(async (transaction) => {
		await lockSeason(transaction, seasonId, "exclusive");
		const completed = await completeAbandonedMatches(transaction, { seasonId, roundId, now });
		if (completed) await incrementDataVersion(transaction, seasonId);
		return completed;
	});

/**
 * Reverts an abandonment while the round is not complete. The provider's last payload about the match is processed
 * again.
 *
 * @throws Refusal `match-unknown`, `match-not-abandoned`, `round-over`
 */
export const reinstateMatch = (database: Pick<Database, "db">, matchId: MatchId, audit: AuditContext): Promise<void> =>
	applyMatchChange(database, matchId, { action: "match-reinstated", audit }, async ({ season, match }, transaction) => {
		if (!match.isAbandoned) throw refuse(409, "match-not-abandoned");
		const hasStarted = await hasStatLines(transaction, season.seasonId, match.id);
		await reopenLastPayload(transaction, season.seasonId, match.id);
		return { isAbandoned: false, status: hasStarted ? "playing" : "scheduled", completedAt: null };
	});

/**
 * Resets a match to before its start: no stats, corrections, clock or score. Its round is scheduled again too, unless
 * another of its matches has started. Returns the deleted stat lines. The caller checks whether this is allowed, and increments
 * the season's version.
 */
export async function revertMatch(transaction: Kysely<Tables>, seasonId: number, matchId: MatchId) {
	const lines = await deleteMatchStats(transaction, seasonId, matchId);
	await deleteStatEvents(transaction, { seasonId, matchId });
	const roundId = await resetMatch(transaction, seasonId, matchId);
	await resetUnstartedRound(transaction, seasonId, roundId);
	return lines;
}
