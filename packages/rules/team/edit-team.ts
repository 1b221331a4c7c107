import { findChangedPlayers } from "../lineup/changed-players.ts";
import { checkLineup, checkShape } from "../lineup/check-lineup.ts";
import { applyDefaultRoles, type GetProjectedPoints, type ProposedLineup } from "../lineup/default-roles.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { listSlotIds, replaceSlotIds } from "../lineup/slots.ts";
import { createLockCheck, findLockViolations } from "../lockout/locked-players.ts";
import { findStartRoundId } from "../round/round.ts";
import { computeBank } from "../salary/salary.ts";
import { buildRuling, type Ruling, type Violation } from "../violation.ts";
import { getStartRoundId, hasTeamStarted, type SeasonContext, type TeamState } from "./team-state.ts";

/**
 * Fills in the roles that a proposed line-up leaves out. On a later save, emergencies that are left out stay with their
 * slots, and an empty list means none (docs/game-rules.md#emergencies).
 */
function fillInRoles(saved: TeamState | null, proposed: ProposedLineup, context: EditContext): Lineup {
	if (!saved) return applyDefaultRoles(proposed, context.rules, context.getProjectedPoints);
	const edited: Lineup = { ...proposed, emergency: proposed.emergency ?? [] };
	if (proposed.emergency) return edited;
	const { emergency } = replaceSlotIds(saved.lineup, listSlotIds(edited, context.rules), context.rules);
	return { ...edited, emergency };
}

export interface EditContext extends SeasonContext {
	/** Asked on a first save only, for a captain or vice captain left at 0. */
	readonly getProjectedPoints: GetProjectedPoints;
}

/**
 * Checks a save of the whole line-up, which creates the team or, until its start round is complete, replaces its
 * line-up (docs/game-rules.md#changing-a-team). Refused if its start round is complete, the line-up is illegal or incomplete,
 * the bank would be negative, or a locked player would enter, leave, or change slot or role.
 */
export function checkTeamEdit(
	saved: TeamState | null,
	proposed: ProposedLineup,
	context: EditContext,
): Ruling<TeamState> {
	const { rules, getPlayer, rounds, now } = context;
	const lineup = fillInRoles(saved, proposed, context);
	const startRoundId = saved ? getStartRoundId(saved, context) : findStartRoundId(rounds, now);
	const bank = computeBank(lineup, saved, rules, getPlayer);

	const violations: Violation[] = [];
	if (saved && hasTeamStarted(saved, context)) violations.push({ code: "team-started" });
	if (startRoundId === null) violations.push({ code: "no-round-left" });
	violations.push(...checkLineup(lineup, rules, getPlayer));
	if (saved && checkShape(lineup, rules).length === 0)
		violations.push(
			...findLockViolations(findChangedPlayers(saved.lineup, lineup, rules), createLockCheck(saved, context)),
		);
	if (bank < 0) violations.push({ code: "over-salary-cap", by: -bank });
	return buildRuling(violations, { lineup, bank, startRoundId: startRoundId ?? 0, trades: saved?.trades ?? [] });
}
