import { pipeline } from "node:stream/promises";
import type { Pool } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";

/** Copies the rows of a query from one database into a table of another. */
async function copyRows(source: Pool, target: Pool, query: string, into: string): Promise<void> {
	const [reader, writer] = [await source.connect(), await target.connect()];
	try {
		const rows = reader.query(copyTo(`COPY (${query}) TO STDOUT (FORMAT binary)`));
		await pipeline(rows, writer.query(copyFrom(`COPY ${into} FROM STDIN (FORMAT binary)`)));
	} finally {
		reader.release();
		writer.release();
	}
}

/** The columns that are copied, by table. Columns of results, ranks and publication are left out. */
const SEASON_TABLES = {
	squads: "season_id, id, name, abbreviation, provider_id",
	players: "season_id, id, first_name, last_name, squad_id, positions, birthday, from_round, provider_id",
	former_positions: "season_id, player_id, until_round, positions",
	former_squads: "season_id, player_id, until_round, squad_id",
	player_prices: "season_id, round_id, player_id, price",
	rounds: "season_id, id",
	matches: "season_id, id, round_id, home_squad_id, away_squad_id, starts_at, venue, time_zone, provider_id",
	teams: "id, season_id, user_id, start_round_id, completed_at, league_id",
} as const;
const LINEUP_COLUMNS = "team_id, round_id, slots, captain_id, vice_captain_id, emergency, bank";
const LEAGUE_COLUMNS =
	"season_id, name, code, class, type, privacy, size, start_id, finals, tiebreaker, commissioner_id, colour";
const DRAFT_COLUMNS =
	"league_id, state, kind, clock, pick_seconds, time_zone, squad, captain_doubled, seed, seed_hash, completed_at";
const listColumns = (table: string, columns: string): string => `${table}.${columns.replaceAll(", ", `, ${table}.`)}`;
/** The leagues that have drafted. */
const DRAFT_LEAGUES = `FROM leagues AS l JOIN drafts AS d ON d.league_id = l.id
	WHERE d.state = 'complete' AND NOT l.is_mock AND l.deleted_at IS NULL`;
/** The teams that are scored: classic ones, and those of leagues that have drafted. */
const SCORED_TEAMS = `(t.league_id IS NULL OR t.league_id IN (SELECT l.id ${DRAFT_LEAGUES}))`;

/**
 * Copies a season into an empty database as it was before its first match: squads, players with their opening prices,
 * the present fixture, draft leagues with how they score, and every team with all its line-ups.
 */
export async function copySeason(source: Pool, target: Pool, seasonId: number): Promise<void> {
	// The id becomes part of the SQL text, because COPY takes no parameters.
	const season = Number(seasonId);
	const copyQuery = (query: string, into: string) => copyRows(source, target, query, into);
	const copyTable = (table: keyof typeof SEASON_TABLES, condition = "") => {
		const columns = SEASON_TABLES[table];
		return copyQuery(
			`SELECT ${columns} FROM ${table} AS t WHERE season_id = ${season} ${condition}`,
			`${table} (${columns})`,
		);
	};
	await copyQuery(
		`SELECT id, name, rules, true FROM seasons WHERE id = ${season}`,
		"seasons (id, name, rules, is_current)",
	);
	await copyTable("squads");
	await copyTable("players");
	await copyTable("former_positions");
	await copyTable("former_squads");
	await copyTable(
		"player_prices",
		"AND round_id = (SELECT from_round FROM players WHERE season_id = t.season_id AND id = t.player_id)",
	);
	await copyTable("rounds");
	await copyTable("matches");
	await copyQuery(
		`SELECT id, 'M', id::text, id || '@verify.invalid' FROM users
		WHERE id IN (SELECT user_id FROM teams WHERE season_id = ${season} AND league_id IS NULL)`,
		"users (id, first_name, last_name, email)",
	);
	const draftLeagues = `${DRAFT_LEAGUES} AND l.season_id = ${season}`;
	// Members are not copied, because no score depends on them.
	await target.query("ALTER TABLE leagues DROP CONSTRAINT commissioner_is_a_member");
	await copyQuery(
		`SELECT l.id, ${listColumns("l", LEAGUE_COLUMNS)} ${draftLeagues}`,
		`leagues (id, ${LEAGUE_COLUMNS})`,
	);
	await copyQuery(`SELECT ${listColumns("d", DRAFT_COLUMNS)} ${draftLeagues}`, `drafts (${DRAFT_COLUMNS})`);
	await copyTable("teams", `AND ${SCORED_TEAMS}`);
	await copyQuery(
		`SELECT ${LINEUP_COLUMNS} FROM lineups
		WHERE team_id IN (SELECT id FROM teams AS t WHERE season_id = ${season} AND ${SCORED_TEAMS})`,
		`lineups (${LINEUP_COLUMNS})`,
	);
}
