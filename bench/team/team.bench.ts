import type { FastifyInstance } from "fastify";
import { type Comparison, type Figures, takeTurns } from "../measure.ts";
import { createProduct } from "../product.ts";
import type { Bench } from "../registry.ts";
import { createFloors, type Samples } from "./floors.ts";
import { createLoad, type Request } from "./load.ts";
import { type Scene, setScene } from "./scene.ts";

const MANAGERS = 8_000;
// Short runs, many times in turn: what else the machine does falls on both sides alike.
const READS = 2_000;
const WRITES = 700;
const TRADES = 350;
const RUNS = { runs: 21, warmups: 3 };
const API = "/api/en/fantasy";

const portOf = (app: FastifyInstance): number => {
	const address = app.server.address();
	if (typeof address !== "object" || address === null) throw new Error("not listening");
	return address.port;
};

/** The product's own answers, which the floors repeat. */
async function samplesOf(app: FastifyInstance, { database, season, slots, started, toStart }: Scene): Promise<Samples> {
	const ask = async (path: string, token = started.at(-1), body?: object) => {
		const answer = await app.inject({
			method: body ? "POST" : "GET",
			url: `${API}${path}`,
			headers: { "x-sid": token ?? "" },
			...(body ? { payload: body } : {}),
		});
		if (answer.statusCode !== 200) throw new Error(answer.body);
		return answer.json().success;
	};
	const shown = await ask("/team/show-my");
	const done = await ask("/team/swap", started.at(-1), { swapsPairs: [[slots[0], slots[16]]] });
	const { rows } = await database.pool.query("SELECT saved FROM team_actions");
	const users = await database.pool.query<{ user_id: number }>("SELECT user_id FROM teams ORDER BY user_id");
	return {
		seasonId: season.id,
		shown,
		done,
		saved: rows[0].saved,
		slots,
		userIds: users.rows.map(({ user_id }) => user_id).slice(-toStart.length),
	};
}

/** A run's requests, each time of other managers. */
function rotation(tokens: readonly string[], count: number, request: (token: string, turn: number) => Request) {
	let turn = 0;
	return (): Request[] =>
		Array.from({ length: count }, () => {
			const index = turn++;
			return request(tokens[index % tokens.length] ?? "", Math.floor(index / tokens.length));
		});
}

async function measure(scene: Scene, note: (line: string) => void): Promise<readonly Comparison[]> {
	const product = await createProduct(scene, { hearsNews: false });
	const samples = await samplesOf(product.app, scene);
	const floors = await createFloors(scene.database.url, samples);
	const load = createLoad();
	const { started, toStart, slots } = scene;
	const [ours, theirs] = [portOf(product.app), portOf(floors.app)];
	const [defender = 0, , , , , midfielder = 0, otherMidfielder = 0] = slots;
	const { lineup, bench, utilityId, captainId, viceCaptainId, emergency } = (samples.shown as { team: Shown }).team;
	const line = { lineup, bench, utilityId, captainId, viceCaptainId };

	const run = (port: number, requests: () => Request[]) => () => load.send(port, requests());
	const shuffled = started.toSorted(() => Math.random() - 0.5);
	const compare = async <Name extends string>(contestants: Record<Name, () => Promise<number>>) => {
		const results = await takeTurns(contestants, RUNS);
		note(Object.keys(contestants).join(", "));
		return results;
	};
	const comparison = (what: string, floorName: string, ratio?: number) => ({
		what,
		floorName,
		unit: "/s" as const,
		...(ratio ? { goal: { kind: "at least" as const, ratio } } : {}),
	});

	const reads = await compare({
		floor: run(
			theirs,
			rotation(shuffled, READS, (token) => ({ token, path: "/team" })),
		),
		show: run(
			ours,
			rotation(shuffled, READS, (token) => ({ token, path: `${API}/team/show-my` })),
		),
	});
	const post = (path: string, bodyOf: (turn: number) => unknown, tokens = started, count = WRITES) =>
		rotation(tokens, count, (token, turn) => ({ token, path, body: bodyOf(turn) }));
	const swap = { swapsPairs: [[defender, slots[16]]] };
	const armband = (turn: number) => ({ type: "captain", newId: turn % 2 === 0 ? midfielder : otherMidfielder });
	const edit = (turn: number) => ({ ...line, emergency: turn % 2 === 0 ? emergency.slice(1) : emergency });
	const writes = await compare({
		bare: run(
			theirs,
			post("/act", () => swap),
		),
		signedIn: run(
			theirs,
			post("/act-signed-in", () => swap),
		),
		update: run(ours, post(`${API}/team/update`, edit, toStart)),
		swap: run(
			ours,
			post(`${API}/team/swap`, () => swap),
		),
		captain: run(ours, post(`${API}/team/change-captain`, armband)),
	});
	const into = scene.free("DEF");
	const pairs = (turn: number) => ({ tradePairs: [{ playerInId: into[turn], playerOutId: slots[turn + 1] }] });
	const trades = await compare({
		bare: run(theirs, post("/trade", pairs, toStart, TRADES)),
		signedIn: run(theirs, post("/trade-signed-in", pairs, toStart, TRADES)),
		make: run(ours, post(`${API}/trade/make`, pairs, started, TRADES)),
	});
	await load.close();
	await floors.close();
	await product.close();

	const { update, swap: swaps, captain } = writes;
	const beside = (
		what: string,
		reached: Figures,
		floors: Record<"bare" | "signedIn", Figures>,
		name: string,
		goal: number,
	) => [
		{ ...comparison(what, name, goal), reached, floor: floors.bare },
		{ ...comparison(what, `the same and the session row`), reached, floor: floors.signedIn },
	];
	const row = "versioned UPDATE and history row";
	return [
		{
			...comparison("team/show-my", "session row and team row by key", 0.8),
			reached: reads.show,
			floor: reads.floor,
		},
		...beside("team/update", update, writes, row, 0.8),
		...beside("team/swap", swaps, writes, row, 0.8),
		...beside("team/change-captain", captain, writes, row, 0.8),
		...beside("trade/make", trades.make, trades, "BEGIN … COMMIT with the same rows", 0.6),
	];
}

interface Shown {
	readonly lineup: unknown;
	readonly bench: unknown;
	readonly utilityId: number;
	readonly captainId: number;
	readonly viceCaptainId: number;
	readonly emergency: readonly number[];
}

export const bench: Bench = {
	name: "team",
	title: "Reading and changing one's team over HTTP, beside Fastify and pg with nothing but the rows",
	async run(note) {
		const scene = await setScene(MANAGERS);
		try {
			return await measure(scene, note);
		} finally {
			await scene.close();
		}
	},
};
