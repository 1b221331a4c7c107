import type { MatchId } from "@first-bounce/rules/ids";
import { refuse } from "../../plugins/refusal.ts";
import type { Deed } from "../audit/audit.ts";
import { startRound } from "../round-life/start-round.ts";
import { changeSeason } from "./season-change.ts";
import type { OperatorServices } from "./services.ts";

/** A match as somebody at the ground sees it; null leaves a number as it is. */
export interface MatchState {
	readonly status: "playing" | "complete";
	readonly minutes: number | null;
	readonly homeScore: number | null;
	readonly awayScore: number | null;
}

/**
 * Sets a match's status, clock and score by hand: where no feed tells, or a feed tells wrongly. A match that plays
 * starts its round. One of a published round stays as it is: its stats can be corrected.
 */
export const setMatchState = (
	services: Pick<OperatorServices, "db" | "games" | "clocks">,
	matchId: MatchId,
	state: MatchState,
	deed: Deed,
): Promise<void> =>
	changeSeason(services, deed, async ({ transaction, seasonId, game }) => {
		const round = game.rounds.find(({ matches }) => matches.some(({ id }) => id === matchId));
		const match = round?.matches.find(({ id }) => id === matchId);
		if (!round || !match) throw refuse(404, "match-unknown");
		if (round.status === "complete") throw refuse(409, "round-over", { round: round.id });
		if (match.isAbandoned) throw refuse(409, "match-is-abandoned");
		const now = services.clocks.seasonNow();
		const shown = ({ status, minutes, homeScore, awayScore }: typeof match | MatchState) => ({
			...{ status, minutes, homeScore, awayScore },
		});
		const after = {
			status: state.status,
			minutes: state.minutes ?? match.minutes,
			homeScore: state.homeScore ?? match.homeScore,
			awayScore: state.awayScore ?? match.awayScore,
		};
		await transaction
			.updateTable("matches")
			.set({
				...{ status: after.status, minutes: after.minutes, home_score: after.homeScore, away_score: after.awayScore },
				completed_at: after.status === "complete" ? new Date(match.completedAt ?? now) : null,
			})
			.where("season_id", "=", seasonId)
			.where("id", "=", matchId)
			.execute();
		await startRound(transaction, { seasonId, roundId: round.id }, now);
		const done = { action: "match-state", subject: `match:${seasonId}:${matchId}` };
		return { result: undefined, done: { ...done, before: shown(match), after } };
	});
