import { findRound, hasRoundStarted } from "../round/rounds.ts";
import { computeBankUnderCap } from "../salary/salary.ts";
import { type GameContext, getStartRoundId, type TeamState } from "./team-state.ts";

/**
 * A team after prices were published; `context` holds the new prices and the rounds as they are then. One whose start
 * round is still to open is measured against the season's cap anew, and may come out over it; for any other only
 * its value changes (docs/game-rules.md#bank).
 */
export function repriceTeam(team: TeamState, context: GameContext): TeamState {
	const start = getStartRoundId(team, context);
	const round = start === null ? undefined : findRound(context.rounds, start);
	if (round && hasRoundStarted(round, context.now)) return team;
	const bank = computeBankUnderCap(team.lineup, context.rules, context.players);
	return { ...team, bank, startRoundId: start ?? team.startRoundId };
}
