import type { MatchId, RoundId, SeasonTime } from "@first-bounce/rules/ids";
import { hasMatchStarted } from "@first-bounce/rules/round/round";
import { findImplausibleStart } from "@first-bounce/rules/season-changes/change-limits";
import { findClubClashes } from "@first-bounce/rules/season-changes/club-clashes";
import type { Database } from "../../../db/open.ts";
import type { Db, RoundKey } from "../../../db/tables/tables.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { changeMatchesKeepingLocks } from "../../seasons/current/kept-locks.ts";
import { requireAllowedChange } from "../../seasons/current/require-allowed-change.ts";
import { requireCurrentSeason, requireMatch, requireRound } from "../../seasons/current/require-season.ts";
import { readTime, type TimeSource } from "../../seasons/current/season-clock.ts";
import type { SeasonSnapshot, SnapshotMatch, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { incrementDataVersion, lockSeason } from "../../seasons/current/season-version-queries.ts";
import { deleteStatEvents } from "../../stats-providers/stat-events/stat-event-queries.ts";
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
	/** Season time, read under the season's lock. */
	readonly now: SeasonTime;
}

const buildAuditState = ({ roundId, startsAt, venue, status, isAbandoned }: SnapshotMatch) => ({
	roundId,
	startsAt: new Date(startsAt).toISOString(),
	venue,
	status,
	isAbandoned,
});

interface ChangeOptions {
	/** The action in the audit log. */
	readonly action: string;
	readonly audit: AuditContext;
	readonly time: TimeSource;
}

/** Validates and applies one change of a match under the season's lock, with an audit row. */
const applyMatchChange = (
	{ db }: Pick<Database, "db">,
	matchId: MatchId,
	{ action, audit, time }: ChangeOptions,
	buildChange: (context: MatchContext, trx: Db) => MatchChange | Promise<MatchChange>,
): Promise<void> =>
	db.transaction().execute(async (trx) => {
		const { seasonId } = await requireCurrentSeason(trx);
		await lockSeason(trx, seasonId, "exclusive");
		const now = readTime(time);
		const season = await requireCurrentSeason(trx);
		const match = requireMatch(season, matchId);
		const round = requireRound(season, match.roundId);
		requireAllowedChange({ kind: "status", roundId: round.id }, { rounds: season.rounds, now });
		const change = await buildChange({ season, match, round, now }, trx);
		await changeMatchesKeepingLocks(trx, { seasonId, now }, () => updateMatch(trx, seasonId, matchId, change));
		const after = requireMatch(await requireCurrentSeason(trx), matchId);
		const entry = { action, subject: `match:${seasonId}:${matchId}` };
		await writeAudit(trx, audit, { ...entry, before: buildAuditState(match), after: buildAuditState(after) });
		await incrementDataVersion(trx, seasonId);
	});

/** Refuses a start at which one of the match's clubs plays another match. */
function requireNoOtherMatch(startsAt: SeasonTime, { season, match }: Pick<MatchContext, "season" | "match">): void {
	const others = season.rounds.flatMap(({ matches }) =>
		matches.filter(({ id, isAbandoned }) => id !== match.id && !isAbandoned),
	);
	const clash = findClubClashes([...others, { ...match, startsAt }]).find(
		({ matchIds, roundId }) => roundId === null && matchIds.includes(match.id),
	);
	const club = season.squads.find(({ id }) => id === clash?.squadId);
	if (club) throw refuse(422, "club-plays-then", { club: club.name });
}

function validateStart(startsAt: SeasonTime, context: MatchContext): void {
	const problem = findImplausibleStart(startsAt, context.now);
	if (problem) throw refuse(422, problem);
	requireNoOtherMatch(startsAt, context);
}

/**
 * Changes the start of a scheduled match within its round. If the clock has locked its clubs, they stay locked.
 *
 * @throws Refusal `match-unknown`, `match-started`, `match-is-abandoned`, `round-over`, `start-long-ago`, `start-far-ahead`,
 * `club-plays-then`
 */
export const rescheduleMatch = (
	database: Pick<Database, "db">,
	{ matchId, startsAt, venue }: { matchId: MatchId; startsAt: SeasonTime; venue?: string },
	audit: AuditContext,
	time: TimeSource,
): Promise<void> =>
	applyMatchChange(database, matchId, { action: "match-rescheduled", audit, time }, (context) => {
		const { season, match, now } = context;
		if (startsAt !== match.startsAt) validateStart(startsAt, context);
		requireAllowedChange({ kind: "postponement", match, toRoundId: match.roundId }, { rounds: season.rounds, now });
		if (match.isAbandoned) throw refuse(409, "match-is-abandoned");
		// A new venue also replaces the time zone, which may come from the season's files, so an unchanged venue is left out.
		return { startsAt, ...(venue === undefined || venue === match.venue ? {} : { venue }) };
	});

