import { applyDraftRules } from "@first-bounce/rules/draft/squad-rules";
import type { TeamId } from "@first-bounce/rules/ids";
import { listRows } from "../../../../db/rows.ts";
import type { Db, Row } from "../../../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../../../seasons/current/season-snapshot.ts";
import type { LoadedTeam } from "../../../team/load-team.ts";
import type { TeamRow } from "../../../team/team-row.ts";
import type { LeagueRow, LeagueServices } from "../../league-row.ts";
import type { TeamOwner } from "../../members/team-owners.ts";
import { getDraft } from "../room.ts";

type DraftTeamRow = Row<"teams", "id" | "version"> & Pick<TeamRow, "lineups" | "scoreflow">;

/** Lists draft teams with all their line-ups and published points. */
const listTeamRows = (db: Db, seasonId: number, teamIds: readonly TeamId[]) =>
	listRows(db)<DraftTeamRow>`
		SELECT t.id, t.version,
			(SELECT coalesce(json_agg(json_build_object('roundId', l.round_id, 'slots', l.slots, 'captainId', l.captain_id,
				'viceCaptainId', l.vice_captain_id, 'emergency', l.emergency, 'bank', l.bank) ORDER BY l.round_id), '[]')
				FROM lineups l WHERE l.team_id = t.id) AS lineups,
			(SELECT coalesce(json_object_agg(s.round_id, s.points), '{}')
				FROM standings s WHERE s.team_id = t.id AND s.season_id = ${seasonId}) AS scoreflow
		FROM teams t WHERE t.id = ANY (${teamIds}::int[])`;

/** Gets the places and the scoring of a draft league's teams. */
export async function getDraftRules(db: Db, leagueId: number) {
	const { squad, captain_doubled: captainDoubled } = await getDraft(db, leagueId);
	return { squad, captainDoubled };
}

/** Gets the season with its rules as they are in a draft league. */
export async function getDraftSeason(db: Db, season: SeasonSnapshot, leagueId: number): Promise<SeasonSnapshot> {
	return { ...season, rules: applyDraftRules(season.rules, await getDraftRules(db, leagueId)) };
}

/**
 * Loads teams of a draft league in the form of classic teams, with the season's rules adapted to the league, so that the same
 * code shows both.
 */
export async function loadDraftTeams(
	{ db, seasons }: Pick<LeagueServices, "db" | "seasons">,
	league: Pick<LeagueRow, "id" | "start_id">,
	owners: readonly TeamOwner[],
): Promise<ReadonlyMap<TeamId, LoadedTeam>> {
	const season = await getDraftSeason(db, seasons.current(), league.id);
	const teamIds = owners.map(({ teamId }) => teamId);
	const rows = new Map((await listTeamRows(db, season.seasonId, teamIds)).map((row) => [row.id, row]));
	return new Map(
		owners.flatMap(({ teamId, userId, teamName, avatarVersion, supportedSquadId }): [TeamId, LoadedTeam][] => {
			const row = rows.get(teamId);
			if (!row) return [];
			const team: TeamRow = {
				...row,
				user_id: userId,
				start_round_id: league.start_id,
				team_name: teamName,
				avatar_version: avatarVersion,
				supported_squad_id: supportedSquadId,
				is_active: true,
				data_version: season.dataVersion,
				trades: [],
			};
			return [[teamId, { row: team, season }]];
		}),
	);
}
