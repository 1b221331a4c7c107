import type { FastifyInstance } from "fastify";
import { type Comparison, figures, takeTurns } from "../measure.ts";
import { processorTime } from "../processor-time.ts";
import { createProduct, portOf } from "../product.ts";
import type { Bench } from "../registry.ts";
import { createFloors, type Samples } from "./floors.ts";
import { createLoad, type Request } from "./load.ts";
import { type Scene, setScene } from "./scene.ts";

const MANAGERS = 8_000;
/** Short runs, many times in turn: what else the machine does falls on both sides alike. */
interface Repetitions {
	readonly reads: number;
	readonly writes: number;
	readonly trades: number;
	readonly turns: { readonly runs: number; readonly warmups: number };
}
const REPETITIONS: Repetitions = { reads: 2_000, writes: 700, trades: 350, turns: { runs: 15, warmups: 3 } };
const TINY: Repetitions = { reads: 4, writes: 4, trades: 2, turns: { runs: 1, warmups: 0 } };
const API = "/api/en/fantasy";

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

async function measure(
	scene: Scene,
	{ reads, writes, trades, turns }: Repetitions,
	note: (line: string) => void,
): Promise<readonly Comparison[]> {
	const product = await createProduct(scene, { isListening: false });
	const samples = await samplesOf(product.app, scene);
	const floors = await createFloors(scene.database.url, samples);
	const load = createLoad();
	const { started, toStart, slots } = scene;
	const { pool } = scene.database;
	const [ours, theirs] = [portOf(product.app), portOf(floors.app)];
	const [defender = 0, , , , , midfielder = 0, otherMidfielder = 0] = slots;
	const { lineup, bench, utilityId, captainId, viceCaptainId, emergency } = (samples.shown as { team: Shown }).team;
	const line = { lineup, bench, utilityId, captainId, viceCaptainId };

	const run = (port: number, requests: () => Request[]) => () => load.send(port, requests());
	/** The same, and how much processor time a request took. */
	const timedRun = (port: number, requests: () => Request[], costs: number[]) => async () => {
		const before = await processorTime(pool);
		const perSecond = await load.send(port, requests());
		costs.push(((await processorTime(pool)) - before) / writes);
		return perSecond;
	};
	const shuffled = started.toSorted(() => Math.random() - 0.5);
	const shown = await takeTurns(
		{
			floor: run(
				theirs,
				rotation(shuffled, reads, (token) => ({ token, path: "/team" })),
			),
			show: run(
				ours,
				rotation(shuffled, reads, (token) => ({ token, path: `${API}/team/show-my` })),
			),
		},
		turns,
	);
	note("Reading measured");
	const post = (path: string, bodyOf: (turn: number) => unknown, tokens = started, count = writes) =>
		rotation(tokens, count, (token, turn) => ({ token, path, body: bodyOf(turn) }));
	const swap = { swapsPairs: [[defender, slots[16]]] };
	const armband = (turn: number) => ({ type: "captain", newId: turn % 2 === 0 ? midfielder : otherMidfielder });
	const edit = (turn: number) => ({ ...line, emergency: turn % 2 === 0 ? emergency.slice(1) : emergency });
	const costs: { readonly bare: number[]; readonly update: number[] } = { bare: [], update: [] };
	const saves = await takeTurns(
		{
			bare: timedRun(
				theirs,
				post("/act", () => swap),
				costs.bare,
			),
			update: timedRun(ours, post(`${API}/team/update`, edit, toStart), costs.update),
			swap: run(
				ours,
				post(`${API}/team/swap`, () => swap),
			),
			captain: run(ours, post(`${API}/team/change-captain`, armband)),
		},
		turns,
	);
	note("Saving measured");
	const into = scene.free("DEF");
	const pairs = (turn: number) => ({ tradePairs: [{ playerInId: into[turn], playerOutId: slots[turn + 1] }] });
	const traded = await takeTurns(
		{
			bare: run(theirs, post("/trade", pairs, toStart, trades)),
			make: run(ours, post(`${API}/trade/make`, pairs, started, trades)),
		},
		turns,
	);
	await load.close();
	await floors.close();
	await product.close();

	const atLeast = (ratio: number) => ({ unit: "/s", goal: { kind: "at least", ratio } }) as const;
	const row = { floorName: "versioned UPDATE and history row", floor: saves.bare, ...atLeast(0.7) };
	return [
		{
			what: "team/show-my",
			reached: shown.show,
			floorName: "session row and team row by key",
			floor: shown.floor,
			...atLeast(0.7),
		},
		{ what: "team/update", reached: saves.update, ...row },
		{ what: "team/swap", reached: saves.swap, ...row },
		{ what: "team/change-captain", reached: saves.captain, ...row },
		{
			what: "trade/make",
			reached: traded.make,
			floorName: "BEGIN … COMMIT with the same rows",
			floor: traded.bare,
			...atLeast(0.6),
		},
		{
			what: "processor time a save, Node and PostgreSQL",
			reached: figures(costs.update.slice(turns.warmups)),
			floorName: "versioned UPDATE and history row",
			floor: figures(costs.bare.slice(turns.warmups)),
			unit: "ms",
			goal: { kind: "at most", ratio: 1.2 },
		},
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
	async run({ isTiny, note, openDatabase }) {
		const database = await openDatabase();
		try {
			return await measure(await setScene(database, isTiny ? 20 : MANAGERS), isTiny ? TINY : REPETITIONS, note);
		} finally {
			await database.close();
		}
	},
};
