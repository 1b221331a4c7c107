import { type RawBuilder, sql } from "kysely";
import { listRows } from "../../apps/server/db/rows.ts";
import type { TestApp } from "./test-app.ts";

/** Ids of copies are apart from those of everything else. */
const FIRST_COPY_ID = 100_000;
const CODE_LETTERS = "ABCDEFGHJK";

type Db = TestApp["database"]["db"];

/** Copies the rows of a league in a table, and adds to some of their ids. */
async function copyRows(
	db: Db,
	table: string,
	{ leagueId, offset }: { readonly leagueId: number; readonly offset: number },
	shifted: readonly string[],
	changes: RawBuilder<unknown> = sql`'{}'::jsonb`,
): Promise<void> {
	const rows = await listRows(db)<{ column_name: string }>`SELECT column_name FROM information_schema.columns
		WHERE table_schema = 'public' AND table_name = ${table} AND is_generated = 'NEVER'`;
	const columns = rows.map(({ column_name: name }) => sql.ref(name));
	const copied = rows.map(({ column_name: name }) => sql.ref(`copy.${name}`));
	const ids = shifted.map((column) => sql`${column}::text, original.${sql.ref(column)} + ${offset}::int`);
	await sql`INSERT INTO ${sql.table(table)} (${sql.join(columns)}) OVERRIDING SYSTEM VALUE
		SELECT ${sql.join(copied)} FROM ${sql.table(table)} AS original CROSS JOIN LATERAL jsonb_populate_record(
			NULL::${sql.table(table)}, to_jsonb(original) || jsonb_build_object(${sql.join(ids)}) || ${changes}) AS copy
		WHERE original.${sql.ref(table === "leagues" ? "id" : "league_id")} = ${leagueId}`.execute(db);
}

/** Makes a copy of a drafted league. The number of its teams is counted by a trigger. */
const copyLeague = (db: Db, from: { readonly leagueId: number; readonly offset: number }, code: string) =>
	db.transaction().execute(async (trx) => {
		await copyRows(trx, "leagues", from, ["id"], sql`jsonb_build_object('code', ${code}::text, 'num_teams', 0)`);
		await copyRows(trx, "drafts", from, ["league_id"]);
		await copyRows(trx, "teams", from, ["id", "league_id"]);
		await copyRows(trx, "league_members", from, ["league_id", "team_id", "joined_no"]);
		await copyRows(trx, "draft_seats", from, ["league_id", "team_id"]);
		await copyRows(trx, "draft_picks", from, ["league_id", "original_team_id", "team_id"]);
		await copyRows(trx, "squad_changes", from, ["id", "league_id", "team_id", "undone_by"]);
		await copyRows(trx, "player_moves", from, ["id", "league_id", "from_team_id", "to_team_id", "change_id"]);
		await sql`INSERT INTO lineups (team_id, round_id, slots, captain_id, vice_captain_id, emergency)
			SELECT l.team_id + ${from.offset}::int, round_id, slots, captain_id, vice_captain_id, emergency
			FROM lineups l JOIN teams t ON t.id = l.team_id WHERE t.league_id = ${from.leagueId}`.execute(trx);
	});

/** Copies a drafted league with its teams, squads and line-ups as they are; returns the ids of the copies. */
export async function copyDraftLeague(
	{ database: { db } }: Pick<TestApp, "database">,
	leagueId: number,
	copies: number,
): Promise<number[]> {
	const ids: number[] = [];
	for (let copy = 0; copy < copies; copy++) {
		const { count } = await db
			.selectFrom("leagues")
			.select(({ fn }) => fn.countAll<number>().as("count"))
			.executeTakeFirstOrThrow();
		const offset = FIRST_COPY_ID * Number(count);
		const digits = [...String(count).padStart(3, "0")];
		await copyLeague(db, { leagueId, offset }, `CPY${digits.map((digit) => CODE_LETTERS[Number(digit)]).join("")}`);
		ids.push(leagueId + offset);
	}
	return ids;
}
