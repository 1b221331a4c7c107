import type { SeasonTime } from "@first-bounce/rules/ids";
import type { InstructionSeason } from "@first-bounce/rules/instructions/apply-instruction";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { buildLineupFromIds } from "@first-bounce/rules/lineup/slots";
import type { PlayerLookup } from "@first-bounce/rules/player";
import { findCurrentRound } from "@first-bounce/rules/round/round";
import { type RoundOpening, rollBackToOpening } from "@first-bounce/rules/team/rollback";
import { getActionRoundId, type SeasonContext, type TeamState } from "@first-bounce/rules/team/team-state";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import type { LineupRow, TeamRow } from "./team-row.ts";

/**
 * Creates a look-up of the players who are in the pool now. Those who sign in a later round are not in it yet. Those who
 * have departed are in it only for a `team` that has had them.
 */
export function buildPlayerPool(season: SeasonSnapshot, team?: Pick<TeamRow, "lineups">): PlayerLookup {
	const round = findCurrentRound(season.rounds)?.id ?? 1;
	const hasHadPlayer = (id: number) => team?.lineups.some(({ slots }) => slots.includes(id)) ?? false;
	return (id) => {
		const player = season.players.get(id);
		if (!player || player.fromRound > round) return undefined;
		return player.departedRound === null || hasHadPlayer(id) ? player : undefined;
	};
}

export const buildSeasonContext = (
	season: SeasonSnapshot,
	now: SeasonTime,
	team?: Pick<TeamRow, "lineups">,
): SeasonContext => ({
	rules: season.rules,
	getPlayer: buildPlayerPool(season, team),
	rounds: season.rounds,
	now,
});

export const buildInstructionSeason = (
	season: SeasonSnapshot,
	now: SeasonTime,
	team: Pick<TeamRow, "lineups">,
): InstructionSeason => ({
	...buildSeasonContext(season, now, team),
	getChanceToPlay: (id) => season.players.get(id)?.chanceToPlay ?? 1,
});

export const buildLineup = (row: LineupRow, season: SeasonSnapshot): Lineup =>
	buildLineupFromIds(row.slots, season.rules, row);

/** Builds the team state for the rules; null until the team has been saved. */
export function buildTeamState(row: TeamRow, season: SeasonSnapshot): TeamState | null {
	const latest = row.lineups.at(-1);
	if (!latest || row.start_round_id === null) return null;
	const lineup = buildLineup(latest, season);
	return { lineup, bank: latest.bank ?? 0, startRoundId: row.start_round_id, trades: row.trades };
}

/** Finds the team as of the start of the current round; null if it had no line-up then. */
export function findRoundOpening(row: TeamRow, season: SeasonSnapshot): RoundOpening | null {
	const roundId = getActionRoundId(season);
	const before = row.lineups.findLast((lineup) => lineup.roundId < roundId);
	return before ? { lineup: buildLineup(before, season), bank: before.bank ?? 0 } : null;
}

/** Whether a rollback is allowed now (docs/game-rules.md#rollback). */
export function isRollbackAvailable(row: TeamRow, season: SeasonSnapshot, now: SeasonTime): boolean {
	const opening = findRoundOpening(row, season);
	return (
		opening !== null && rollBackToOpening(buildTeamState(row, season), opening, buildSeasonContext(season, now, row)).ok
	);
}
