import type { TeamId } from "@first-bounce/rules/ids";
import { findRow } from "../../../db/rows.ts";
import type { Db, Row } from "../../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { computeH2hLadder } from "../head-to-head/h2h-ladder.ts";
import { listLeagueMatchUps } from "../head-to-head/match-up-queries.ts";
import { listMembers } from "../league-queries.ts";
import { getPublishedView } from "../league-scores.ts";
import { listSeats } from "./queries.ts";

/**
 * Lists the teams of a league by the final ladder of the league that it continues, best first. A team that continues ranks by its
 * own place there, and a new one by its manager's; a new team whose manager was not in that league is left out.
 */
export async function listLastLadder(
	db: Db,
	season: Pick<SeasonSnapshot, "rules">,
	league: Row<"leagues", "id" | "regenerated_from">,
): Promise<TeamId[]> {
	if (league.regenerated_from === null) return [];
	const previous = await findRow(db)<Row<"leagues", "id" | "tiebreaker" | "median_game" | "consolation_games">>`
		SELECT id, tiebreaker, median_game, consolation_games FROM leagues WHERE id = ${league.regenerated_from}`;
	if (!previous) return [];
	const previousMembers = await listMembers(db, [previous.id]);
	const members = await listMembers(db, [league.id]);
	const seats = await listSeats(db, league.id);
	const matchUps = await listLeagueMatchUps(db, [previous.id]);
	const view = getPublishedView();
	const roundId = matchUps.at(-1)?.round_id ?? 0;
	const ladder = computeH2hLadder(previous, previousMembers, matchUps, { season, view, roundId });
	return ladder.rows.flatMap(({ teamId }) => {
		const continued = seats.find(({ previous_team_id }) => previous_team_id === teamId);
		if (continued) return continued.team_id;
		const userId = previousMembers.find(({ team_id }) => team_id === teamId)?.user_id;
		return members.find(({ user_id }) => user_id === userId)?.team_id ?? [];
	});
}
