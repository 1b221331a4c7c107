import type { PlayerId } from "@first-bounce/rules/ids";
import { listFieldIds } from "@first-bounce/rules/lineup/slots";
import { computeProjectedScore } from "@first-bounce/rules/round-result/captain-and-bench";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import type { Pool } from "pg";
import type { SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import type { buildLineup } from "../../team/team-state.ts";
import { listSavedEstimates } from "./queries.ts";

/** Sums up the projections of a team's players at a round's beginning, 0 for a bye; null if none were saved. */
export async function computeOwnProjection(
	pool: Pool,
	{ seasonId, players, rules }: SeasonSnapshot,
	round: SnapshotRound,
	lineup: ReturnType<typeof buildLineup>,
): Promise<number | null> {
	const estimates = await listSavedEstimates(pool, { seasonId, roundId: round.id }, listFieldIds(lineup));
	if (estimates.size === 0) return null;
	const hasBye = (id: PlayerId) => {
		const player = players.get(id);
		return player !== undefined && round.byeSquads.includes(getSquadInRound(player, round.id));
	};
	return computeProjectedScore(lineup, (id) => (hasBye(id) ? 0 : (estimates.get(id) ?? 0)), rules);
}
