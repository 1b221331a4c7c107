import type { UserId } from "@first-bounce/rules/ids";
import { rankTeams } from "@first-bounce/rules/rankings/team-ranks";
import { h2hLadder, matchesOf, placeOf } from "./h2h-ladder.ts";
import type { LeagueRow, LeagueServices } from "./league-row.ts";
import { leagueStandings, membersOf, upToOf } from "./league-scores.ts";

/** A user's place in each of some leagues to date; none in a league that has not begun to score. */
export async function ownRanks(
	{ db, games, view }: Pick<LeagueServices, "db" | "games" | "view">,
	leagues: readonly LeagueRow[],
	userId: UserId,
): Promise<ReadonlyMap<number, number>> {
	const game = games.current();
	const upTo = upToOf(view(), 0);
	const begun = leagues.filter(({ start_id }) => upTo !== null && start_id <= upTo.roundId);
	if (!upTo || begun.length === 0) return new Map();
	const members = Map.groupBy(
		await membersOf(
			db,
			begun.map(({ id }) => id),
		),
		({ league_id }) => league_id,
	);
	const h2h = begun.filter(({ type }) => type === "h2h").map(({ id }) => id);
	const matches = Map.groupBy(await matchesOf(db, h2h, upTo.roundId), ({ league_id }) => league_id);
	const ranks = new Map<number, number>();
	for (const league of begun) {
		const own = members.get(league.id) ?? [];
		const rank =
			league.type === "h2h"
				? placeOf(
						h2hLadder(league, own, matches.get(league.id) ?? [], { game, view: view(), roundId: 0 }).rows,
						own,
						userId,
					)
				: rankTeams(await leagueStandings({ db, game, view }, league.start_id, own, upTo), "totalPoints").find(
						({ standing }) => standing.userId === userId,
					)?.rank;
		if (rank) ranks.set(league.id, rank);
	}
	return ranks;
}
