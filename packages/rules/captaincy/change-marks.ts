import type { PlayerId } from "../ids.ts";
import { checkMarks } from "../lineup/check-lineup.ts";
import { createLockCheck, findLockViolations } from "../lockout/team-locks.ts";
import { type GameContext, requireStartedTeam, type TeamState } from "../team/team-state.ts";
import { buildRuling, type Ruling } from "../violation.ts";
import { assignCaptain, type CaptainRole, getRoleHolder } from "./captaincy.ts";

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
	const live = requireStartedTeam(saved, context);
	if (!live.ok) return live;
	const team = live.value;
	const lineup = assignCaptain(team.lineup, role, newId);
	const locked = findLockViolations([getRoleHolder(team.lineup, role), newId], createLockCheck(team, context));
	return buildRuling([...checkMarks(lineup, context.rules), ...locked], { ...team, lineup });
}

/**
 * `fantasy/team/change-emergency`, once the start round is complete: a new list of emergencies, all from the bench.
 * A locked player may be neither added nor removed (decisions §5).
 */
export function changeEmergencies(
	saved: TeamState | null,
	emergency: readonly PlayerId[],
	context: GameContext,
): Ruling<TeamState> {
	const live = requireStartedTeam(saved, context);
	if (!live.ok) return live;
	const team = live.value;
	const lineup = { ...team.lineup, emergency };
	const removed = team.lineup.emergency.filter((id) => !emergency.includes(id));
	const added = emergency.filter((id) => !team.lineup.emergency.includes(id));
	const locked = findLockViolations([...removed, ...added], createLockCheck(team, context));
	return buildRuling([...checkMarks(lineup, context.rules), ...locked], { ...team, lineup });
}
