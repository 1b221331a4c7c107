import type { PlayerEntry } from "@first-bounce/contract/static-data";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { fieldIds } from "@first-bounce/rules/lineup/slots";
import type { Round } from "@first-bounce/rules/round";
import { hasRoundStarted } from "@first-bounce/rules/round/rounds";
import { squadStatus } from "@first-bounce/rules/round/squad-status";
import { TO_COME } from "@first-bounce/rules/scoring/player-round";
import type { Season } from "../../../api/season-model.ts";
import { roundOf } from "../../../players/team-score.ts";

export const isPlayingNow = (entry: PlayerEntry, round: Round): boolean => {
	const status = squadStatus(entry.squadId, round);
	return status === "playing" || status === "partial";
};

/** The round whose scores belong on the team's cards: the current one from its first match on, once the team is in. */
export function roundOnShow(season: Season, startRoundId: number | null, now: number): Round | null {
	const { current } = season;
	if (!current || startRoundId === null || startRoundId > current.id) return null;
	return hasRoundStarted(current, now) ? current : null;
}

/**
 * Points to expect of the round, the captain's doubled: what is final counts as it is, what is being played at least
 * what was projected, the rest as projected.
 */
export function projectedScore(lineup: Lineup, round: Round | null, season: Season): number {
	const expected = fieldIds(lineup).map((id) => {
		const entry = season.playerById.get(id);
		if (!entry) return 0;
		const ahead = entry.stats.projectedPoints;
		const known = round ? roundOf(entry, round) : TO_COME;
		const points =
			known.state === "to-come"
				? ahead
				: round && isPlayingNow(entry, round)
					? Math.max(known.points, ahead)
					: known.points;
		return id === lineup.captainId ? points * season.rules.captainFactor : points;
	});
	return Math.round(expected.reduce((sum, points) => sum + points, 0));
}
