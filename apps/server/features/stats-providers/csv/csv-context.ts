import { isStatKey } from "@first-bounce/rules/scoring/stats";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";

/** An empty cell of a CSV file; R writes NA. */
export const EMPTY_CELLS: ReadonlySet<string> = new Set(["", "NA"]);

/** Builds the context that the import's readers of matches and stats need. */
export function buildCsvContext(season: SeasonSnapshot) {
	const matches = season.rounds.flatMap((round) => round.matches).map((match) => ({ ...match, line: 0 }));
	const players = [...season.players.values()].map((player) => ({
		...player,
		positions: player.position,
		openingPrice: null,
	}));
	return {
		matches: matches.map((match) => ({ ...match, homeScore: null, awayScore: null })),
		matchIds: new Set(matches.map(({ id }) => id)),
		squadNames: new Map(season.squads.map(({ id, name }) => [name, id])),
		players,
		playerIds: new Set(players.map(({ id }) => id)),
		otherStats: Object.keys(season.rules.scoring).filter((key) => !isStatKey(key)),
	};
}
