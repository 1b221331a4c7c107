import type { TeamId, UserId } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { buildPublicName } from "../league-view.ts";
import { listTeamOwnerRows } from "./queries.ts";

/** The owner of a team, as others see them. */
export interface TeamOwner {
	readonly userId: number;
	readonly teamId: TeamId;
	readonly teamName: string;
	readonly fullName: string;
	readonly avatarVersion: number;
	readonly supportedSquadId: number | null;
}

/** Lists the owners of teams by team id, even of teams that have left the league. Visitors see team names only. */
export async function listTeamOwners(
	db: Kysely<Tables>,
	teamIds: readonly TeamId[],
	viewerId: UserId | null,
): Promise<ReadonlyMap<TeamId, TeamOwner>> {
	const rows = await listTeamOwnerRows(db, teamIds);
	return new Map(
		rows.map((row) => [
			row.team_id,
			{
				userId: row.user_id,
				teamId: row.team_id,
				...buildPublicName(row),
				...(viewerId === null ? { fullName: "" } : {}),
				avatarVersion: row.is_active ? row.avatar_version : 0,
				supportedSquadId: row.supported_squad_id,
			},
		]),
	);
}
