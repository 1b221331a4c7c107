import { pipeline } from "node:stream/promises";
import type { Pool } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";

/** One table's rows go from one database into the other as they are. */
async function copyTable(source: Pool, target: Pool, query: string, into: string): Promise<void> {
	const [reader, writer] = [await source.connect(), await target.connect()];
	try {
		const rows = reader.query(copyTo(`COPY (${query}) TO STDOUT (FORMAT binary)`));
		await pipeline(rows, writer.query(copyFrom(`COPY ${into} FROM STDIN (FORMAT binary)`)));
	} finally {
		reader.release();
		writer.release();
	}
}

/**
 * Takes a season into an empty database as it was before its first bounce: squads, players with their opening prices,
 * the fixture as it is now, and every team with all its line-ups. Nothing of what was played, ranked or published.
 */
export async function copySeason(source: Pool, target: Pool, seasonId: number): Promise<void> {
	const season = Number(seasonId);
	const of = (table: string, columns: string, where = "") =>
		copyTable(
			...[source, target],
			`SELECT ${columns} FROM ${table} AS t WHERE t.season_id = ${season} ${where}`,
			`${table} (${columns.replaceAll("t.", "")})`,
		);
	const seasons = "id, name, rules, is_current";
	await copyTable(
		source,
		target,
		`SELECT id, name, rules, true FROM seasons WHERE id = ${season}`,
		`seasons (${seasons})`,
	);
	await of("squads", "season_id, id, name, abbreviation, provider_id");
	await of("players", "season_id, id, first_name, last_name, squad_id, positions, birthday, from_round, provider_id");
	await of(
		"player_prices",
		"t.season_id, t.round_id, t.player_id, t.price",
		"AND t.round_id = (SELECT from_round FROM players WHERE season_id = t.season_id AND id = t.player_id)",
	);
	await of("rounds", "season_id, id");
	await of(
		"matches",
		"season_id, id, round_id, home_squad_id, away_squad_id, starts_at, venue, time_zone, provider_id",
	);
	const managers = `SELECT id, 'M', id::text, id || '@verify.invalid' FROM users
		WHERE id IN (SELECT user_id FROM teams WHERE season_id = ${season})`;
	await copyTable(source, target, managers, "users (id, first_name, last_name, email)");
	await of("teams", "id, season_id, user_id, start_round_id, completed_at");
	const lineup = "team_id, round_id, slots, captain_id, vice_captain_id, emergency, bank";
	await copyTable(
		...[source, target],
		`SELECT ${lineup} FROM lineups WHERE team_id IN (SELECT id FROM teams WHERE season_id = ${season})`,
		`lineups (${lineup})`,
	);
}
