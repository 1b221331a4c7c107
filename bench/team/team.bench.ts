import type { FastifyInstance } from "fastify";
import { getPort, startAppServer } from "../app-server.ts";
import { type Comparison, measureInTurns, summarise } from "../measure.ts";
import { getProcessorTime } from "../processor-time.ts";
import type { Bench } from "../registry.ts";
import { measureAutofillFlood } from "./autofill-flood.ts";
import { createFloors, type Samples } from "./floors.ts";
import { createLoad, createRequests, type Request } from "./load.ts";
import { type SeededManagers, seedManagers } from "./seed-managers.ts";

const MANAGERS = 8_000;
interface Repetitions {
	/** Requests in a run. */
	readonly reads: number;
	readonly writes: number;
	readonly trades: number;
	/** Saves before and during a flood of autofills. */
	readonly floodedSaves: number;
	readonly turns: { readonly runs: number; readonly warmups: number };
}
/** Many short runs, so that other load on the machine affects all candidates alike. */
const REPETITIONS: Repetitions = {
	reads: 2_000,
	writes: 700,
	trades: 350,
	floodedSaves: 150,
	turns: { runs: 15, warmups: 3 },
};
const TINY: Repetitions = { reads: 4, writes: 4, trades: 2, floodedSaves: 2, turns: { runs: 1, warmups: 0 } };
const API = "/api/en/fantasy";

/** Collects responses of the server and a saved row, for the floors. */
async function collectSamples(
	app: FastifyInstance,
	{ database, season, slots, startedTokens, notStartedTokens }: SeededManagers,
): Promise<Samples> {
	const callApi = async (path: string, token = startedTokens.at(-1), body?: object) => {
		const response = await app.inject({
			method: body ? "POST" : "GET",
			url: `${API}${path}`,
			headers: { "x-sid": token ?? "" },
			...(body ? { payload: body } : {}),
		});
		if (response.statusCode !== 200) throw new Error(response.body);
		return response.json().success;
	};
	const team = await callApi("/team/show-my");
	const saveResult = await callApi("/team/swap", startedTokens.at(-1), { swapsPairs: [[slots[0], slots[16]]] });
	const { rows } = await database.pool.query("SELECT saved FROM team_actions");
	const users = await database.pool.query<{ user_id: number }>("SELECT user_id FROM teams ORDER BY user_id");
	return {
		seasonId: season.id,
		team,
		saveResult,
		saved: rows[0].saved,
		slots,
		userIds: users.rows.map(({ user_id }) => user_id).slice(-notStartedTokens.length),
	};
}

/** A server with the managers, the floors and the load that is sent to both. */
interface Setup {
	readonly seeded: SeededManagers;
	readonly repetitions: Repetitions;
	readonly appServerPort: number;
	readonly floorPort: number;
	/** Creates a run, which returns the requests per second. */
	readonly run: (port: number, requests: () => Request[]) => () => Promise<number>;
}

function measureReads({ seeded: { startedTokens }, repetitions, appServerPort, floorPort, run }: Setup) {
	const shuffled = startedTokens.toSorted(() => Math.random() - 0.5);
	const read = (path: string) => createRequests(shuffled, repetitions.reads, (token) => ({ token, path }));
	return measureInTurns(
		{ floor: run(floorPort, read("/team")), show: run(appServerPort, read(`${API}/team/show-my`)) },
		repetitions.turns,
	);
}

const post = (
	path: string,
	buildBody: (turn: number) => unknown,
	tokens: readonly string[],
	count: number,
): (() => Request[]) => createRequests(tokens, count, (token, turn) => ({ token, path, body: buildBody(turn) }));

/** Measures saves, and the processor time of each request of two of them. */
async function measureSaves(
	{ seeded, repetitions: { writes, turns }, appServerPort, floorPort, run }: Setup,
	buildTeamUpdate: (turn: number) => unknown,
) {
	const { startedTokens, notStartedTokens, slots, database } = seeded;
	// The first five slots are those of defenders, the next ones those of midfielders.
	const [defender, midfielder, otherMidfielder] = [slots[0], slots[5], slots[6]];
	const costs: { readonly bare: number[]; readonly update: number[] } = { bare: [], update: [] };
	/** Like `run`, and records the processor time per request. */
	const runTimed = (port: number, requests: () => Request[], ownCosts: number[]) => async () => {
		const before = await getProcessorTime(database.pool);
		const perSecond = await run(port, requests)();
		ownCosts.push(((await getProcessorTime(database.pool)) - before) / writes);
		return perSecond;
	};
	const swap = () => ({ swapsPairs: [[defender, slots[16]]] });
	const buildCaptainChange = (turn: number) => ({
		type: "captain",
		newId: turn % 2 === 0 ? midfielder : otherMidfielder,
	});
	const update = post(`${API}/team/update`, buildTeamUpdate, notStartedTokens, writes);
	const results = await measureInTurns(
		{
			bare: runTimed(floorPort, post("/save", swap, startedTokens, writes), costs.bare),
			update: runTimed(appServerPort, update, costs.update),
			swap: run(appServerPort, post(`${API}/team/swap`, swap, startedTokens, writes)),
			captain: run(appServerPort, post(`${API}/team/change-captain`, buildCaptainChange, startedTokens, writes)),
		},
		turns,
	);
	return {
		...results,
		bareCost: summarise(costs.bare.slice(turns.warmups)),
		updateCost: summarise(costs.update.slice(turns.warmups)),
	};
}

