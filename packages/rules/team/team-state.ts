import type { Dollars, RoundId, SeasonTime } from "../ids.ts";
import type { Lineup } from "../lineup/lineup.ts";
import type { TeamRules } from "../lineup/slots.ts";
import type { PlayerLookup } from "../player.ts";
import {
	findCurrentRound,
	findRound,
	findStartRoundId,
	hasRoundStarted,
	isSeasonComplete,
	type Round,
} from "../round/round.ts";
import { computeBankUnderCap } from "../salary/salary.ts";
import type { Trade } from "../trades/trade.ts";
import { accept, forbid, type Ruling } from "../violation.ts";

/** A saved team, which is complete. Rules take null for a team that was never saved. */
export interface TeamState {
	readonly lineup: Lineup;
	/** Money left to spend. Negative ("over the cap") only before the start round, after prices rose. */
	readonly bank: Dollars;
	readonly startRoundId: RoundId;
	/** The season's trades, oldest first, without reversed ones. */
	readonly trades: readonly Trade[];
}

/** What team rules need of the season: rounds in order, players with today's prices, and season time. */
export interface SeasonContext {
	readonly rules: TeamRules;
	readonly getPlayer: PlayerLookup;
	readonly rounds: readonly Round[];
	readonly now: SeasonTime;
}

/**
 * The round in which a team starts: the stored one or, while the team is over the cap, the first round from the stored
 * one on that has not started (docs/game-rules.md#bank). Null if the team is over the cap and no such round is left.
 */
export function getStartRoundId(
	team: Pick<TeamState, "bank" | "startRoundId">,
	{ rounds, now }: Pick<SeasonContext, "rounds" | "now">,
): RoundId | null {
	if (team.bank >= 0) return team.startRoundId;
	const firstNotStarted = findStartRoundId(rounds, now);
	return firstNotStarted === null ? null : Math.max(firstNotStarted, team.startRoundId);
}

/** Whether a team's start round is complete. After that, only swaps, changes of roles and trades change the team. */
export function hasTeamStarted(team: TeamState, context: Pick<SeasonContext, "rounds" | "now">): boolean {
	const start = getStartRoundId(team, context);
	return start !== null && findRound(context.rounds, start)?.status === "complete";
}

/**
 * Accepts a team whose start round is complete. Before that it is edited freely (docs/game-rules.md#changing-a-team).
 */
export function requireStartedTeam(team: TeamState | null, context: SeasonContext): Ruling<TeamState> {
	if (!team) return forbid({ code: "no-line-up" });
	if (isSeasonComplete(context.rounds)) return forbid({ code: "season-complete" });
	return hasTeamStarted(team, context) ? accept(team) : forbid({ code: "team-not-started" });
}

/** The round that a team action belongs to now; 0 in a season without rounds. */
export const getActionRoundId = (context: Pick<SeasonContext, "rounds">): RoundId =>
	findCurrentRound(context.rounds)?.id ?? 0;

/**
 * Updates a team after prices were published (docs/game-rules.md#bank); `context` has the new prices and rounds. If its
 * start round has not started, its bank is computed again from the season's cap, and may become negative. Any other
 * team is returned unchanged.
 */
export function repriceTeam(team: TeamState, context: SeasonContext): TeamState {
	const start = getStartRoundId(team, context);
	const round = start === null ? undefined : findRound(context.rounds, start);
	if (round && hasRoundStarted(round, context.now)) return team;
	const bank = computeBankUnderCap(team.lineup, context.rules, context.getPlayer);
	return { ...team, bank, startRoundId: start ?? team.startRoundId };
}
