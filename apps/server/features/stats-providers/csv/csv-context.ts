import { isStatKey } from "@first-bounce/rules/scoring/stats";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";

/** Builds the context that the import's readers of matches and stats need. */
export function buildCsvContext({ rounds, players, squads, rules }: SeasonSnapshot) {
	const matches = rounds.flatMap((round) => round.matches);
	return {
		matches: matches.map((match) => ({ ...match, line: 0, homeScore: null, awayScore: null })),
		matchIds: new Set(matches.map(({ id }) => id)),
		squads,
		players: [...players.values()],
		playerIds: new Set(players.keys()),
		otherStats: Object.keys(rules.scoring).filter((key) => !isStatKey(key)),
	};
}
