import type { RoundId, SquadId } from "../ids.ts";
import type { Line } from "../player.ts";
import { listSquadMatches, type Round } from "../round/round.ts";
import { getSquadInRound } from "../season-changes/clubs.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import type { ScoredPlayer } from "./opponents.ts";

interface LinePlayer extends ScoredPlayer {
	readonly position: readonly Line[];
	/** Whether she is in the team that her club has announced for the current round. */
	readonly isNamed: boolean;
}

/** The ratio of usual sum to named sum is clamped between 1 / MAX_RATIO and MAX_RATIO. */
const MAX_RATIO = 2;

/** Sums of the estimates of a club's players of one line. */
interface LineSums {
	/** Each player counts once for each match that she played. */
	playedSum: number;
	/** Each player counts once if she is in the announced team. */
	namedSum: number;
}

/**
 * Returns a function that gives the factor for a player whose club has announced its team (docs/game-rules.md#projected-points):
 * the usual sum of the estimates of her line in the club's matches ÷ that of the named players, to the power `lineMateExponent`.
 * A player of several lines counts in each with an equal part. Abandoned matches are left out.
 */
export function createLineMateFactor<Player extends LinePlayer>(
	players: readonly Player[],
	rounds: readonly Round[],
	{ projections: { lineMateExponent } }: Pick<SeasonRules, "projections">,
): (player: Player) => number {
	const completeRounds = new Map(
		rounds.filter(({ status }) => status === "complete").map((round) => [round.id, round]),
	);
	const sums = new Map<SquadId, Map<Line, LineSums>>();
	const playedRounds = new Map<SquadId, Set<RoundId>>();
	const getSums = (squadId: SquadId, line: Line): LineSums => {
		const lines = sums.get(squadId) ?? new Map<Line, LineSums>();
		sums.set(squadId, lines);
		const lineSums = lines.get(line) ?? { playedSum: 0, namedSum: 0 };
		lines.set(line, lineSums);
		return lineSums;
	};
	for (const player of players) {
		const { position, estimate, squadId, isNamed } = player;
		const part = estimate / position.length;
		for (const { roundId, isAbandoned } of player.played) {
			if (isAbandoned || !completeRounds.has(roundId)) continue;
			const club = getSquadInRound(player, roundId);
			playedRounds.set(club, (playedRounds.get(club) ?? new Set()).add(roundId));
			for (const line of position) getSums(club, line).playedSum += part;
		}
		if (isNamed) for (const line of position) getSums(squadId, line).namedSum += part;
	}
	const countMatches = (squadId: SquadId): number =>
		[...(playedRounds.get(squadId) ?? [])].reduce((sum, roundId) => {
			const round = completeRounds.get(roundId);
			return sum + (round ? listSquadMatches(squadId, round).filter(({ isAbandoned }) => !isAbandoned).length : 0);
		}, 0);
	const matchCounts = new Map([...sums.keys()].map((squadId) => [squadId, countMatches(squadId)]));
	return ({ squadId, position, isNamed }) => {
		const matchCount = matchCounts.get(squadId) ?? 0;
		if (!isNamed || matchCount === 0) return 1;
		const ownSums = position.map((line) => getSums(squadId, line));
		const usual = ownSums.reduce((sum, { playedSum }) => sum + playedSum, 0) / matchCount;
		const named = ownSums.reduce((sum, { namedSum }) => sum + namedSum, 0);
		if (usual <= 0 || named <= 0) return 1;
		return Math.min(MAX_RATIO, Math.max(1 / MAX_RATIO, usual / named)) ** lineMateExponent;
	};
}
