import { generateLoad, type LoadSize } from "../../apps/server/features/load-test/generate.ts";
import { type Comparison, compareWithLimit, summarise } from "../measure.ts";
import type { Bench } from "../registry.ts";
import { divideCores, useAllCores } from "./cores.ts";
import { measureLiveStreams } from "./live-streams.ts";
import {
	checkRush,
	findRate,
	MAX_P99_MS,
	type MeasuredRush,
	measureRate,
	type RateSearch,
	type RushTarget,
} from "./rush-steps.ts";
import { findPostgresProcesses, readServerUsage } from "./server-usage.ts";

interface RushSize extends LoadSize, RateSearch {
	/** The length of the rush across the lock, which falls in the middle. */
	readonly rushSeconds: number;
	readonly streams: number;
	/** How many changes of the season are sent to the streams. */
	readonly changes: number;
}
const DEFAULT_TEAMS = 200_000;
const TEAMS = Number(process.env.RUSH_TEAMS ?? DEFAULT_TEAMS);
const FULL: RushSize = {
	teams: TEAMS,
	leagues: TEAMS / 10,
	accounts: Math.min(TEAMS, 50_000),
	firstRate: 100,
	maxSteps: 10,
	stepSeconds: 10,
	rushSeconds: 40,
	streams: 5_000,
	changes: 10,
};
const TINY: RushSize = {
	teams: 200,
	leagues: 10,
	accounts: 150,
	firstRate: 15,
	maxSteps: 1,
	stepSeconds: 1,
	rushSeconds: 3,
	streams: 20,
	changes: 1,
};

/** The processor time of Node and PostgreSQL during a rush, in seconds. */
const countProcessorSeconds = ({ before, after }: MeasuredRush): number =>
	after.nodeSeconds - before.nodeSeconds + after.postgresSeconds - before.postgresSeconds;

async function measure(target: RushTarget, size: RushSize): Promise<readonly Comparison[]> {
	const { database, address, log } = target;
	const usageAtStart = await readServerUsage(address, database.pool);
	const streams = await measureLiveStreams(target, size.streams, size.changes);
	log(`1,000 live streams: ${streams.megabytes.toFixed(1)} MB, ${streams.milliseconds.toFixed(1)} ms a change`);
	const highestSustained = await findRate(target, size);
	const overload = await measureRate(
		target,
		2 * highestSustained.rate,
		size.rushSeconds,
		(size.rushSeconds * 1_000) / 2,
	);
	if (overload.report.lockedAfter === null) throw new Error("The lock did not fall within the rush");
	await checkRush(target, overload);
	const highestRate = {
		floorName: "saves a second at p99 ≤ 250 ms",
		floor: summarise([highestSustained.rate]),
		unit: "/s",
	} as const;
	return [
		compareWithLimit(
			"p99 of saves at the highest sustained rate",
			[highestSustained.report.saves.p99 ?? 0],
			MAX_P99_MS,
			"ms",
		),
		{
			label: "saves per second of processor time of Node and PostgreSQL, reads included",
			result: summarise([highestSustained.report.saves.ok / countProcessorSeconds(highestSustained)]),
			...highestRate,
		},
		{
			label: "saves acknowledged a second while twice the highest rate is sent",
			result: summarise([overload.report.savesPerSecond]),
			...highestRate,
		},
		{
			label: "memory of the Node process after the rush",
			result: summarise([overload.after.nodeMegabytes]),
			floorName: "after its start",
			floor: summarise([usageAtStart.nodeMegabytes]),
			unit: "MB",
		},
		{
			label: "memory of the Node process after the rush",
			result: summarise([overload.after.nodeMegabytes]),
			floorName: "PostgreSQL",
			floor: summarise([overload.after.postgresMegabytes]),
			unit: "MB",
		},
	];
}

export const bench: Bench = {
	name: "rush",
	title: "The rush before a lock over HTTP, against a server process of its own",
	async run({ isTiny, log, openDatabase, startServer }) {
		const size = isTiny ? TINY : FULL;
		const database = await openDatabase();
		const accounts = await generateLoad(database, size, (step) => log(`Generating ${step}`));
		const { address, pid } = await startServer(database);
		try {
			await divideCores([pid, ...(await findPostgresProcesses(database.pool))], [process.pid]);
			return await measure({ database, address, accounts, journal: [], log }, size);
		} finally {
			await useAllCores([process.pid, ...(await findPostgresProcesses(database.pool))]);
		}
	},
};
