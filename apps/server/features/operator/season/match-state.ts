import type { MatchId } from "@first-bounce/rules/ids";
import type { AuditContext } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { revertMatch } from "../../match-day/match-changes/service.ts";
import { requireAllowedChange } from "../../seasons/current/require-allowed-change.ts";
import { requireMatch } from "../../seasons/current/require-season.ts";
import type { Clocks, SnapshotMatch } from "../../seasons/current/season-snapshot.ts";
import { startRound } from "../../seasons/start-rounds/start-round.ts";
import { rejectEarlierPayloads } from "../../stats-providers/intake/payload-order.ts";
import type { OperatorServices } from "../services.ts";
import { changeSeason } from "./change-season.ts";
import { findLastPayloadId, type MatchState, updateMatch } from "./queries.ts";

type MatchProgress = Pick<SnapshotMatch, "status" | "minutes" | "homeScore" | "awayScore">;

/** Computes the progress after a change. A scheduled match has no minutes and no score. */
const computeProgress = (match: MatchProgress, { status, minutes, homeScore, awayScore }: MatchState): MatchProgress =>
	status === "scheduled"
		? { status, minutes: null, homeScore: null, awayScore: null }
		: {
				status,
				minutes: minutes ?? match.minutes,
				homeScore: homeScore ?? match.homeScore,
				awayScore: awayScore ?? match.awayScore,
			};

/**
 * Sets a match's status, clock and score when no feed reports them, or a feed reports them wrongly. A match in play starts
 * its round. A match set back to scheduled loses its stats. Minutes or a score that is null stays as it was. Refuses a match
 * of a published round, which allows only corrections.
 */
export const setMatchState = (
	services: Pick<OperatorServices, "db" | "seasons"> & { readonly clocks: Clocks },
	matchId: MatchId,
	state: MatchState,
	audit: AuditContext,
): Promise<void> =>
	changeSeason(services, audit, async ({ trx, seasonId, season }) => {
		const match = requireMatch(season, matchId);
		const now = services.clocks.seasonNow();
		requireAllowedChange({ kind: "status", roundId: match.roundId }, { rounds: season.rounds, now });
		if (match.isAbandoned) throw refuse(409, "match-is-abandoned");
		const { status, minutes, homeScore, awayScore } = match;
		const before = { status, minutes, homeScore, awayScore };
		const entry = { action: "match-state", subject: `match:${seasonId}:${matchId}` };
		const after = computeProgress(match, state);
		const isReverted = after.status === "scheduled";
		const lastPayload = await findLastPayloadId(trx, seasonId);
		await rejectEarlierPayloads(trx, { seasonId, matchId }, { lastPayload, hasLostStats: isReverted });
		if (isReverted) {
			const lines = await revertMatch(trx, seasonId, matchId);
			return {
				result: undefined,
				// `fb verify` reverts the match after it has replayed this payload.
				entry: { ...entry, before: { ...before, lines }, after: { ...after, afterPayload: lastPayload } },
			};
		}
		const completedAt = state.status === "complete" ? (match.completedAt ?? now) : null;
		await updateMatch(trx, { seasonId, matchId }, { ...after, status: state.status, completedAt });
		await startRound(trx, { seasonId, roundId: match.roundId }, now);
		return { result: undefined, entry: { ...entry, before, after } };
	});
