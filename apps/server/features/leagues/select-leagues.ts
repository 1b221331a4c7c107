import type { UserId } from "@first-bounce/rules/ids";
import { type RawBuilder, sql } from "kysely";
import { prepared } from "../../db/prepared.ts";
import { listRows } from "../../db/rows.ts";
import type { Db, Row } from "../../db/tables/tables.ts";
import type { LeagueRow } from "./league-row.ts";
import { MEMBER_ROLE } from "./members/queries.ts";

/** Named one by one, because a prepared statement fails once a migration adds a column to `l.*`. */
const LEAGUE_COLUMNS = [
	"id",
	"season_id",
	"name",
	"search_name",
	"code",
	"class",
	"is_mock",
	"type",
	"privacy",
	"size",
	"num_teams",
	"start_id",
	"finals",
	"finals_series",
	"consolation_games",
	"median_game",
	"average_game",
	"tiebreaker",
	"commissioner_id",
	"colour",
	"avatar_version",
	"regenerated_from",
	"drawn_at",
	"created_at",
	"deleted_at",
] as const;
const SELECTED_COLUMNS = sql.join(LEAGUE_COLUMNS.map((column) => sql.ref(`l.${column}`)));
/** Lacks a column, and does not compile, if the list does. */
type SelectedRow = Pick<Row<"leagues">, (typeof LEAGUE_COLUMNS)[number]> & Omit<LeagueRow, keyof Row<"leagues">>;

/** Extra columns of leagues, and the name of the statement that selects them. */
export interface LeagueColumns<Columns> {
	readonly name: string;
	readonly columns: RawBuilder<Columns>;
}

/** Selects leagues with their commissioner, as `l` and `u`, and draft, as `d`; `filter` follows the FROM clause. */
export const selectLeagues = <Columns = unknown>(
	db: Db,
	viewer: UserId | null,
	filter: RawBuilder<unknown>,
	extraColumns?: LeagueColumns<Columns>,
): Promise<(LeagueRow & Columns)[]> =>
	listRows(db)<SelectedRow & Columns>`${extraColumns ? prepared(extraColumns.name) : sql``}
		SELECT ${SELECTED_COLUMNS}, u.team_name, u.first_name, u.last_name, u.is_active, u.supported_squad_id,
			v.role IS NOT NULL AS is_member, v.role, d.state AS draft_state, d.starts_at AS draft_starts_at, d.version AS draft_version,
			coalesce(d.format <> 'redraft' AND (d.state = 'complete' OR EXISTS (
				SELECT FROM draft_seats s WHERE s.league_id = d.league_id AND s.previous_team_id IS NOT NULL)), false) AS has_keepers,
			CASE WHEN l.class = 'draft' THEN l.num_teams - (
				SELECT count(*)::int FROM league_members n WHERE n.league_id = l.id) ELSE 0 END AS unmanaged_teams
			${extraColumns ? sql`, ${extraColumns.columns}` : sql``}
		FROM leagues l LEFT JOIN users u ON u.id = l.commissioner_id LEFT JOIN drafts d ON d.league_id = l.id
			LEFT JOIN LATERAL (SELECT ${MEMBER_ROLE} AS role FROM league_members m
				WHERE m.league_id = l.id AND m.user_id = ${viewer}) v ON true ${filter}`;

/**
 * Finds a league whose row is locked, with the data version of its season and extra columns. The statement that locked it
 * does not see what was committed while it waited.
 */
export async function findLockedLeague<Columns>(
	trx: Db,
	viewer: UserId | null,
	id: number,
	extraColumns?: LeagueColumns<Columns>,
) {
	const columns = sql<Columns & Row<"seasons", "data_version">>`
		(SELECT data_version FROM seasons WHERE id = l.season_id) AS data_version${extraColumns ? sql`, ${extraColumns.columns}` : sql``}`;
	const name = extraColumns?.name ?? "locked-league";
	const [row] = await selectLeagues(trx, viewer, sql`WHERE l.id = ${id}`, { name, columns });
	return row;
}
