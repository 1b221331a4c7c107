import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import { seedSoakSeason } from "../../testing/season/generated-season.ts";
import { type Comparison, measureInTurns } from "../measure.ts";
import type { Bench, BenchContext } from "../registry.ts";

const FLOOR_PROCESS = fileURLToPath(new URL("floor-process.ts", import.meta.url));
const CONNECTIONS = 50;

/** Measures the responses per second; every response must have the expected status. */
async function measureRate(
	url: string,
	headers: Record<string, string>,
	status: 200 | 304,
	isTiny: boolean,
): Promise<number> {
	const { requests, statusCodeStats = {} } = await autocannon({
		url,
		headers,
		connections: CONNECTIONS,
		...(isTiny ? { amount: 2 * CONNECTIONS } : { duration: 1 }),
	});
	const otherCodes = Object.keys(statusCodeStats).filter((code) => code !== String(status));
	if (otherCodes.length > 0) throw new Error(`${url} answered ${otherCodes.join()}`);
	return requests.average;
}

/** Compares the server process with a minimal one; this process generates the load. */
async function compare({ isTiny, openDatabase, startServer }: BenchContext): Promise<Comparison[]> {
	const database = await openDatabase();
	const floorProcess = fork(FLOOR_PROCESS, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
	try {
		const [port] = await once(floorProcess, "message");
		await seedSoakSeason(database.db, { seed: 1, rounds: 12, teams: 20 });
		const { address } = await startServer(database, { FEED: "manual" });
		const players = `${address}/json/fantasy/players.json`;
		const brotli = { "accept-encoding": "br" };
		const firstResponse = await fetch(players, { headers: brotli });
		const etag = firstResponse.headers.get("etag") ?? "";
		const bytes = firstResponse.headers.get("content-length") ?? "0";
		const results = await measureInTurns(
			{
				small: () => measureRate(`http://127.0.0.1:${port}/17`, {}, 200, isTiny),
				sameSize: () => measureRate(`http://127.0.0.1:${port}/${bytes}`, {}, 200, isTiny),
				full: () => measureRate(players, brotli, 200, isTiny),
				unchanged: () => measureRate(players, { ...brotli, "if-none-match": etag }, 304, isTiny),
			},
			isTiny ? { runs: 1, warmups: 0 } : { runs: 7, warmups: 1 },
		);
		const [atLeast, unit] = ["at least", "/s"] as const;
		return [
			{
				label: "players.json, brotli, 200",
				result: results.full,
				unit,
				goal: { kind: atLeast, ratio: 0.6 },
				floorName: `node:http, a body of ${bytes} bytes`,
				floor: results.sameSize,
			},
			{
				label: "players.json, 304",
				result: results.unchanged,
				unit,
				goal: { kind: atLeast, ratio: 0.5 },
				floorName: "node:http, a body of 17 bytes",
				floor: results.small,
			},
		];
	} finally {
		floorProcess.kill();
	}
}

export const bench: Bench = {
	name: "static",
	title: "Static files of the server, compared with a minimal server",
	run: compare,
};
