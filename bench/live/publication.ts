import type { Database } from "../../apps/server/db/open.ts";
import { publishRound } from "../../apps/server/features/match-day/rounds/publish-round.ts";
import { writeIntColumns } from "../../apps/server/features/match-day/standings/copy-queries.ts";
import { type Comparison, figures, timed } from "../measure.ts";
import { LIVE_ROUND, type Scene } from "./scene.ts";

const COLUMNS = [
	"season_id",
	"round_id",
	"points",
	"round_rank",
	"total_points",
	"highest_points",
	"overall_rank",
	"team_value",
];

/** The least that keeping a round's standings can be: the same rows by COPY into a new table, its key added after. */
async function bareCopy({ pool }: Database, rows: number): Promise<number> {
	const client = await pool.connect();
	const values = Int32Array.from({ length: rows }, (_, row) => row + 1);
	try {
		return await timed(async () => {
			await client.query("BEGIN");
			await client.query(`CREATE TABLE bare (team_id int, ${COLUMNS.map((name) => `${name} int`).join(", ")})`);
			await writeIntColumns(client, "bare", rows, {
				team_id: values,
				...Object.fromEntries(COLUMNS.map((name) => [name, values])),
			});
			await client.query("ALTER TABLE bare ADD PRIMARY KEY (team_id)");
			await client.query("COMMIT");
		});
	} finally {
		await client.query("DROP TABLE bare");
		client.release();
	}
}

/** A round from its last siren to standings, prices and the next round: one transaction. */
export async function comparePublication(database: Database, { now }: Scene, runs: number): Promise<Comparison> {
	const { pool } = database;
	const { rows } = await pool.query<{ teams: number }>("SELECT count(*)::int AS teams FROM teams");
	const teams = rows[0]?.teams ?? 0;
	const took: number[] = [];
	const floor: number[] = [];
	for (let run = 0; run < runs; run++) {
		floor.push(await bareCopy(database, teams));
		await pool.query("UPDATE matches SET status = 'complete', completed_at = now() WHERE round_id = $1", [LIVE_ROUND]);
		await pool.query("UPDATE rounds SET status = 'playing', published_at = NULL, magic_number = NULL WHERE id = $1", [
			LIVE_ROUND,
		]);
		const milliseconds = await timed(async () => {
			const published = await publishRound(database, 1, LIVE_ROUND, now);
			if (!published) throw new Error("The round was not to be published");
		});
		took.push(milliseconds);
	}
	return {
		what: `publish a round, ${teams.toLocaleString("en")} teams`,
		reached: figures(took),
		floorName: "COPY of the rows, key after",
		floor: figures(floor),
		unit: "ms",
	};
}
