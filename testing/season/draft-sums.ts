import type { Points, RoundId, TeamId } from "@first-bounce/rules/ids";
import type { Db } from "../../apps/server/db/tables/tables.ts";
import { sumPlainPoints } from "../rules/plain-points.ts";
import { readSeason2023Positions, readSeason2023Stats } from "../rules/season-2023.ts";

/** Returns a function that sums a draft team's points in a round of 2023 by its stored line-up and the published scores of the players. */
export function createDraftSums(db: Db): (leagueId: number, teamId: TeamId, roundId: RoundId) => Promise<Points> {
	const scores = new Map(readSeason2023Stats().map((row) => [`${row.roundId} ${row.playerId}`, row.fantasyPoints]));
	const positions = readSeason2023Positions();
	return async (leagueId, teamId, roundId) => {
		const lineup = await db
			.selectFrom("lineups")
			.where("team_id", "=", teamId)
			.where("round_id", "<=", roundId)
			.orderBy("round_id", "desc")
			.selectAll()
			.executeTakeFirstOrThrow();
		const draft = await db
			.selectFrom("drafts")
			.where("league_id", "=", leagueId)
			.select(["squad", "captain_doubled"])
			.executeTakeFirstOrThrow();
		const shape = { squad: draft.squad, captainFactor: draft.captain_doubled ? 2 : 1 };
		return sumPlainPoints(lineup, shape, {
			getScore: (id) => scores.get(`${roundId} ${id}`),
			getPositions: (id) => positions.get(id) ?? [],
		});
	};
}
