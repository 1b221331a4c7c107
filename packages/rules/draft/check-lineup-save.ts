import type { PlayerId } from "../ids.ts";
import { findChangedPlayers } from "../lineup/changed-players.ts";
import { checkLineup, checkShape } from "../lineup/check-lineup.ts";
import { isNobody, type Lineup } from "../lineup/lineup.ts";
import { listPlayerIds, listSlotIds } from "../lineup/slots.ts";
import { createLockCheck, findLockViolations } from "../lockout/locked-players.ts";
import { isSeasonComplete } from "../round/round.ts";
import type { SeasonContext, TeamState } from "../team/team-state.ts";
import { buildRuling, type Ruling, type Violation } from "../violation.ts";

/**
 * Checks a save of a draft team's line-up (docs/game-rules.md#line-up-of-a-draft-team): it has every player of the squad once, in
 * a slot of her position, and no locked player changes slot or role. A player whose positions have changed may stay in her slot.
 * Slots are empty only if the squad is not full. A team may have no captain only if it had none, for example after a change of
 * the squad.
 *
 * @param saved the line-up that counts now, of a team that starts in its league's start round
 * @param squad the players whom the team owns, but for the one in the injured place
 */
export function checkLineupSave(
	saved: TeamState,
	lineup: Lineup,
	{ squad, ...context }: SeasonContext & { readonly squad: readonly PlayerId[] },
): Ruling<Lineup> {
	const { rules, getPlayer } = context;
	if (checkShape(lineup, rules).length > 0) return buildRuling(checkShape(lineup, rules), lineup);
	const changed = findChangedPlayers(saved.lineup, lineup, rules);
	const placed = listPlayerIds(lineup);
	const strangers = placed.filter((id) => !squad.includes(id));
	const missing = squad.filter((id) => !placed.includes(id));
	const before = listSlotIds(saved.lineup, rules);
	const moved = listSlotIds(lineup, rules).filter((id, index) => id !== before[index]);
	const isNew = (violation: Violation): boolean => {
		if (violation.code === "wrong-position") return moved.includes(violation.playerId);
		if (violation.code === "captain-not-on-field")
			return !isNobody(violation.playerId) || !isNobody(saved.lineup.captainId);
		if (violation.code === "vice-captain-not-on-field")
			return !isNobody(violation.playerId) || !isNobody(saved.lineup.viceCaptainId);
		return violation.code !== "empty-slot";
	};
	return buildRuling(
		[
			...(isSeasonComplete(context.rounds) ? [{ code: "season-complete" } as const] : []),
			...strangers.map((playerId): Violation => ({ code: "not-in-team", playerId })),
			...missing.map((playerId): Violation => ({ code: "not-in-line-up", playerId })),
			...checkLineup(lineup, rules, getPlayer).filter(isNew),
			...findLockViolations(changed, createLockCheck(saved, context)),
		],
		lineup,
	);
}
