import { NOBODY, type PlayerId, type SeasonTime } from "../ids.ts";
import { isNobody, type Lineup } from "../lineup/lineup.ts";
import { buildLineupFromIds, listSlotIds, type TeamShape } from "../lineup/slots.ts";
import { isLocked } from "../lockout/lockout.ts";
import type { Player, PlayerLookup } from "../player.ts";
import type { Round } from "../round/round.ts";

/** A line-up as rivals see it: hidden players and captains are 0, hidden emergencies are left out. */
export interface RedactedLineup {
	readonly lineup: Lineup;
	readonly hidden: number;
}

/** Whether rivals may see that a player is in a team in a round; false for an empty slot. */
export function isVisibleToRivals(player: Player | undefined, round: Round, now: SeasonTime): boolean {
	if (!player || round.status === "scheduled") return false;
	return round.status === "complete" || isLocked(player, round, now);
}

/**
 * The part of a team's line-up that rivals may see in a round (docs/game-rules.md#what-rivals-see); null if none.
 * Every response that contains another user's team must use this function.
 */
export function redactForRivals(
	lineup: Lineup,
	round: Round,
	{ getPlayer, now, shape }: { readonly getPlayer: PlayerLookup; readonly now: SeasonTime; readonly shape: TeamShape },
): RedactedLineup | null {
	if (round.status === "scheduled") return null;
	if (round.status === "complete") return { lineup, hidden: 0 };
	const redactId = (id: PlayerId): PlayerId => (isVisibleToRivals(getPlayer(id), round, now) ? id : NOBODY);
	const ids = listSlotIds(lineup, shape);
	return {
		lineup: buildLineupFromIds(ids.map(redactId), shape, {
			captainId: redactId(lineup.captainId),
			viceCaptainId: redactId(lineup.viceCaptainId),
			emergency: lineup.emergency.filter((id) => !isNobody(redactId(id))),
		}),
		hidden: ids.filter((id) => !isNobody(id) && isNobody(redactId(id))).length,
	};
}

// The limits below keep ownership (docs/game-rules.md#ownership) from revealing a single team. They are not part of the
// season's rules, because an operator who lowered them could find out a rival's team.

/** With fewer complete teams, ownership is not published. */
export const MIN_TEAMS_TO_COUNT = 100;

/** Ownership is counted again once this many teams have changed since the last count. */
export const MIN_CHANGED_TEAMS = 20;
