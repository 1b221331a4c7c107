import { EMPTY_SLOT, type PlayerId, type SeasonTime } from "../ids.ts";
import { isEmptySlot, type Lineup } from "../lineup/lineup.ts";
import { buildLineupFromIds, listSlotIds, type TeamShape } from "../lineup/slots.ts";
import { isLocked } from "../lockout/lockout.ts";
import type { PlayerLookup } from "../player.ts";
import type { Round } from "../round.ts";

/** A line-up with what others may not see yet left out: places and armbands 0, emergencies missing. */
export interface RedactedLineup {
	readonly lineup: Lineup;
	/** How many players are left out. */
	readonly hidden: number;
}

/**
 * What others may see of a team's line-up in a round (decisions §5), the one redaction of everything that shows
 * somebody else's team: nothing while the round is scheduled, hence null; while it plays, only players who are locked,
 * and armbands and emergencies of those; everything once it is complete.
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
