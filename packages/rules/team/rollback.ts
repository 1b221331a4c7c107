import { findChangedPlayers } from "../lineup/changed-players.ts";
import { createLockCheck, findLockViolations } from "../lockout/locked-players.ts";
import { buildRuling, type Ruling, type Violation } from "../violation.ts";
import { getActionRoundId, requireStartedTeam, type SeasonContext, type TeamState } from "./team-state.ts";

/** A team's line-up and bank when the current round opened. */
export type RoundOpening = Pick<TeamState, "lineup" | "bank">;

/**
 * Restores the team as it was when the current round opened, and deletes the round's trades
 * (docs/game-rules.md#rollback). Refused if nothing has changed, a changed player is locked, or a trade of the round is
 * final.
 */
export function rollBackToOpening(
	saved: TeamState | null,
	opening: RoundOpening,
	context: SeasonContext,
): Ruling<TeamState> {
	const started = requireStartedTeam(saved, context);
	if (!started.ok) return started;
	const team = started.value;
	const roundId = getActionRoundId(context);
	const roundTrades = team.trades.filter((trade) => trade.roundId === roundId);
	const changed = findChangedPlayers(opening.lineup, team.lineup, context.rules);
	const violations: Violation[] = [...findLockViolations(changed, createLockCheck(team, context))];
	if (changed.length === 0 && roundTrades.length === 0) violations.push({ code: "nothing-to-roll-back" });
	for (const trade of roundTrades) if (trade.final) violations.push({ code: "trade-final", tradeId: trade.id });
	const trades = team.trades.filter((trade) => trade.roundId !== roundId);
	return buildRuling(violations, { ...team, lineup: opening.lineup, bank: opening.bank, trades });
}
