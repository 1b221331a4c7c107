import type { PlayerId } from "../ids.ts";
import { checkMarks } from "../lineup/check-lineup.ts";
import { lockedAmong, locksFor } from "../lockout/team-locks.ts";
import { type GameContext, liveTeam, type TeamState } from "../team/team-state.ts";
import { type Ruling, ruling } from "../violation.ts";
import { type CaptainRole, chooseCaptain, roleHolder } from "./captaincy.ts";

/**
 * `fantasy/team/change-captain`, once the start round is complete: neither the present nor the new holder may be
 * locked (decisions §5). The new one stands on field; the holder of the other armband exchanges with the former.
 */
export function changeCaptain(
	saved: TeamState | null,
	role: CaptainRole,
	newId: PlayerId,
	context: GameContext,
): Ruling<TeamState> {
	const live = liveTeam(saved, context);
	if (!live.ok) return live;
	const team = live.value;
	const lineup = chooseCaptain(team.lineup, role, newId);
	const locked = lockedAmong([roleHolder(team.lineup, role), newId], locksFor(team, context));
	return ruling([...checkMarks(lineup, context.rules), ...locked], { ...team, lineup });
}

/**
 * `fantasy/team/change-emergency`, once the start round is complete: a new list of emergencies, all from the bench.
 * A locked player may be neither added nor removed (decisions §5).
 */
export function changeEmergency(
	saved: TeamState | null,
	emergency: readonly PlayerId[],
	context: GameContext,
): Ruling<TeamState> {
	const live = liveTeam(saved, context);
	if (!live.ok) return live;
	const team = live.value;
	const lineup = { ...team.lineup, emergency };
	const removed = team.lineup.emergency.filter((id) => !emergency.includes(id));
	const added = emergency.filter((id) => !team.lineup.emergency.includes(id));
	const locked = lockedAmong([...removed, ...added], locksFor(team, context));
	return ruling([...checkMarks(lineup, context.rules), ...locked], { ...team, lineup });
}
