import { NOBODY, type PlayerId, type Points } from "../ids.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import { isNobody, type Lineup } from "./lineup.ts";
import { listBenchIds, listFieldIds } from "./slots.ts";

/** A line-up as a manager sends it. If its captain or vice captain is `NOBODY`, or it has no `emergency`, the rules choose. */
export type ProposedLineup = Omit<Lineup, "emergency"> & { readonly emergency?: readonly PlayerId[] | undefined };

/** Gets a player's projected points in the next round; undefined counts as 0. */
export type GetProjectedPoints = (id: PlayerId) => Points | undefined;

/**
 * Fills in the roles that a first save leaves open. Captain, then vice captain, becomes the player on field with the most projected
 * points, of equal players the one in the earlier slot. If no emergencies are named, bench players become emergencies up to
 * the season's limit.
 */
export function applyDefaultRoles(
	proposed: ProposedLineup,
	rules: Pick<SeasonRules, "emergencies">,
	getProjectedPoints: GetProjectedPoints,
): Lineup {
	const lineup: Lineup = { ...proposed, emergency: proposed.emergency ?? [] };
	const best = [...listFieldIds(lineup)].sort((a, b) => (getProjectedPoints(b) ?? 0) - (getProjectedPoints(a) ?? 0));
	const findBestExcept = (excludedId: PlayerId) => best.find((id) => id !== excludedId) ?? NOBODY;
	const captainId = isNobody(lineup.captainId) ? findBestExcept(lineup.viceCaptainId) : lineup.captainId;
	const viceCaptainId = isNobody(lineup.viceCaptainId) ? findBestExcept(captainId) : lineup.viceCaptainId;
	const emergency = lineup.emergency.length > 0 ? lineup.emergency : listBenchIds(lineup).slice(0, rules.emergencies);
	return { ...lineup, captainId, viceCaptainId, emergency };
}
