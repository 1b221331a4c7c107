import type { PlayerId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { listFieldIds } from "@first-bounce/rules/lineup/slots";
import { listSquadMatches } from "@first-bounce/rules/round/round";
import { computeProjectedScore } from "@first-bounce/rules/round-result/captain-and-bench";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import type { Pool } from "pg";
import type { SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { listSavedEstimates } from "./queries.ts";

/**
 * Sums up the projections of a team's players at a round's beginning, 0 for a bye and twice for two matches; null if none were
 * saved.
 */
export async function computeOwnProjection(
	pool: Pool,
	{ seasonId, players, rules }: SeasonSnapshot,
	round: SnapshotRound,
	lineup: Lineup,
): Promise<number | null> {
	const estimates = await listSavedEstimates(pool, { seasonId, roundId: round.id }, listFieldIds(lineup));
	if (estimates.size === 0) return null;
	const countMatches = (id: PlayerId): number => {
		const player = players.get(id);
		return player ? listSquadMatches(getSquadInRound(player, round.id), round).length : 1;
	};
	return computeProjectedScore(lineup, (id) => countMatches(id) * (estimates.get(id) ?? 0), rules);
}
