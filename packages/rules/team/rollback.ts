import type { Dollars } from "../ids.ts";
import { changedPlayers } from "../lineup/changed-players.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { lockedAmong, locksFor } from "../lockout/team-locks.ts";
import { type Ruling, ruling, type Violation } from "../violation.ts";
import { actionRoundId, type GameContext, liveTeam, type TeamState } from "./team-state.ts";

/** A team as the current round opened. */
export interface RoundOpening {
	readonly lineup: Lineup;
	readonly bank: Dollars;
}

/**
 * The team as the round opened, with its stored money; the round's trades are deleted (decisions §6). Refused when
 * nothing changed, when someone changed is locked, and when the round's trades are final. `rollbackAvailable` is
 * whether this is allowed.
 */
export function rollBack(saved: TeamState | null, opening: RoundOpening, context: GameContext): Ruling<TeamState> {
	const live = liveTeam(saved, context);
	if (!live.ok) return live;
	const team = live.value;
	const roundId = actionRoundId(context);
	const undone = team.trades.filter((trade) => trade.roundId === roundId);
	const changed = changedPlayers(opening.lineup, team.lineup, context.rules);
	const violations: Violation[] = [...lockedAmong(changed, locksFor(team, context))];
	if (changed.length === 0 && undone.length === 0) violations.push({ code: "nothing-to-roll-back" });
	for (const trade of undone) if (trade.final) violations.push({ code: "trade-final", tradeId: trade.id });
	const trades = team.trades.filter((trade) => trade.roundId !== roundId);
	return ruling(violations, { ...team, lineup: opening.lineup, bank: opening.bank, trades });
}
