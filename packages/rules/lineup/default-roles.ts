import { EMPTY_SLOT, type PlayerId, type Points } from "../ids.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import { isEmptySlot, type Lineup } from "./lineup.ts";
import { listBenchIds, listFieldIds } from "./slots.ts";

/** A line-up as a manager sends it. If a captain or vice captain is 0, or `emergency` is missing, the rules choose. */
export type ProposedLineup = Omit<Lineup, "emergency"> & { readonly emergency?: readonly PlayerId[] | undefined };

/** Gets a player's projected points in the next round; undefined counts as 0. */
export type GetProjectedPoints = (id: PlayerId) => Points | undefined;

/**
 * Fills in the roles of a first save. The player on field with the most projected points gets the role of a captain or
 * vice captain of 0; of equal players, the one in the earlier slot. If no emergencies are named, bench players become
 * emergencies up to the season's limit.
 */
export function applyDefaultRoles(
	proposed: ProposedLineup,
	rules: Pick<SeasonRules, "emergencies">,
	getProjectedPoints: GetProjectedPoints,
): Lineup {
	const lineup: Lineup = { ...proposed, emergency: proposed.emergency ?? [] };
	const best = [...listFieldIds(lineup)].sort((a, b) => (getProjectedPoints(b) ?? 0) - (getProjectedPoints(a) ?? 0));
	const findBestExcept = (excludedId: PlayerId) => best.find((id) => id !== excludedId) ?? EMPTY_SLOT;
	const captainId = isEmptySlot(lineup.captainId) ? findBestExcept(lineup.viceCaptainId) : lineup.captainId;
	const viceCaptainId = isEmptySlot(lineup.viceCaptainId) ? findBestExcept(captainId) : lineup.viceCaptainId;
	const emergency = lineup.emergency.length > 0 ? lineup.emergency : listBenchIds(lineup).slice(0, rules.emergencies);
	return { ...lineup, captainId, viceCaptainId, emergency };
}
