import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import fastify from "fastify";
import type { Database } from "../../apps/server/db/open.ts";
import { publishRound } from "../../apps/server/features/match-day/rounds/publish-round.ts";
import { writeIntColumns } from "../../apps/server/features/standings/copy-queries.ts";
import { getPort } from "../app-server.ts";
import { type Comparison, compareWithLimit, measureMs, summarise } from "../measure.ts";
import { LIVE_ROUND, type LiveRound } from "./seed-live-round.ts";

const SAVE_PROCESS = fileURLToPath(new URL("save-process.ts", import.meta.url));
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

/**
 * Measures the fastest way to store standings: a COPY of as many rows into a new table, to which the primary key is added
 * afterwards.
 */
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

/**
 * Runs `work` in this process, while another process sends it one save of a team after another over HTTP. Returns the longest
 * time of a save in milliseconds. A save only takes the locks that every save of the server takes.
 */
async function measureSaves({ pool }: Database, teams: number, work: () => Promise<void>): Promise<number> {
	const app = fastify();
	app.post<{ Params: { team: string } }>("/:team", async ({ params }) => {
		await pool.query(
			`SELECT pg_advisory_xact_lock_shared(1, 1); UPDATE teams SET version = version + 1 WHERE id = ${Number(params.team)}`,
		);
		return {};
	});
	await app.listen({ host: "127.0.0.1", port: 0 });
	const saver = fork(SAVE_PROCESS, [String(getPort(app)), String(teams)]);
	const exited = once(saver, "exit");
	await once(saver, "message");
	await work();
	const longest = once(saver, "message");
	saver.send("stop");
	const [milliseconds] = await longest;
	await exited;
	await app.close();
	return Number(milliseconds);
}

/** Compares the publication of a round with a COPY of its standings, and measures how long saves wait for the publication. */
export async function comparePublication(
	database: Database,
	{ now }: LiveRound,
	runs: number,
): Promise<readonly Comparison[]> {
	const { pool } = database;
	const { rows } = await pool.query<{ teams: number }>("SELECT count(*)::int AS teams FROM teams");
	const teams = rows[0]?.teams ?? 0;
	const samples: number[] = [];
	const floor: number[] = [];
	const waits: number[] = [];
	for (let run = 0; run < runs; run++) {
		floor.push(await measureBareCopy(database, teams));
		await pool.query("UPDATE matches SET status = 'complete', completed_at = now() WHERE round_id = $1", [LIVE_ROUND]);
		await pool.query("UPDATE rounds SET status = 'playing', published_at = NULL, magic_number = NULL WHERE id = $1", [
			LIVE_ROUND,
		]);
		const publish = async () => {
			const published = await publishRound(database, 1, LIVE_ROUND, now);
			if (!published) throw new Error("The round was not published");
		};
		waits.push(await measureSaves(database, teams, async () => void samples.push(await measureMs(publish))));
	}
	const size = teams.toLocaleString("en");
	return [
		{
			label: `publish a round, ${size} teams`,
			result: summarise(samples),
			floorName: "COPY of the rows, then the key",
			floor: summarise(floor),
			unit: "ms",
			goal: { kind: "at most", ratio: 3 },
		},
		compareWithLimit(`longest wait of a save meanwhile, ${size} teams`, waits, 1_000, "ms"),
	];
}
