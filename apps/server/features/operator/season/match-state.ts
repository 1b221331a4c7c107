import type { MatchId } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { revertMatch } from "../../match-day/match-changes/service.ts";
import { startRound } from "../../match-day/rounds/start-round.ts";
import type { Clocks, SnapshotMatch } from "../../seasons/current/season-snapshot.ts";
import { rejectEarlierPayloads } from "../../stats-providers/intake/payload-order.ts";
import type { AuditContext } from "../audit/audit.ts";
import type { OperatorServices } from "../services.ts";
import { changeSeason } from "./change-season.ts";

/** A match as somebody at the ground sees it; null leaves a number as it is. */
export interface MatchState {
	readonly status: "scheduled" | "playing" | "complete";
	readonly minutes: number | null;
	readonly homeScore: number | null;
	readonly awayScore: number | null;
}

type MatchProgress = Pick<SnapshotMatch, "status" | "minutes" | "homeScore" | "awayScore">;

/** What a match is set to: what is left out stays, and one that has not begun has nothing. */
const computeProgress = (match: MatchProgress, { status, minutes, homeScore, awayScore }: MatchState): MatchProgress =>
	status === "scheduled"
		? { status, minutes: null, homeScore: null, awayScore: null }
		: {
				status,
				minutes: minutes ?? match.minutes,
				homeScore: homeScore ?? match.homeScore,
				awayScore: awayScore ?? match.awayScore,
			};

/** The last payload that came before now: what a replay takes in before the match is taken back. */
async function findLastPayloadId(transaction: Kysely<Tables>, seasonId: number): Promise<number> {
	const { last } = await transaction
		.selectFrom("feed_payloads")
		.where("season_id", "=", seasonId)
		.select((select) => select.fn.coalesce(select.fn.max("id"), select.val(0)).as("last"))
		.executeTakeFirstOrThrow();
	return last;
}

/**
 * Sets a match's status, clock and score by hand: where no feed tells, or a feed tells wrongly. A match that plays
 * starts its round; one that is taken back has neither stats nor locks but by its time. One of a published round stays
 * as it is: its stats can be corrected.
 */
export const setMatchState = (
	services: Pick<OperatorServices, "db" | "seasons"> & { readonly clocks: Clocks },
	matchId: MatchId,
	state: MatchState,
	audit: AuditContext,
): Promise<void> =>
	changeSeason(services, audit, async ({ transaction, seasonId, season }) => {
		const round = season.rounds.find(({ matches }) => matches.some(({ id }) => id === matchId));
		const match = round?.matches.find(({ id }) => id === matchId);
		if (!round || !match) throw refuse(404, "match-unknown");
		if (round.status === "complete") throw refuse(409, "round-over", { round: round.id });
		if (match.isAbandoned) throw refuse(409, "match-is-abandoned");
		const now = services.clocks.seasonNow();
		const { status, minutes, homeScore, awayScore } = match;
		const before = { status, minutes, homeScore, awayScore };
		const done = { action: "match-state", subject: `match:${seasonId}:${matchId}` };
		const after = computeProgress(match, state);
		const isTakenBack = after.status === "scheduled";
		const afterPayload = await findLastPayloadId(transaction, seasonId);
		await rejectEarlierPayloads(
			transaction,
			{ seasonId, matchId },
			{ lastPayload: afterPayload, hasLostStats: isTakenBack },
		);
		if (isTakenBack) {
			const lines = await revertMatch(transaction, seasonId, matchId);
			return { result: undefined, done: { ...done, before: { ...before, lines }, after: { ...after, afterPayload } } };
		}
		await transaction
			.updateTable("matches")
			.set({
				status: state.status,
				minutes: after.minutes,
				home_score: after.homeScore,
				away_score: after.awayScore,
				completed_at: state.status === "complete" ? new Date(match.completedAt ?? now) : null,
			})
			.where("season_id", "=", seasonId)
			.where("id", "=", matchId)
			.execute();
		await startRound(transaction, { seasonId, roundId: round.id }, now);
		return { result: undefined, done: { ...done, before, after } };
	});
