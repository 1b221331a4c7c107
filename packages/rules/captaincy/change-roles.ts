import type { PlayerId } from "../ids.ts";
import { checkRoles } from "../lineup/check-lineup.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { createLockCheck, findLockViolations } from "../lockout/locked-players.ts";
import { requireStartedTeam, type SeasonContext, type TeamState } from "../team/team-state.ts";
import { buildRuling, type Ruling } from "../violation.ts";

/**
 * Changes the captain or vice captain of a team whose start round is complete. Neither the current nor the new holder may
 * be locked, and the new one must be on field (docs/game-rules.md#captain).
 */
export function changeCaptain(
	saved: TeamState | null,
	role: CaptainRole,
	newId: PlayerId,
	context: SeasonContext,
): Ruling<TeamState> {
	const started = requireStartedTeam(saved, context);
	if (!started.ok) return started;
	const team = started.value;
	const lineup = assignCaptain(team.lineup, role, newId);
	const locked = findLockViolations([getRoleHolder(team.lineup, role), newId], createLockCheck(team, context));
	return buildRuling([...checkRoles(lineup, context.rules), ...locked], { ...team, lineup });
}

/**
 * Replaces the emergencies of a team whose start round is complete. All are on the bench, and no locked player may be
 * added or removed (docs/game-rules.md#lockout).
 */
export function changeEmergencies(
	saved: TeamState | null,
	emergency: readonly PlayerId[],
	context: SeasonContext,
): Ruling<TeamState> {
	const started = requireStartedTeam(saved, context);
	if (!started.ok) return started;
	const team = started.value;
	const lineup = { ...team.lineup, emergency };
	const removed = team.lineup.emergency.filter((id) => !emergency.includes(id));
	const added = emergency.filter((id) => !team.lineup.emergency.includes(id));
	const locked = findLockViolations([...removed, ...added], createLockCheck(team, context));
	return buildRuling([...checkRoles(lineup, context.rules), ...locked], { ...team, lineup });
}

export type CaptainRole = "captain" | "viceCaptain";

export const getRoleHolder = (lineup: Lineup, role: CaptainRole): PlayerId =>
	role === "captain" ? lineup.captainId : lineup.viceCaptainId;

/** Makes a player captain or vice captain. If she holds the other role, it goes to the former holder of this one. */
export function assignCaptain(lineup: Lineup, role: CaptainRole, newId: PlayerId): Lineup {
	const previousId = getRoleHolder(lineup, role);
	const other = getRoleHolder(lineup, role === "captain" ? "viceCaptain" : "captain");
	const otherId = other === newId ? previousId : other;
	return role === "captain"
		? { ...lineup, captainId: newId, viceCaptainId: otherId }
		: { ...lineup, captainId: otherId, viceCaptainId: newId };
}
