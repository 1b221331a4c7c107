import { type CardTeam, type LeagueCard, leagueCard } from "@first-bounce/contract/leagues/league-cards";

/** Adds the owner's id and the team name wherever a stored card has a team's id. */
function addTeamNames(value: unknown, teams: ReadonlyMap<number, CardTeam>): unknown {
	if (Array.isArray(value)) return value.map((item) => addTeamNames(item, teams));
	if (typeof value !== "object" || value === null) return value;
	const withNames = Object.fromEntries(Object.entries(value).map(([key, field]) => [key, addTeamNames(field, teams)]));
	return typeof withNames.teamId === "number" ? { ...withNames, ...teams.get(withNames.teamId) } : withNames;
}

const hasContent = (card: LeagueCard): boolean => {
	if (card.type === "trade-accepted" || card.type === "trade-decided") return true;
	if (card.type === "draft-scheduled" || card.type === "draft-started" || card.type === "draft-complete") return true;
	if (card.type === "waivers-first" || card.type === "waivers-second") return card.claims.length > 0;
	if (card.type === "squads-changed") return card.moves.length > 0;
	if (card.type === "trades") return card.trades.length > 0;
	if (card.type === "records") return card.highest !== null || card.biggestWin !== null || card.streak !== null;
	if (card.type === "correction") return card.back.length > 0 || card.out.length > 0;
	return card.matchUps.length > 0 || card.best !== null || card.elimination !== null;
};

/** Builds a stored card with the present names of its teams. Null if it has no content, or a team was deleted. */
export function buildCard(stored: unknown, teams: readonly CardTeam[]): LeagueCard | null {
	const { data } = leagueCard.safeParse(addTeamNames(stored, new Map(teams.map((team) => [team.teamId, team]))));
	return data && hasContent(data) ? data : null;
}
