import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import { startServerProcess } from "../../apps/server/testing/server-process.ts";
import { plantSoakSeason } from "../../soak/season.ts";
import { type Comparison, takeTurns } from "../measure.ts";
import type { Bench, BenchContext } from "../registry.ts";

const HELLO = fileURLToPath(new URL("hello-process.ts", import.meta.url));
const CONNECTIONS = 50;

/** Answers a second, all of the status that is expected. */
async function rate(url: string, headers: Record<string, string>, status: 200 | 304, isTiny: boolean): Promise<number> {
	const { requests, statusCodeStats = {} } = await autocannon({
		url,
		headers,
		connections: CONNECTIONS,
		...(isTiny ? { amount: 2 * CONNECTIONS } : { duration: 1 }),
	});
	const others = Object.keys(statusCodeStats).filter((code) => code !== String(status));
	if (others.length > 0) throw new Error(`${url} answered ${others.join()}`);
	return requests.average;
}

/** The product's own server, as it is started, beside a bare one; the load comes from this process. */
async function compare({ isTiny, openDatabase }: BenchContext): Promise<Comparison[]> {
	const database = await openDatabase();
	const bare = fork(HELLO, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
	try {
		const [port] = await once(bare, "message");
		await plantSoakSeason(database.db, { seed: 1, rounds: 12, teams: 20 });
		const server = await startServerProcess({ DATABASE_URL: database.url, FEED: "manual" });
		const players = `${server.address}/json/fantasy/players.json`;
		const brotli = { "accept-encoding": "br" };
		const first = await fetch(players, { headers: brotli });
		const etag = first.headers.get("etag") ?? "";
		const bytes = first.headers.get("content-length") ?? "0";
		const took = await takeTurns(
			{
				hello: () => rate(`http://127.0.0.1:${port}/17`, {}, 200, isTiny),
				alike: () => rate(`http://127.0.0.1:${port}/${bytes}`, {}, 200, isTiny),
				whole: () => rate(players, brotli, 200, isTiny),
				unchanged: () => rate(players, { ...brotli, "if-none-match": etag }, 304, isTiny),
			},
			isTiny ? { runs: 1, warmups: 0 } : { runs: 7, warmups: 1 },
		);
		await server.stop();
		const [atLeast, unit] = ["at least", "/s"] as const;
		return [
			{
				what: "players.json, brotli, 200",
				reached: took.whole,
				unit,
				goal: { kind: atLeast, ratio: 0.6 },
				floorName: `node:http, a body of ${bytes} bytes`,
				floor: took.alike,
			},
			{
				what: "players.json, 304",
				reached: took.unchanged,
				unit,
				goal: { kind: atLeast, ratio: 0.5 },
				floorName: "node:http hello",
				floor: took.hello,
			},
		];
	} finally {
		bare.kill();
		await database.close();
	}
}

export const bench: Bench = {
	name: "static",
	title: "Static files by the product's server, beside a bare one",
	run: compare,
};