/**
 * Moves a scheduled match to another round. Its squads get a bye in the old round, where they stay locked if they were,
 * and perhaps a second match in the new.
 *
 * @throws Refusal `match-unknown`, `match-started`, `match-is-abandoned`, `round-unknown`, `round-over`,
 * `round-without-matches`, `start-long-ago`, `start-far-ahead`, `club-plays-then`
 */
export const moveMatch = (
	database: Pick<Database, "db">,
	{ matchId, toRoundId, startsAt }: { matchId: MatchId; toRoundId: RoundId; startsAt: SeasonTime },
	audit: AuditContext,
	time: TimeSource,
): Promise<void> =>
	applyMatchChange(database, matchId, { action: "match-moved", audit, time }, (context) => {
		const { season, match, round, now } = context;
		validateStart(startsAt, context);
		requireRound(season, toRoundId);
		if (match.isAbandoned) throw refuse(409, "match-is-abandoned");
		requireAllowedChange({ kind: "postponement", match, toRoundId }, { rounds: season.rounds, now });
		if (round.matches.length === 1) throw refuse(409, "round-without-matches", { round: round.id });
		return { roundId: toRoundId, startsAt };
	});

/**
 * Abandons a match that will not be played or finished (docs/game-rules.md#abandoned-and-moved-matches). Its round no
 * longer waits for it. If it is abandoned before its start, it stays scheduled until then, so that its players can still
 * be swapped and traded.
 *
 * @throws Refusal `match-unknown`, `match-is-abandoned`, `round-over`
 */
export const abandonMatch = (database: Pick<Database, "db">, matchId: MatchId, audit: AuditContext, time: TimeSource) =>
	applyMatchChange(database, matchId, { action: "match-abandoned", audit, time }, ({ match, now }) => {
		if (match.isAbandoned) throw refuse(409, "match-is-abandoned");
		if (!hasMatchStarted(match, now)) return { isAbandoned: true };
		return { isAbandoned: true, status: "complete", completedAt: now };
	});

/**
 * Whether a match that was abandoned before its start can be completed: its scheduled start has passed, or all other
 * matches are over, so that its players can no longer be swapped.
 */
export const hasAbandonedMatchToComplete = ({ matches }: SnapshotRound, now: SeasonTime): boolean => {
	const played = matches.filter(({ isAbandoned }) => !isAbandoned);
	const areOthersOver = played.length > 0 && played.every(({ status }) => status === "complete");
	return matches.some(
		({ isAbandoned, status, startsAt }) => isAbandoned && status === "scheduled" && (areOthersOver || startsAt <= now),
	);
};

/** Completes the matches that `hasAbandonedMatchToComplete` looks for. Idempotent. */
export const completeDueAbandonedMatches = (
	{ db }: Pick<Database, "db">,
	{ seasonId, roundId }: RoundKey,
	now: SeasonTime,
): Promise<boolean> =>
	db.transaction().execute(async (trx) => {
		await lockSeason(trx, seasonId, "exclusive");
		const hasCompleted = await completeAbandonedMatches(trx, { seasonId, roundId }, now);
		if (hasCompleted) await incrementDataVersion(trx, seasonId);
		return hasCompleted;
	});

/**
 * Reverts an abandonment while the round is not complete. The provider's last payload about the match is processed
 * again.
 *
 * @throws Refusal `match-unknown`, `match-not-abandoned`, `round-over`, `club-plays-then`
 */
export const reinstateMatch = (database: Pick<Database, "db">, matchId: MatchId, audit: AuditContext): Promise<void> =>
	// It changes no time or club, so season time does not matter.
	applyMatchChange(
		database,
		matchId,
		{ action: "match-reinstated", audit, time: 0 },
		async ({ season, match }, trx) => {
			if (!match.isAbandoned) throw refuse(409, "match-not-abandoned");
			requireNoOtherMatch(match.startsAt, { season, match });
			const hasStats = await hasStatLines(trx, season.seasonId, match.id);
			await reopenLastPayload(trx, season.seasonId, match.id);
			return { isAbandoned: false, status: hasStats ? "playing" : "scheduled", completedAt: null };
		},
	);

/**
 * Resets a match to scheduled and deletes its stats, corrections, clock and score. Its round becomes scheduled too,
 * unless another of its matches has started. Returns the deleted stat lines. The caller checks whether this is allowed,
 * and increments the season's version.
 */
export async function revertMatch(trx: Db, seasonId: number, matchId: MatchId) {
	const lines = await deleteMatchStats(trx, seasonId, matchId);
	await deleteStatEvents(trx, { seasonId, matchId });
	const roundId = await resetMatch(trx, seasonId, matchId);
	await resetUnstartedRound(trx, seasonId, roundId);
	return lines;
}
