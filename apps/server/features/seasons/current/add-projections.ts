import type { PlayerId, RoundId } from "@first-bounce/rules/ids";
import { computeFormScores } from "@first-bounce/rules/prices/form-scores";
import type { MagicNumber } from "@first-bounce/rules/prices/price-change";
import { computeProjectedPoints, computeProjectedPrice } from "@first-bounce/rules/prices/price-projection";
import { createLineMateFactor } from "@first-bounce/rules/projections/line-mates";
import { computeOpponentFactors, getOpponentFactor } from "@first-bounce/rules/projections/opponents";
import { hasNoExpectedMatch, type Round } from "@first-bounce/rules/round/round";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { SnapshotPlayer, SnapshotRound } from "./season-snapshot.ts";

/** A player without what depends on her opponent and line mates in the current round. */
export type UnprojectedPlayer = Omit<SnapshotPlayer, "matchEstimate" | "projectedPoints" | "projectedPrice">;

interface ProjectionContext {
	readonly rules: SeasonRules;
	readonly currentRound: Round | undefined;
	readonly completeIds: ReadonlySet<RoundId>;
	readonly magicNumber: MagicNumber;
}

/** Adds what players are expected to score in the current round, and their prices after it. */
export function addProjections(
	unprojected: readonly UnprojectedPlayer[],
	rounds: readonly SnapshotRound[],
	context: ProjectionContext,
): Map<PlayerId, SnapshotPlayer> {
	const { rules, currentRound = null } = context;
	const players = unprojected.map((player) => ({ ...player, isNamed: player.availability.selection === "named" }));
	const opponentFactors = computeOpponentFactors(players, rounds, rules);
	const getLineMateFactor = createLineMateFactor(players, rounds, rules);
	return new Map(
		players.map(({ isNamed, ...player }) => {
			const opponentFactor = getOpponentFactor(player.squadId, currentRound, opponentFactors);
			const lineMateFactor = getLineMateFactor({ ...player, isNamed });
			return [player.id, addProjection(player, opponentFactor * lineMateFactor, context)];
		}),
	);
}

function addProjection(
	player: UnprojectedPlayer,
	matchFactor: number,
	{ rules, currentRound, completeIds, magicNumber }: ProjectionContext,
): SnapshotPlayer {
	const { estimate, squadId, cost: price, status, played } = player;
	const matchEstimate = estimate * matchFactor;
	const scores = computeFormScores(played.filter(({ roundId }) => completeIds.has(roundId))).map(
		({ points }) => points,
	);
	const hasBye = currentRound !== undefined && hasNoExpectedMatch(squadId, currentRound);
	const outlook = { estimate: matchEstimate, price, scores, status, hasBye };
	const projectedPrice = computeProjectedPrice(outlook, magicNumber, rules);
	return { ...player, matchEstimate, projectedPoints: computeProjectedPoints(outlook), projectedPrice };
}
