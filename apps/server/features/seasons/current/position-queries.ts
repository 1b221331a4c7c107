import type { PlayerId, SeasonTime } from "@first-bounce/rules/ids";
import type { Line } from "@first-bounce/rules/player";
import type { Round } from "@first-bounce/rules/round/round";
import { getLastBegunRoundId } from "@first-bounce/rules/season-changes/season-changes";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";

/** The positions of a player before a change. */
export interface ReplacedPositions {
	readonly playerId: PlayerId;
	readonly positions: readonly Line[];
}

/**
 * Stores the positions that apply in rounds that have begun, before they are changed. Positions that are stored for a round
 * stay, because later ones never applied in it.
 */
export async function keepFormerPositions(
	transaction: Kysely<Tables>,
	{ seasonId, rounds, now }: { readonly seasonId: number; readonly rounds: readonly Round[]; readonly now: SeasonTime },
	replaced: readonly ReplacedPositions[],
): Promise<void> {
	const lastBegun = getLastBegunRoundId(rounds, now);
	if (lastBegun === 0 || replaced.length === 0) return;
	await transaction
		.insertInto("former_positions")
		.values(
			replaced.map(({ playerId, positions }) => ({
				season_id: seasonId,
				player_id: playerId,
				until_round: lastBegun,
				positions: [...positions],
			})),
		)
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}
