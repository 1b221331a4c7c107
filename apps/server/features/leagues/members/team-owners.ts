import type { TeamId, UserId } from "@first-bounce/rules/ids";
import type { Db } from "../../../db/tables/tables.ts";
import { buildPublicNames } from "../../names/public-name.ts";
import { listTeamOwnerRows, type TeamOwnerRow } from "./queries.ts";

/** The owner of a team, as others see them. */
export interface TeamOwner {
	readonly userId: number;
	readonly teamId: TeamId;
	readonly teamName: string;
	readonly fullName: string;
	readonly avatarVersion: number;
	readonly supportedSquadId: number | null;
	/** The team's colour in its draft league; absent in other leagues. */
	readonly colour?: string;
}

/** Builds the owner of a team as other users see them. A deactivated account has no name and no picture. */
export const buildTeamOwner = (row: TeamOwnerRow): TeamOwner => ({
	userId: row.user_id,
	teamId: row.team_id,
	...buildPublicNames(row),
	avatarVersion: row.is_active ? row.avatar_version : 0,
	supportedSquadId: row.supported_squad_id,
});

/** Lists the owners of teams by team id, even of teams that have left the league. Visitors see team names only. */
export async function listTeamOwners(
	db: Db,
	teamIds: readonly TeamId[],
	viewerId: UserId | null,
): Promise<ReadonlyMap<TeamId, TeamOwner>> {
	const rows = await listTeamOwnerRows(db, teamIds);
	const owners = rows.map(buildTeamOwner);
	return new Map(owners.map((owner) => [owner.teamId, viewerId === null ? { ...owner, fullName: "" } : owner]));
}
