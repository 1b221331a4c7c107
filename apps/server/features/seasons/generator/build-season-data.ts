import type { RoundId } from "@first-bounce/rules/ids";
import { LINES } from "@first-bounce/rules/player";
import type { SeasonData } from "../import/files/season-data.ts";
import type { GeneratedSeason } from "./generate-season.ts";

/** Converts a generated season to the form that an import reads, with results and stats up to `playedRounds`. */
export function buildSeasonData(season: GeneratedSeason, playedRounds: RoundId): SeasonData {
	const getResult = (match: { id: number; roundId: RoundId }) =>
		match.roundId <= playedRounds ? season.results.get(match.id) : undefined;
	return {
		id: season.id,
		name: season.name,
		rules: season.rules,
		squads: season.clubs.map(({ id, name, abbreviation }) => ({ id, name, abbreviation })),
		rounds: [...new Set(season.matches.map(({ roundId }) => roundId))],
		matches: season.matches.map((match) => {
			const { homeScore = null, awayScore = null } = getResult(match) ?? {};
			return { ...match, homeScore, awayScore, providerId: null };
		}),
		players: season.footballers.map(({ id, firstName, lastName, squadId, position, birthday }) => ({
			id,
			firstName,
			lastName,
			squadId,
			positions: LINES.filter((line) => position.includes(line)),
			birthday,
			fromRound: 1,
			openingPrice: season.openingPrices.get(id) ?? null,
		})),
		stats: season.matches.flatMap((match) =>
			(getResult(match)?.lines ?? []).map(({ playerId, squadId, stats }) => ({
				matchId: match.id,
				playerId,
				squadId,
				line: stats,
			})),
		),
	};
}
