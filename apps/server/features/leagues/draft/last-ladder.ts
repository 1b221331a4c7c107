import type { TeamId } from "@first-bounce/rules/ids";
import { findRow } from "../../../db/rows.ts";
import type { Db, Row } from "../../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { computeH2hLadder } from "../head-to-head/h2h-ladder.ts";
import { listMatches } from "../head-to-head/match-up-queries.ts";
import { listMembers } from "../league-queries.ts";
import { getPublishedView } from "../league-scores.ts";
import { listSeats } from "./queries.ts";

/** Later than any season's last round. */
const LAST_ROUND = 1_000;

/**
 * Lists the teams of a league, best first, in the order of the ladder of the league that it continues. A continued team has its
 * own rank, and a new one that of its manager; teams whose managers were not in that league are left out.
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
	const [before, now] = [await listMembers(db, [previous.id]), await listMembers(db, [league.id])];
	const seats = await listSeats(db, league.id);
	const matches = await listMatches(db, [previous.id], LAST_ROUND);
	const view = getPublishedView();
	const ladder = computeH2hLadder(previous, before, matches, { season, view, roundId: LAST_ROUND });
	return ladder.rows.flatMap(({ teamId }) => {
		const continued = seats.find(({ previous_team_id }) => previous_team_id === teamId);
		if (continued) return continued.team_id;
		const userId = before.find(({ team_id }) => team_id === teamId)?.user_id;
		return now.find(({ user_id }) => user_id === userId)?.team_id ?? [];
	});
}
