import { STAT_KEYS } from "@first-bounce/rules/scoring/stats";
import type { MatchFault } from "./faults.ts";
import type { Rehearsal } from "./open-rehearsal.ts";
import { UNKNOWN_PLAYER } from "./provider/faulty-provider.ts";
import { hasPayloadProblem, listPlayerReviews } from "./queries.ts";

/**
 * Describes how a fault of a match was handled, once its round is published; null if it was not handled as expected.
 */
export async function findOutcome(
	{ database: { db }, server: { engine }, played }: Pick<Rehearsal, "database" | "server" | "played">,
	{ kind, roundId, matchId, playerId }: MatchFault,
): Promise<string | null> {
	const season = engine.seasons.current();
	const { seasonId } = season;
	const match = season.rounds.flatMap(({ matches }) => matches).find(({ id }) => id === matchId);
	const storedStats = match?.lines.find((line) => line.playerId === playerId)?.stats;
	const trueStats = played.results.get(matchId)?.lines.find((line) => line.playerId === playerId)?.stats;
	const isCorrect =
		storedStats !== undefined &&
		trueStats !== undefined &&
		STAT_KEYS.every((key) => storedStats[key] === trueStats[key]);
	const reviews = await listPlayerReviews(db, { seasonId, matchId, playerId });
	const hasReview = (reviewKind: string, ...states: readonly string[]) =>
		reviews.some((review) => review.kind === reviewKind && states.includes(review.state));
	switch (kind) {
		case "temporary-miscount":
			return isCorrect ? "the right numbers replaced the wrong ones" : null;
		case "left-out-player":
			return isCorrect ? "her stats are complete" : null;
		case "unknown-player": {
			const subject = match?.providerId ?? "";
			const wasReported = await hasPayloadProblem(db, { seasonId, subject, words: UNKNOWN_PLAYER });
			return wasReported ? "skipped and listed under Feeds" : null;
		}
		case "late-out": {
			const hasScore = season.players.get(playerId)?.scores.has(roundId) ?? false;
			return hasScore ? null : "named out before the lock, and no points";
		}
		case "impossible-numbers":
			if (!hasReview("faulty", "accepted", "dismissed", "superseded")) return null;
			return isCorrect ? "not scored, and corrected after publication" : "not scored, and settled by the operator";
		case "late-correction":
			if (hasReview("late", "accepted")) return "accepted, and the round scored again";
			return hasReview("late", "dismissed") ? "dismissed by the operator" : null;
		case "abandoned":
			return match?.isAbandoned ? "abandoned: stats count, prices stay, and the round went on" : null;
	}
}
