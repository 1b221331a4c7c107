import { assignTeamColours } from "@first-bounce/contract/draft/team-colours";
import type { TeamId, UserId } from "@first-bounce/rules/ids";
import type { Db } from "../../../db/tables/tables.ts";
import type { LeagueRow } from "../league-row.ts";
import { listTeamOwners, type TeamOwner } from "../members/team-owners.ts";
import { findDraft, listSeats } from "./queries.ts";
import { sortSeats } from "./seat-view.ts";

/** Lists the colours of a draft league's teams, which are those of its draft room. */
async function listTeamColours(db: Db, leagueId: number): Promise<ReadonlyMap<TeamId, string>> {
	const [draft, seats] = await Promise.all([findDraft(db, leagueId), listSeats(db, leagueId)]);
	const ordered = draft ? sortSeats(draft, seats) : seats;
	return assignTeamColours(ordered.map(({ team_id: teamId, colour }) => ({ teamId, colour })));
}

/** Lists the owners of teams of a league by team id; in a draft league with the teams' colours. */
export async function listOwnersInLeague(
	db: Db,
	league: Pick<LeagueRow, "id" | "class">,
	teamIds: readonly TeamId[],
	viewerId: UserId | null,
): Promise<ReadonlyMap<TeamId, TeamOwner>> {
	const owners = await listTeamOwners(db, teamIds, viewerId);
	if (league.class !== "draft") return owners;
	const colours = await listTeamColours(db, league.id);
	return new Map(
		[...owners].map(([teamId, owner]) => {
			const colour = colours.get(teamId);
			return [teamId, colour ? { ...owner, colour } : owner];
		}),
	);
}
