import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type SeasonClock, seasonClock } from "@first-bounce/contract/clock";
import { getFirstLockTime } from "@first-bounce/rules/lockout/lockout";
import { findCurrentRound } from "@first-bounce/rules/round/round";
import type { Database } from "../../apps/server/db/open.ts";
import { getClock } from "../../apps/server/features/demo/clock-commands.ts";
import type { LoadAccount } from "../../apps/server/features/load-test/accounts-file.ts";
import { generateLoad } from "../../apps/server/features/load-test/generate.ts";
import { runRush } from "../../apps/server/features/load-test/rush.ts";
import { formatRushReport, type RushReport } from "../../apps/server/features/load-test/rush-statistics.ts";
import { loadShownSeason } from "../../apps/server/features/seasons/current/load-season-snapshot.ts";
import { setClock } from "../../apps/server/features/seasons/current/set-clock.ts";
import { checkJournal, checkReceipts } from "../../apps/server/features/team/receipts/check-receipts.ts";
import type { JournalEntry } from "../../apps/server/features/team/receipts/journal.ts";
import { startServerProcess } from "../../apps/server/testing/server-process.ts";
import { type Comparison, compareWithLimit, summarise } from "../measure.ts";
import type { Bench } from "../registry.ts";
import { readServerUsage, type ServerUsage } from "./server-usage.ts";

const MAX_P99_MS = 250;
const GROWTH = 1.5;
/**
 * The share of due saves that must be accepted, or refused by a rule, for a rate to count as sustained. It is below 1
 * because some trades find no affordable player.
 */
const MIN_ANSWERED = 0.95;
const HOUR_MS = 3_600_000;
const MAX_CLOCK_DIFFERENCE_MS = 100;
const CLOCK_POLL_MS = 50;

interface RushSize {
	readonly teams: number;
	readonly leagues: number;
	readonly accounts: number;
	readonly firstRate: number;
	readonly maxSteps: number;
	readonly stepSeconds: number;
	/** The lock falls in the middle. */
	readonly rushSeconds: number;
}
const FULL: RushSize = {
	teams: 200_000,
	leagues: 20_000,
	accounts: 20_000,
	firstRate: 100,
	maxSteps: 10,
	stepSeconds: 10,
	rushSeconds: 40,
};
const TINY: RushSize = {
	teams: 2_000,
	leagues: 50,
	accounts: 500,
	firstRate: 15,
	maxSteps: 1,
	stepSeconds: 1,
	rushSeconds: 3,
};

interface Measured {
	readonly rate: number;
	readonly report: RushReport;
	readonly before: ServerUsage;
	readonly after: ServerUsage;
}

interface RushTarget {
	readonly database: Database;
	readonly address: string;
	readonly accounts: readonly LoadAccount[];
	readonly entries: JournalEntry[];
	readonly log: (line: string) => void;
}

const getDifference = ({ seasonTime, wallTime }: SeasonClock): number => Date.parse(seasonTime) - Date.parse(wallTime);

/** Waits until the server knows a new clock, because the rush computes from it at which season time a save was sent. */
async function waitForClock(address: string, clock: SeasonClock): Promise<void> {
	for (;;) {
		const answer = (await (await fetch(`${address}/api/en/season/clock`)).json()) as { readonly success: unknown };
		if (Math.abs(getDifference(seasonClock.parse(answer.success)) - getDifference(clock)) < MAX_CLOCK_DIFFERENCE_MS)
			return;
		await sleep(CLOCK_POLL_MS);
	}
}

/** Sends a rush at a constant rate that begins `beforeLock` milliseconds before the lock. */
async function measureRate(target: RushTarget, rate: number, seconds: number, beforeLock: number): Promise<Measured> {
	const { database, address, accounts, entries, log } = target;
	const round = findCurrentRound((await loadShownSeason(database.db))?.rounds ?? []);
	const lockAt = round && getFirstLockTime(round);
	if (!lockAt) throw new Error("The generated season has no lock ahead");
	await setClock(database.db, { seasonAt: lockAt - beforeLock }, Date.now());
	await waitForClock(address, await getClock(database.db, Date.now()));
	const before = await readServerUsage(address, database.pool);
	const report = await runRush({
		url: address,
		accounts,
		seconds,
		savesPerSecond: rate,
		isSteady: true,
		onSaved: (entry) => void entries.push(entry),
	});
	log([`${rate} saves a second are due`, ...formatRushReport(report)].join("\n"));
	return { rate, report, before, after: await readServerUsage(address, database.pool) };
}

