import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import Fastify, { type FastifyInstance } from "fastify";
import { getPort, startAppServer } from "../app-server.ts";
import { type Comparison, compareWithLimit, measureInTurns, measureMs } from "../measure.ts";
import type { Bench, BenchContext } from "../registry.ts";
import { createLoad, createRequests, type Load } from "../team/load.ts";
import { type SeededRankings, seedRankings } from "./seed-rankings.ts";

const REQUESTS = 8_000;
const RUNS = { runs: 7, warmups: 1 };
const CALL_PATH = "/api/en/fantasy/ranks/open-league";

/** Starts a bare Fastify server that sends a page's body. */
async function startFloorServer(body: string): Promise<FastifyInstance> {
	const floor = Fastify();
	floor.get("/bytes", (_, reply) => reply.type("application/json; charset=utf-8").send(body));
	await floor.listen({ port: 0, host: "127.0.0.1" });
	return floor;
}

/** Measures the bytes of the JavaScript heap and its buffers after a full garbage collection. */
async function measureMemory(): Promise<number> {
	setFlagsFromString("--expose-gc");
	// Several times, because buffers are freed only by the collection after the one that found them unreachable.
	for (let collection = 0; collection < 3; collection++) {
		runInNewContext("gc")();
		await new Promise((resolve) => setImmediate(resolve));
	}
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

type PathBuilder = (turn: number) => string;

/** Measures the first response of each filter, before any of them is cached. */
async function measureColdFilters(app: FastifyInstance, { tokens, squads }: SeededRankings): Promise<number[]> {
	const measureQuery = (query: string) =>
		measureMs(async () => {
			const { statusCode, body } = await app.inject({
				url: `${CALL_PATH}?${query}`,
				headers: { "x-sid": tokens[0] ?? "" },
			});
			if (statusCode !== 200) throw new Error(body);
		});
	const samples: number[] = [];
	for (const query of [
		"state=VIC",
		`squadId=${squads[3]}`,
		`state=WA&squadId=${squads[5]}`,
		"order=avgPoints",
		"state=SA&order=roundPoints",
	])
		samples.push(await measureQuery(query));
	return samples;
}

async function measure(
	seeded: SeededRankings,
	load: Load,
	{ isTiny, log }: BenchContext,
): Promise<readonly Comparison[]> {
	const { teams } = seeded;
	const pages = Math.ceil(teams / 10);
	const middlePage = Math.ceil(pages / 2);
	const appServer = await startAppServer(seeded, { hasPgListener: true });
	const before = await measureMemory();
	const firstResponseMs = await measureMs(async () =>
		appServer.app.inject({ url: CALL_PATH, headers: { "x-sid": seeded.tokens[0] ?? "" } }),
	);
	log(`first response, reading all names: ${Math.round(firstResponseMs)} ms`);
	const cold = await measureColdFilters(appServer.app, seeded);
	log(`first response of each filter: ${cold.map((duration) => `${duration.toFixed(1)} ms`).join(", ")}`);
	const bytesPerTeam = ((await measureMemory()) - before) / teams;
	const { body } = await appServer.app.inject({ url: CALL_PATH, headers: { "x-sid": seeded.tokens[0] ?? "" } });
	log(`${Buffer.byteLength(body)} bytes per page`);
	const floor = await startFloorServer(body);
	const [appServerPort, floorPort] = [getPort(appServer.app), getPort(floor)];
	const { squads } = seeded;
	const run = (port: number, buildPath: PathBuilder) => {
		let turn = 0;
		const count = isTiny ? 20 : REQUESTS;
		const next = createRequests(seeded.tokens, count, (token) => ({ token, path: buildPath(turn++) }));
		return () => load.send(port, next());
	};
	const pickPage = (turn: number) => 1 + ((turn * 7_919) % pages);
	const results = await measureInTurns(
		{
			floor: run(floorPort, () => "/bytes"),
			first: run(appServerPort, () => CALL_PATH),
			middle: run(appServerPort, () => `${CALL_PATH}?page=${middlePage}`),
			filtered: run(
				appServerPort,
				(turn) => `${CALL_PATH}?state=VIC&squadId=${squads[turn % squads.length]}&page=${1 + (turn % 400)}`,
			),
			random: run(appServerPort, (turn) => `${CALL_PATH}?page=${pickPage(turn)}`),
			past: run(appServerPort, (turn) => `${CALL_PATH}?roundId=1&page=${pickPage(turn)}`),
		},
		isTiny ? { runs: 1, warmups: 0 } : RUNS,
	);
	await floor.close();
	await appServer.close();
	const bareFastify = { floorName: "bare Fastify, the same body", floor: results.floor, unit: "/s" as const };
	const goal = { kind: "at least" as const, ratio: 0.4 };
	return [
		{ label: "page 1, many managers", result: results.first, ...bareFastify, goal },
		{ label: `page ${middlePage.toLocaleString("en")}, many managers`, result: results.middle, ...bareFastify, goal },
		{ label: "a club's supporters in a state, 400 pages each", result: results.filtered, ...bareFastify, goal },
		{ label: "a random page", result: results.random, ...bareFastify, goal },
		{ label: "a random page of a past round", result: results.past, ...bareFastify, goal },
		compareWithLimit("memory per team, with names and filters", [bytesPerTeam], 100, "bytes"),
	];
}

export const bench: Bench = {
	name: "rankings",
	title: "Pages of the rankings of a million teams over HTTP, with names and the reader's own row",
	async run(context) {
		const database = await context.openDatabase();
		const load = createLoad({ staysAwake: true });
		try {
			const seedingStart = performance.now();
			const seeded = await seedRankings(database, context.isTiny ? 500 : 1_000_000);
			context.log(`seeded in ${Math.round((performance.now() - seedingStart) / 1_000)} s`);
			return await measure(seeded, load, context);
		} finally {
			await load.close();
		}
	},
};
