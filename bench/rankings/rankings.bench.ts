import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import Fastify, { type FastifyInstance } from "fastify";
import { type Comparison, figures, takeTurns, timed } from "../measure.ts";
import { createProduct } from "../product.ts";
import type { Bench } from "../registry.ts";
import { createLoad, type Load, type Request } from "../team/load.ts";
import { type Scene, setScene } from "./scene.ts";

const TEAMS = 1_000_000;
const REQUESTS = 12_000;
const RUNS = { runs: 9, warmups: 2 };
const CALL = "/api/en/fantasy/ranks/open-league";
const PAGES = TEAMS / 10;
const FAR = PAGES / 2;

const portOf = (app: FastifyInstance): number => {
	const address = app.server.address();
	if (typeof address !== "object" || address === null) throw new Error("not listening");
	return address.port;
};

/** A body of the same size from Fastify alone. */
async function createFloor(body: string): Promise<FastifyInstance> {
	const floor = Fastify();
	floor.get("/bytes", (_, reply) => reply.type("application/json; charset=utf-8").send(body));
	await floor.listen({ port: 0, host: "127.0.0.1" });
	return floor;
}

/** Bytes that the JavaScript heap and its buffers hold after a full collection. */
function memoryInUse(): number {
	setFlagsFromString("--expose-gc");
	runInNewContext("gc")();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

type Ask = (turn: number) => string;

function requests({ tokens }: Scene, ask: Ask) {
	let turn = 0;
	return (): Request[] =>
		Array.from({ length: REQUESTS }, () => {
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

async function measure(scene: Scene, load: Load, note: (line: string) => void): Promise<readonly Comparison[]> {
	const product = await createProduct(scene, { hearsNews: true });
	const before = memoryInUse();
	const first = await timed(async () => product.app.inject({ url: CALL, headers: { "x-sid": scene.tokens[0] ?? "" } }));
	note(`first answer, every name read: ${Math.round(first)} ms`);
	const cold = await coldFilters(product.app, scene);
	note(`first answer of each kind of filter: ${cold.map((each) => `${each.toFixed(1)} ms`).join(", ")}`);
	note(`${Math.round((memoryInUse() - before) / TEAMS)} bytes of memory a team for names and the filters used`);
	const { body } = await product.app.inject({ url: CALL, headers: { "x-sid": scene.tokens[0] ?? "" } });
	note(`${Buffer.byteLength(body)} bytes a page`);
	const floor = await createFloor(body);
	const [ours, theirs] = [portOf(product.app), portOf(floor)];
	const { squads } = scene;
	const run = (port: number, ask: Ask) => {
		const next = requests(scene, ask);
		return () => load.send(port, next());
	};
	const anywhere = (turn: number) => 1 + ((turn * 7_919) % PAGES);
	const results = await takeTurns(
		{
			floor: run(theirs, () => "/bytes"),
			first: run(ours, () => CALL),
			far: run(ours, () => `${CALL}?page=${FAR}`),
			filtered: run(
				ours,
				(turn) => `${CALL}?state=VIC&squadId=${squads[turn % squads.length]}&page=${1 + (turn % 400)}`,
			),
			anywhere: run(ours, (turn) => `${CALL}?page=${anywhere(turn)}`),
			past: run(ours, (turn) => `${CALL}?roundId=1&page=${anywhere(turn)}`),
		},
		RUNS,
	);
	const invert = ({ samples }: Comparison["reached"]) => figures(samples.map((perSecond) => 1_000_000 / perSecond));
	const pages = { before: invert(results.first), after: invert(results.far) };
	await floor.close();
	await product.close();
	const bytes = { floorName: "Fastify sending as many bytes", floor: results.floor, unit: "/s" as const };
	const goal = { kind: "at least" as const, ratio: 0.4 };
	return [
		{ what: "page 1, many managers", reached: results.first, ...bytes, goal },
		{ what: `page ${FAR.toLocaleString("en")}, many managers`, reached: results.far, ...bytes, goal },
		{ what: "a club's supporters in a state, 400 pages each", reached: results.filtered, ...bytes, goal },
		{ what: "a page anywhere", reached: results.anywhere, ...bytes, goal },
		{ what: "a page anywhere of a past round", reached: results.past, ...bytes, goal },
		{
			what: `page ${FAR.toLocaleString("en")}, microseconds a request`,
			reached: pages.after,
			unit: "ms",
			floorName: "page 1",
			floor: pages.before,
			goal: { kind: "at most", ratio: 1.2 },
		},
	];
}

export const bench: Bench = {
	name: "rankings",
	title: "Pages of the rankings of a million teams over HTTP, with names and the reader's own row",
	async run(note) {
		const planted = performance.now();
		const scene = await setScene(TEAMS);
		note(`${TEAMS.toLocaleString("en")} teams planted in ${Math.round((performance.now() - planted) / 1_000)} s`);
		const load = createLoad();
		try {
			return await measure(scene, load, note);
		} finally {
			await load.close();
			await scene.close();
		}
	},
};
