import { EMPTY_SLOT, type PlayerId, type SeasonTime } from "../ids.ts";
import { isEmptySlot, type Lineup } from "../lineup/lineup.ts";
import { buildLineupFromIds, listSlotIds, type TeamShape } from "../lineup/slots.ts";
import { isLocked } from "../lockout/lockout.ts";
import type { PlayerLookup } from "../player.ts";
import type { Round } from "../round.ts";

/** A line-up without what others may not see yet: hidden slots and captains are 0, hidden emergencies are left out. */
export interface RedactedLineup {
	readonly lineup: Lineup;
	/** Number of hidden players. */
	readonly hidden: number;
}

/**
 * What others may see of a team's line-up in a round (docs/game-rules.md#what-rivals-see); null while nothing may be seen.
 * Everything that shows another user's team goes through this function.
 */
export function redactForRivals(
	lineup: Lineup,
	round: Round,
	{ players, now, shape }: { readonly players: PlayerLookup; readonly now: SeasonTime; readonly shape: TeamShape },
): RedactedLineup | null {
	if (round.status === "scheduled") return null;
	if (round.status === "complete") return { lineup, hidden: 0 };
	const seen = (id: PlayerId): PlayerId => {
		const player = players(id);
		return player && isLocked(player, round, now) ? id : EMPTY_SLOT;
	};
	const ids = listSlotIds(lineup, shape);
	return {
		lineup: buildLineupFromIds(ids.map(seen), shape, {
			captainId: seen(lineup.captainId),
			viceCaptainId: seen(lineup.viceCaptainId),
			emergency: lineup.emergency.filter((id) => !isEmptySlot(seen(id))),
		}),
		hidden: ids.filter((id) => !isEmptySlot(id) && isEmptySlot(seen(id))).length,
	};
}
