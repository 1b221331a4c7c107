import type { Database } from "../../apps/server/db/open.ts";
import { publishRound } from "../../apps/server/features/match-day/rounds/publish-round.ts";
import { writeIntColumns } from "../../apps/server/features/match-day/standings/copy-queries.ts";
import { type Comparison, measureMs, summarise } from "../measure.ts";
import { LIVE_ROUND, type LiveRound } from "./seed-live-round.ts";

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

/** Measures the minimum for saving standings: COPY of as many rows into a new table, with the primary key added after. */
async function measureBareCopy({ pool }: Database, rows: number): Promise<number> {
	const client = await pool.connect();
	const values = Int32Array.from({ length: rows }, (_, row) => row + 1);
	try {
		return await measureMs(async () => {
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

/** Compares publishing a round, one transaction, with a COPY of its standings. */
export async function comparePublication(database: Database, { now }: LiveRound, runs: number): Promise<Comparison> {
	const { pool } = database;
	const { rows } = await pool.query<{ teams: number }>("SELECT count(*)::int AS teams FROM teams");
	const teams = rows[0]?.teams ?? 0;
	const samples: number[] = [];
	const floor: number[] = [];
	for (let run = 0; run < runs; run++) {
		floor.push(await measureBareCopy(database, teams));
		await pool.query("UPDATE matches SET status = 'complete', completed_at = now() WHERE round_id = $1", [LIVE_ROUND]);
		await pool.query("UPDATE rounds SET status = 'playing', published_at = NULL, magic_number = NULL WHERE id = $1", [
			LIVE_ROUND,
		]);
		const milliseconds = await measureMs(async () => {
			const published = await publishRound(database, 1, LIVE_ROUND, now);
			if (!published) throw new Error("The round was not published");
		});
		samples.push(milliseconds);
	}
	return {
		what: `publish a round, ${teams.toLocaleString("en")} teams`,
		reached: summarise(samples),
		floorName: "COPY of the rows, key after",
		floor: summarise(floor),
		unit: "ms",
	};
}
