import { changedPlayers } from "../lineup/changed-players.ts";
import { checkLineup, checkShape } from "../lineup/check-lineup.ts";
import { type Projection, type ProposedLineup, withFirstMarks } from "../lineup/first-save.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { toSlotIds, withSlotIds } from "../lineup/slots.ts";
import { lockedAmong, locksFor } from "../lockout/team-locks.ts";
import { startRoundAt } from "../round/rounds.ts";
import { bankWith } from "../salary/salary.ts";
import { type Ruling, ruling, type Violation } from "../violation.ts";
import { type GameContext, hasTeamStarted, startRoundOf, type TeamState } from "./team-state.ts";

/** Later saves: emergencies left out stay with their places; [] means none (decisions §1). */
function withMarks(saved: TeamState | null, proposed: ProposedLineup, context: EditContext): Lineup {
	if (!saved) return withFirstMarks(proposed, context.rules, context.projected);
	const draft: Lineup = { ...proposed, emergency: proposed.emergency ?? [] };
	if (proposed.emergency) return draft;
	const { emergency } = withSlotIds(saved.lineup, toSlotIds(draft, context.rules), context.rules);
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
	const lineup = withMarks(saved, proposed, context);
	const startRoundId = saved ? startRoundOf(saved, context) : startRoundAt(rounds, now);
	const bank = bankWith(lineup, saved, rules, players);

	const violations: Violation[] = [];
	if (saved && hasTeamStarted(saved, context)) violations.push({ code: "team-started" });
	if (startRoundId === null) violations.push({ code: "no-round-left" });
	violations.push(...checkLineup(lineup, rules, players));
	if (saved && checkShape(lineup, rules).length === 0)
		violations.push(...lockedAmong(changedPlayers(saved.lineup, lineup, rules), locksFor(saved, context)));
	if (bank < 0) violations.push({ code: "over-salary-cap", by: -bank });
	return ruling(violations, { lineup, bank, startRoundId: startRoundId ?? 0, trades: saved?.trades ?? [] });
}