function isSustained({ rate, report }: Measured): boolean {
	const saving = report.kinds.filter(({ kind }) => kind === "captain" || kind === "trade");
	const answered = saving.reduce((sum, { ok, refused }) => sum + ok + refused, 0);
	return (report.saveP99 ?? Number.POSITIVE_INFINITY) <= MAX_P99_MS && answered >= MIN_ANSWERED * rate * report.seconds;
}

/**
 * Raises the rate until the server cannot sustain it. Returns the last sustained rate, or the first rate if none was
 * sustained.
 */
async function findRate(target: RushTarget, { firstRate, maxSteps, stepSeconds }: RushSize): Promise<Measured> {
	await measureRate(target, firstRate, stepSeconds, HOUR_MS);
	let best: Measured | null = null;
	for (let step = 0; step < maxSteps; step++) {
		const rate = Math.round(firstRate * GROWTH ** step);
		const measured = await measureRate(target, rate, stepSeconds, HOUR_MS);
		if (!isSustained(measured)) return best ?? measured;
		best = measured;
	}
	if (!best) throw new Error("No rate was measured");
	return best;
}

/** Fails if a response had a status that must not occur in a rush, or an acknowledged save is missing or late. */
async function checkRush({ database, entries, log }: RushTarget, { report }: Measured): Promise<void> {
	for (const { kind, busyWithoutTime, other } of report.kinds)
		if (busyWithoutTime + other > 0)
			throw new Error(`${kind}: ${busyWithoutTime} times 503 without Retry-After, ${other} other failures`);
	const findings: string[] = [];
	const onFinding = ({ receiptId, what }: { receiptId: string | null; what: string }) =>
		void findings.push(`${receiptId}: ${what}`);
	const { receipts } = await checkReceipts(database, null, onFinding);
	await checkJournal(database, entries, onFinding);
	if (findings.length > 0 || report.late > 0)
		throw new Error(
			`${report.late} saves of locked players; ${findings.length} findings: ${findings.slice(0, 5).join("; ")}`,
		);
	log(`${receipts} receipts and ${entries.length} acknowledged saves: no finding`);
}

async function measure(target: RushTarget, size: RushSize): Promise<readonly Comparison[]> {
	const best = await findRate(target, size);
	const rushed = await measureRate(target, 2 * best.rate, size.rushSeconds, (size.rushSeconds * 1_000) / 2);
	if (rushed.report.lockedAfter === null) throw new Error("The lock did not fall within the rush");
	await checkRush(target, rushed);
	const cores =
		best.after.nodeSeconds - best.before.nodeSeconds + best.after.postgresSeconds - best.before.postgresSeconds;
	return [
		compareWithLimit("p99 of saves at the highest rate carried", [best.report.saveP99 ?? 0], MAX_P99_MS, "ms"),
		{
			label: "saves a second per core, Node and PostgreSQL, with the reads around them",
			reached: summarise([best.report.saves / cores]),
			floorName: "saves a second at p99 ≤ 250 ms",
			floor: summarise([best.rate]),
			unit: "/s",
		},
		{
			label: "saves acknowledged a second while twice the rate is due",
			reached: summarise([rushed.report.savesPerSecond]),
			floorName: "saves a second at p99 ≤ 250 ms",
			floor: summarise([best.rate]),
			unit: "/s",
		},
		{
			label: "memory of the Node process after the rush",
			reached: summarise([rushed.after.nodeMegabytes]),
			floorName: "PostgreSQL",
			floor: summarise([rushed.after.postgresMegabytes]),
			unit: "MB",
		},
	];
}

export const bench: Bench = {
	name: "rush",
	title: "The rush before a lock over HTTP, against a server process of its own",
	async run({ isTiny, log, openDatabase }) {
		const size = isTiny ? TINY : FULL;
		const database = await openDatabase();
		const dataDir = await mkdtemp(path.join(tmpdir(), "first-bounce-rush-"));
		try {
			const accounts = await generateLoad(database, size, (step) => log(`Generating ${step}`));
			const server = await startServerProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir });
			try {
				return await measure({ database, address: server.address, accounts, entries: [], log }, size);
			} finally {
				await server.stop();
			}
		} finally {
			await database.close();
			await rm(dataDir, { recursive: true, force: true });
		}
	},
};
