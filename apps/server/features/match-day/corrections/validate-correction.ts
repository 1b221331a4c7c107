import type { MatchId, PlayerId, RoundId, SquadId } from "@first-bounce/rules/ids";
import { computePlayerPoints, hasPossiblePoints, MAX_MATCH_POINTS } from "@first-bounce/rules/scoring/player-points";
import { STAT_KEYS, type StatLine } from "@first-bounce/rules/scoring/stats";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import { refuse } from "../../../plugins/refusal.ts";
import { requireMatch } from "../../seasons/current/require-season.ts";
import type { SeasonSnapshot, SnapshotMatch } from "../../seasons/current/season-snapshot.ts";
import { MAX_STORED_COUNT, MAX_TIME_ON_GROUND, type MatchScore } from "../../stats-providers/feed.ts";
import { isCount } from "../../stats-providers/intake/faulty-lines.ts";

/** A correction of a match's stats and score. Feeds do not overwrite a correction that an operator has made. */
export interface StatCorrection {
	readonly matchId: MatchId;
	/** Complete stat lines, one per player; null if she did not play. Other players' lines do not change. */
	readonly lines: readonly { readonly playerId: PlayerId; readonly stats: StatLine | null }[];
	/** The match's score, which does not affect fantasy points. If absent, it is unchanged. */
	readonly score?: MatchScore;
}

/**
 * The club of this match that a player played for: hers in that round or, if she played for a different one, the club of
 * her stat line.
 */
export function findSquadInMatch({ players }: SeasonSnapshot, match: SnapshotMatch, id: PlayerId): SquadId | undefined {
	const player = players.get(id);
	const line = match.lines.find(({ playerId }) => playerId === id);
	const candidates = [player && getSquadInRound(player, match.roundId), line?.squadId];
	return candidates.find((squadId) => squadId === match.homeSquadId || squadId === match.awaySquadId);
}

/** Validates a correction and returns its round. Refuses players of other clubs, and impossible counts and points. */
export function validateCorrection(season: SeasonSnapshot, { matchId, lines }: StatCorrection): RoundId {
	const match = requireMatch(season, matchId);
	for (const { playerId, stats } of lines) {
		if (findSquadInMatch(season, match, playerId) === undefined)
			throw refuse(422, "not-in-match", { player: playerId });
		if (!stats) continue;
		const counts = [...STAT_KEYS.map((key) => [key, stats[key]] as const), ...Object.entries(stats.other ?? {})];
		const invalidCount = counts.find(([, count]) => !isCount(count, MAX_STORED_COUNT));
		const [stat, count] = invalidCount ?? ["TOG", stats.TOG];
		if (invalidCount || !isCount(stats.TOG, MAX_TIME_ON_GROUND))
			throw refuse(422, "wrong-count", { player: playerId, stat, count });
		if (!hasPossiblePoints(stats, season.rules)) {
			const points = computePlayerPoints(stats, season.rules);
			throw refuse(422, "impossible-points", { player: playerId, points, most: MAX_MATCH_POINTS });
		}
	}
	return match.roundId;
}
