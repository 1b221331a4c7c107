import type { PlayerId, RoundId, SeasonTime } from "@first-bounce/rules/ids";
import type { Line } from "@first-bounce/rules/player";
import type { Round } from "@first-bounce/rules/round/round";
import { getLastBegunRoundId } from "@first-bounce/rules/season-changes/change-limits";
import { buildPreviousPositions } from "@first-bounce/rules/season-changes/positions";
import type { Db } from "../../../db/tables/tables.ts";
import { listPreviousPositions, replacePreviousPositions } from "./player-history-queries.ts";
import { requireAllowedChange } from "./require-allowed-change.ts";
import { requireRound } from "./require-season.ts";

/** The positions that a player has before a change. */
export interface ReplacedPositions {
	readonly playerId: PlayerId;
	readonly positions: readonly Line[];
	/** The round from which the new positions count; by default the first that has not begun. */
	readonly fromRound?: RoundId | undefined;
}

/**
 * Stores the players' present positions for the rounds before their positions change. Call this before the change is saved.
 *
 * @throws Refusal `round-unknown`, `round-started`
 */
export async function savePreviousPositions(
	transaction: Db,
	{ seasonId, rounds, now }: { readonly seasonId: number; readonly rounds: readonly Round[]; readonly now: SeasonTime },
	replaced: readonly ReplacedPositions[],
): Promise<void> {
	if (replaced.length === 0) return;
	const lastBegun = getLastBegunRoundId(rounds, now);
	for (const { fromRound } of replaced) {
		if (fromRound === undefined) continue;
		requireRound({ rounds }, fromRound);
		requireAllowedChange({ kind: "first-round", roundId: fromRound }, { rounds, now });
	}
	const ids = replaced.map(({ playerId }) => playerId);
	const stored = Map.groupBy(await listPreviousPositions(transaction, seasonId, ids), ({ playerId }) => playerId);
	const rows = replaced.flatMap(({ playerId, positions, fromRound = lastBegun + 1 }) => {
		const history = { latest: positions, previous: stored.get(playerId) ?? [] };
		return buildPreviousPositions(history, fromRound).map((previous) => ({
			season_id: seasonId,
			player_id: playerId,
			until_round: previous.untilRound,
			positions: [...previous.positions],
		}));
	});
	await replacePreviousPositions(transaction, seasonId, ids, rows);
}
