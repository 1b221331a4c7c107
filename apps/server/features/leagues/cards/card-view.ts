import { type CardTeam, type LeagueCard, leagueCard } from "@first-bounce/contract/leagues/league-cards";

/** Adds owner and name wherever a stored card has a team's id. */
function nameTeams(value: unknown, teams: ReadonlyMap<number, CardTeam>): unknown {
	if (Array.isArray(value)) return value.map((item) => nameTeams(item, teams));
	if (typeof value !== "object" || value === null) return value;
	const named = Object.fromEntries(Object.entries(value).map(([key, field]) => [key, nameTeams(field, teams)]));
	return typeof named.teamId === "number" ? { ...named, ...teams.get(named.teamId) } : named;
}

const hasContent = (card: LeagueCard): boolean => {
	if (card.type === "trades") return card.trades.length > 0;
	if (card.type === "records") return card.highest !== null || card.biggestWin !== null || card.streak !== null;
	return card.matchUps.length > 0 || card.best !== null;
};

/**
 * Builds a stored card with the present names of its teams; null for one that a correction has emptied, or of a deleted
 * team.
 */
export function buildCard(stored: unknown, teams: readonly CardTeam[]): LeagueCard | null {
	const { data } = leagueCard.safeParse(nameTeams(stored, new Map(teams.map((team) => [team.teamId, team]))));
	return data && hasContent(data) ? data : null;
}
