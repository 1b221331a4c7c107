import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import Fastify, { type FastifyInstance } from "fastify";
import { type Comparison, takeTurns, timed, withinLimit } from "../measure.ts";
import { createProduct, portOf } from "../product.ts";
import type { Bench, BenchContext } from "../registry.ts";
import { createLoad, type Load, type Request } from "../team/load.ts";
import { type Scene, setScene } from "./scene.ts";

const REQUESTS = 8_000;
const RUNS = { runs: 7, warmups: 1 };
const CALL = "/api/en/fantasy/ranks/open-league";

/** A body of the same size from Fastify alone. */
async function createFloor(body: string): Promise<FastifyInstance> {
	const floor = Fastify();
	floor.get("/bytes", (_, reply) => reply.type("application/json; charset=utf-8").send(body));
	await floor.listen({ port: 0, host: "127.0.0.1" });
	return floor;
}

/** Bytes that the JavaScript heap and its buffers hold after a full collection. */
async function memoryInUse(): Promise<number> {
	setFlagsFromString("--expose-gc");
	// Buffers found dead by one collection are given back by the next.
	for (let collection = 0; collection < 3; collection++) {
		runInNewContext("gc")();
		await new Promise((resolve) => setImmediate(resolve));
	}
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

type Ask = (turn: number) => string;

function requests({ tokens }: Scene, count: number, ask: Ask) {
	let turn = 0;
	return (): Request[] =>
		Array.from({ length: count }, () => {
			const index = turn++;
			return { token: tokens[index % tokens.length] ?? "", path: ask(index) };
		});
}

/** The first answers of a version, before anything of it has been put in order. */
async function coldFilters(app: FastifyInstance, { tokens, squads }: Scene): Promise<number[]> {
	const ask = (query: string) =>
		timed(async () => {
			const { statusCode, body } = await app.inject({ url: `${CALL}?${query}`, headers: { "x-sid": tokens[0] ?? "" } });
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
		samples.push(await ask(query));
	return samples;
}

async function measure(scene: Scene, load: Load, { isTiny, note }: BenchContext): Promise<readonly Comparison[]> {
	const { teams } = scene;
	const pages = Math.ceil(teams / 10);
	const far = Math.ceil(pages / 2);
	const product = await createProduct(scene, { isListening: true });
	const before = await memoryInUse();
	const first = await timed(async () => product.app.inject({ url: CALL, headers: { "x-sid": scene.tokens[0] ?? "" } }));
	note(`first answer, every name read: ${Math.round(first)} ms`);
	const cold = await coldFilters(product.app, scene);
	note(`first answer of each kind of filter: ${cold.map((each) => `${each.toFixed(1)} ms`).join(", ")}`);
	const bytesOfTeam = ((await memoryInUse()) - before) / teams;
	const { body } = await product.app.inject({ url: CALL, headers: { "x-sid": scene.tokens[0] ?? "" } });
	note(`${Buffer.byteLength(body)} bytes a page`);
	const floor = await createFloor(body);
	const [ours, theirs] = [portOf(product.app), portOf(floor)];
	const { squads } = scene;
	const run = (port: number, ask: Ask) => {
		const next = requests(scene, isTiny ? 20 : REQUESTS, ask);
		return () => load.send(port, next());
	};
	const anywhere = (turn: number) => 1 + ((turn * 7_919) % pages);
	const results = await takeTurns(
		{
			floor: run(theirs, () => "/bytes"),
			first: run(ours, () => CALL),
			far: run(ours, () => `${CALL}?page=${far}`),
			filtered: run(
				ours,
				(turn) => `${CALL}?state=VIC&squadId=${squads[turn % squads.length]}&page=${1 + (turn % 400)}`,
			),
			anywhere: run(ours, (turn) => `${CALL}?page=${anywhere(turn)}`),
			past: run(ours, (turn) => `${CALL}?roundId=1&page=${anywhere(turn)}`),
		},
		isTiny ? { runs: 1, warmups: 0 } : RUNS,
	);
	await floor.close();
	await product.close();
	const bytes = { floorName: "Fastify sending as many bytes", floor: results.floor, unit: "/s" as const };
	const goal = { kind: "at least" as const, ratio: 0.4 };
	return [
		{ what: "page 1, many managers", reached: results.first, ...bytes, goal },
		{ what: `page ${far.toLocaleString("en")}, many managers`, reached: results.far, ...bytes, goal },
		{ what: "a club's supporters in a state, 400 pages each", reached: results.filtered, ...bytes, goal },
		{ what: "a page anywhere", reached: results.anywhere, ...bytes, goal },
		{ what: "a page anywhere of a past round", reached: results.past, ...bytes, goal },
		withinLimit("memory a team, names and the filters used", [bytesOfTeam], 100, "bytes"),
	];
}

export const bench: Bench = {
	name: "rankings",
	title: "Pages of the rankings of a million teams over HTTP, with names and the reader's own row",
	async run(context) {
		const database = await context.openDatabase();
		const load = createLoad({ staysAwake: true });
		try {
			const planting = performance.now();
			const scene = await setScene(database, context.isTiny ? 500 : 1_000_000);
			context.note(`planted in ${Math.round((performance.now() - planting) / 1_000)} s`);
			return await measure(scene, load, context);
		} finally {
			await load.close();
			await database.close();
		}
	},
};
