import type { RoundId, TeamId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { buildLineupFromIds, listSlotIds, type TeamShape } from "@first-bounce/rules/lineup/slots";
import { sql } from "kysely";
import type { Db } from "../../../db/tables/tables.ts";
import type { HistoricTeam } from "../../seasons/import/files/read-lineups.ts";

/**
 * Creates teams of a past season in a scratch database, each with the line-up of one round. Ids and times of completion
 * follow the given order, in which equal teams rank. The constraints on line-ups are dropped because historic line-ups can
 * have empty slots.
 */
export async function createHistoricTeams(db: Db, seasonId: number, teams: readonly HistoricTeam[], shape: TeamShape) {
	await sql`ALTER TABLE lineups DROP CONSTRAINT lineups_check, DROP CONSTRAINT lineups_slots_check`.execute(db);
	const rows = teams.map(({ team, roundId, lineup }, index) => ({
		id: index + 1,
		name: `Round ${roundId} team ${team}`,
		round_id: roundId,
		slots: listSlotIds(lineup, shape),
		emergency: lineup.emergency,
		captain_id: lineup.captainId,
		vice_captain_id: lineup.viceCaptainId,
	}));
	const newTeams = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS new_teams (
		id int, name text, round_id int, slots int[], emergency int[], captain_id int, vice_captain_id int)`;
	await sql`
		WITH new_teams AS MATERIALIZED (SELECT * FROM ${newTeams}),
		manager AS (
			INSERT INTO users (id, first_name, last_name, email) OVERRIDING SYSTEM VALUE
			SELECT id, 'Historic', name, id || '@historic.invalid' FROM new_teams
		),
		team AS (
			INSERT INTO teams (id, season_id, user_id, start_round_id, completed_at) OVERRIDING SYSTEM VALUE
			SELECT id, ${seasonId}, id, round_id, to_timestamp(id) FROM new_teams
		)
		INSERT INTO lineups (team_id, round_id, slots, captain_id, vice_captain_id, emergency)
		SELECT id, round_id, slots, captain_id, vice_captain_id, emergency FROM new_teams
	`.execute(db);
}

export interface HistoricTeamLineup {
	readonly teamId: TeamId;
	readonly lineup: Lineup;
}

/** Lists the teams of a round in the order they were created. */
export async function listHistoricTeams(db: Db, roundId: RoundId, shape: TeamShape): Promise<HistoricTeamLineup[]> {
	const rows = await db
		.selectFrom("lineups")
		.where("round_id", "=", roundId)
		.select(["team_id", "slots", "captain_id", "vice_captain_id", "emergency"])
		.orderBy("team_id")
		.execute();
	return rows.map(({ team_id, slots, captain_id, vice_captain_id, emergency }) => {
		const roles = { captainId: captain_id, viceCaptainId: vice_captain_id, emergency };
		return { teamId: team_id, lineup: buildLineupFromIds(slots, shape, roles) };
	});
}
