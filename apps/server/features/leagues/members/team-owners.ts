import type { TeamId } from "@first-bounce/rules/ids";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { buildPublicName } from "../league-view.ts";

/** Whose team it is, as others see her. */
export interface TeamOwner {
	readonly userId: number;
	readonly teamId: TeamId;
	readonly teamName: string;
	readonly fullName: string;
	readonly avatarVersion: number;
	readonly supportedSquadId: number | null;
}

interface TeamOwnerRow {
	readonly team_id: TeamId;
	readonly user_id: number;
	readonly team_name: string | null;
	readonly first_name: string;
	readonly last_name: string;
	readonly is_active: boolean;
	readonly avatar_version: number;
	readonly supported_squad_id: number | null;
}

/** The owners of teams, former members' too. */
export async function listTeamOwners(
	db: Kysely<Tables>,
	teamIds: readonly TeamId[],
): Promise<ReadonlyMap<TeamId, TeamOwner>> {
	const { rows } = await sql<TeamOwnerRow>`
		SELECT t.id AS team_id, u.id AS user_id, u.team_name, u.first_name, u.last_name, u.is_active, u.avatar_version,
			u.supported_squad_id
		FROM teams t JOIN users u ON u.id = t.user_id WHERE t.id = ANY (${teamIds}::int[])`.execute(db);
	return new Map(
		rows.map((row) => [
			row.team_id,
			{
				userId: row.user_id,
				teamId: row.team_id,
				...buildPublicName(row),
				avatarVersion: row.is_active ? row.avatar_version : 0,
				supportedSquadId: row.supported_squad_id,
			},
		]),
	);
}
