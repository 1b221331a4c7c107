import { arrangeLineup } from "@first-bounce/rules/coach/arrange-lineup";
import type { RoundId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import type { TeamRules } from "@first-bounce/rules/lineup/slots";
import { isNeverLocked, type LockCheck } from "@first-bounce/rules/lockout/locked-players";
import { findRound, getSquadStartTime } from "@first-bounce/rules/round/round";
import { getSeasonOutlook } from "../../../projections/season-outlook.ts";
import type { SeasonSnapshot } from "../../../seasons/current/season-snapshot.ts";

/** Returns a lookup of the points that players are expected to score in a round, in both matches of a double game week. */
export function createExpectedPoints(season: SeasonSnapshot, roundId: RoundId): (id: number) => number {
	const outlook = getSeasonOutlook(season, roundId);
	return (id) => outlook?.players.get(id)?.coach.points[0] ?? 0;
}

/** Arranges a line-up for the most expected points in a round; locked players stay as they are. */
export function arrangeForRound(
	lineup: Lineup,
	season: SeasonSnapshot,
	{
		roundId,
		rules,
		isLocked = isNeverLocked,
	}: { readonly roundId: RoundId; readonly rules: TeamRules; readonly isLocked?: LockCheck },
): Lineup {
	const round = findRound(season.rounds, roundId);
	const getPlayer = (id: number) => season.players.get(id);
	return arrangeLineup(lineup, {
		rules,
		getPlayer,
		isLocked,
		getExpectedPoints: createExpectedPoints(season, roundId),
		getStartTime: (id) => {
			const player = getPlayer(id);
			return player && round ? getSquadStartTime(player.squadId, round) : Infinity;
		},
	});
}
