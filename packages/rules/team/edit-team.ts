import { findChangedPlayers } from "../lineup/changed-players.ts";
import { checkLineup, checkShape } from "../lineup/check-lineup.ts";
import { applyDefaultMarks, type Projection, type ProposedLineup } from "../lineup/default-marks.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { listSlotIds, replaceSlotIds } from "../lineup/slots.ts";
import { createLockCheck, findLockViolations } from "../lockout/team-locks.ts";
import { findStartRoundId } from "../round/rounds.ts";
import { computeBank } from "../salary/salary.ts";
import { buildRuling, type Ruling, type Violation } from "../violation.ts";
import { type GameContext, getStartRoundId, hasTeamStarted, type TeamState } from "./team-state.ts";

/** Later saves: emergencies left out stay with their places; [] means none (decisions §1). */
function applyMarks(saved: TeamState | null, proposed: ProposedLineup, context: EditContext): Lineup {
	if (!saved) return applyDefaultMarks(proposed, context.rules, context.projected);
	const draft: Lineup = { ...proposed, emergency: proposed.emergency ?? [] };
	if (proposed.emergency) return draft;
	const { emergency } = replaceSlotIds(saved.lineup, listSlotIds(draft, context.rules), context.rules);
	return { ...draft, emergency };
}

export interface EditContext extends GameContext {
	/** Asked on a first save only, for armbands left at 0. */
	readonly projected: Projection;
}

/**
 * A free edit, `fantasy/team/update` and autopick (D1 §4, decisions §5): until the start round completes, a whole
 * line-up replaces the saved one, or founds the team when there is none. Refused for a team that has started, an
 * illegal or incomplete line-up, a bank below zero, and every locked player who would enter, leave or change place,
 * armband or emergency, each named.
 */
export function checkTeamEdit(
	saved: TeamState | null,
	proposed: ProposedLineup,
	context: EditContext,
): Ruling<TeamState> {
	const { rules, players, rounds, now } = context;
	const lineup = applyMarks(saved, proposed, context);
	const startRoundId = saved ? getStartRoundId(saved, context) : findStartRoundId(rounds, now);
	const bank = computeBank(lineup, saved, rules, players);

	const violations: Violation[] = [];
	if (saved && hasTeamStarted(saved, context)) violations.push({ code: "team-started" });
	if (startRoundId === null) violations.push({ code: "no-round-left" });
	violations.push(...checkLineup(lineup, rules, players));
	if (saved && checkShape(lineup, rules).length === 0)
		violations.push(
			...findLockViolations(findChangedPlayers(saved.lineup, lineup, rules), createLockCheck(saved, context)),
		);
	if (bank < 0) violations.push({ code: "over-salary-cap", by: -bank });
	return buildRuling(violations, { lineup, bank, startRoundId: startRoundId ?? 0, trades: saved?.trades ?? [] });
}
