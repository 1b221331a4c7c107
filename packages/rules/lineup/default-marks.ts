import { EMPTY_SLOT, type PlayerId, type Points } from "../ids.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import { isEmptySlot, type Lineup } from "./lineup.ts";
import { listBenchIds, listFieldIds } from "./slots.ts";

/** A line-up as a manager sends it: 0 leaves a captain to the rules, no `emergency` leaves the emergencies. */
export type ProposedLineup = Omit<Lineup, "emergency"> & { readonly emergency?: readonly PlayerId[] | undefined };

/** Projected points of a player in the round to come; undefined counts as none. */
export type Projection = (id: PlayerId) => Points | undefined;

/**
 * A first save's marks (decisions §1): captain or vice captain 0 become those on field with most projected points,
 * the earlier place on a tie; emergencies absent or [] become the whole bench, as far as the season allows.
 */
export function applyDefaultMarks(
	proposed: ProposedLineup,
	rules: Pick<SeasonRules, "emergencies">,
	projected: Projection,
): Lineup {
	const draft: Lineup = { ...proposed, emergency: proposed.emergency ?? [] };
	const best = [...listFieldIds(draft)].sort((a, b) => (projected(b) ?? 0) - (projected(a) ?? 0));
	const bestBut = (taken: PlayerId) => best.find((id) => id !== taken) ?? EMPTY_SLOT;
	const captainId = isEmptySlot(draft.captainId) ? bestBut(draft.viceCaptainId) : draft.captainId;
	const viceCaptainId = isEmptySlot(draft.viceCaptainId) ? bestBut(captainId) : draft.viceCaptainId;
	const emergency = draft.emergency.length > 0 ? draft.emergency : listBenchIds(draft).slice(0, rules.emergencies);
	return { ...draft, captainId, viceCaptainId, emergency };
}