function measureTrades({ seeded, repetitions: { trades, turns }, appServerPort, floorPort, run }: Setup) {
	const { startedTokens, notStartedTokens, slots } = seeded;
	const freeDefenders = seeded.listFreeIds("DEF");
	const buildTrade = (turn: number) => ({
		tradePairs: [{ playerInId: freeDefenders[turn], playerOutId: slots[turn + 1] }],
	});
	return measureInTurns(
		{
			bare: run(floorPort, post("/trade", buildTrade, notStartedTokens, trades)),
			make: run(appServerPort, post(`${API}/trade/make`, buildTrade, startedTokens, trades)),
		},
		turns,
	);
}

async function measure(
	seeded: SeededManagers,
	repetitions: Repetitions,
	log: (line: string) => void,
): Promise<readonly Comparison[]> {
	const appServer = await startAppServer(seeded, { hasPgListener: false });
	const samples = await collectSamples(appServer.app, seeded);
	const floors = await createFloors(seeded.database.url, samples);
	const load = createLoad();
	const setup: Setup = {
		seeded,
		repetitions,
		appServerPort: getPort(appServer.app),
		floorPort: getPort(floors.app),
		run: (port, requests) => () => load.send(port, requests()),
	};
	const { lineup, bench, utilityId, captainId, viceCaptainId, emergency } = (samples.team as { team: SavedTeam }).team;
	const teamData = { lineup, bench, utilityId, captainId, viceCaptainId };
	const buildTeamUpdate = (turn: number) => ({
		...teamData,
		emergency: turn % 2 === 0 ? emergency.slice(1) : emergency,
	});

	const readResults = await measureReads(setup);
	log("Reading measured");
	const saveResults = await measureSaves(setup, buildTeamUpdate);
	log("Saving measured");
	const tradeResults = await measureTrades(setup);
	const flood = await measureAutofillFlood(appServer.app, seeded, {
		savedTeam: buildTeamUpdate(0),
		saves: repetitions.floodedSaves,
	});
	log("Saving during a flood of autofills measured");
	await load.close();
	await floors.close();
	await appServer.close();

	const buildMinimumGoal = (ratio: number) => ({ unit: "/s", goal: { kind: "at least", ratio } }) as const;
	const saveRow = { floorName: "versioned UPDATE and history row", floor: saveResults.bare, ...buildMinimumGoal(0.7) };
	return [
		{
			label: "team/show-my",
			result: readResults.show,
			floorName: "session row and team row by key",
			floor: readResults.floor,
			...buildMinimumGoal(0.7),
		},
		{ label: "team/update", result: saveResults.update, ...saveRow },
		{ label: "team/swap", result: saveResults.swap, ...saveRow },
		{ label: "team/change-captain", result: saveResults.captain, ...saveRow },
		{
			label: "trade/make",
			result: tradeResults.make,
			floorName: "BEGIN … COMMIT with the same rows",
			floor: tradeResults.bare,
			...buildMinimumGoal(0.6),
		},
		{
			label: "processor time per save, Node and PostgreSQL",
			result: saveResults.updateCost,
			floorName: "versioned UPDATE and history row",
			floor: saveResults.bareCost,
			unit: "ms",
			goal: { kind: "at most", ratio: 1.2 },
		},
		{
			label: "a save while 30 accounts flood autofill",
			result: flood.flooded,
			floorName: "a save alone",
			floor: flood.alone,
			unit: "ms",
			goal: { kind: "at most", ratio: 10 },
		},
	];
}

interface SavedTeam {
	readonly lineup: unknown;
	readonly bench: unknown;
	readonly utilityId: number;
	readonly captainId: number;
	readonly viceCaptainId: number;
	readonly emergency: readonly number[];
}

export const bench: Bench = {
	name: "team",
	title: "Reading and changing a team over HTTP, compared with bare Fastify and pg",
	async run({ isTiny, log, openDatabase }) {
		const seeded = await seedManagers(await openDatabase(), isTiny ? 8 : MANAGERS);
		return measure(seeded, isTiny ? TINY : REPETITIONS, log);
	},
};
