import type { Dollars, RoundId, SeasonTime } from "../ids.ts";
import type { Lineup } from "../lineup/lineup.ts";
import type { PlayerLookup } from "../player.ts";
import { findCurrentRound, findRound, findStartRoundId, isSeasonComplete } from "../round/rounds.ts";
import type { Round } from "../round.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import type { Trade } from "../trades/trade.ts";
import { accept, type Ruling, refuse } from "../violation.ts";

/** A team that has been saved, and so is complete. One that never was is null wherever a rule asks for a team. */
export interface TeamState {
	readonly lineup: Lineup;
	/** What is left to spend. Below zero only before the start round, after prices moved: "over the cap". */
	readonly bank: Dollars;
	readonly startRoundId: RoundId;
	/** The season's trades, oldest first, without those reversed. */
	readonly trades: readonly Trade[];
}

/** All that a team's rules look at: rounds in the season's order, prices in force, season time. */
export interface GameContext {
	readonly rules: SeasonRules;
	readonly players: PlayerLookup;
	readonly rounds: readonly Round[];
	readonly now: SeasonTime;
}

/**
 * The round a team starts in: the one stored, or while it is over the cap the first whose first match is still to
 * come (decisions §5). Null when it is over the cap and no such round is left.
 */
export function getStartRoundId(
	team: Pick<TeamState, "bank" | "startRoundId">,
	{ rounds, now }: Pick<GameContext, "rounds" | "now">,
): RoundId | null {
	if (team.bank >= 0) return team.startRoundId;
	const open = findStartRoundId(rounds, now);
	return open === null ? null : Math.max(open, team.startRoundId);
}

/** Whether a team plays by live actions: its start round is complete (D1 §4). */
export function hasTeamStarted(team: TeamState, context: Pick<GameContext, "rounds" | "now">): boolean {
	const start = getStartRoundId(team, context);
	return start !== null && findRound(context.rounds, start)?.status === "complete";
}

/** The team, if live actions are open to it: swap, captaincy, emergencies, trade, reversal, rollback (decisions §5). */
export function requireStartedTeam(team: TeamState | null, context: GameContext): Ruling<TeamState> {
	if (!team) return refuse({ code: "no-line-up" });
	if (isSeasonComplete(context.rounds)) return refuse({ code: "season-complete" });
	return hasTeamStarted(team, context) ? accept(team) : refuse({ code: "team-not-started" });
}

/** The round that actions count in; 0 in a season without rounds. */
export const getActionRoundId = (context: Pick<GameContext, "rounds">): RoundId =>
	findCurrentRound(context.rounds)?.id ?? 0;
