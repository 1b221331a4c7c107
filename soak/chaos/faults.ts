import { HOUR_MS } from "@first-bounce/rules/durations";
import { expect } from "vitest";
import type { Random } from "../../apps/server/features/seasons/generator/random.ts";
import { type Installation, waitForState } from "./installation.ts";
import { CLOCK_TOLERANCE_MS, type SavingManagers } from "./saving-managers.ts";
import type { SeasonTimeline } from "./season-timeline.ts";

export interface ChaosContext {
	readonly installation: Installation;
	readonly managers: SavingManagers;
	readonly timeline: SeasonTimeline;
	/** The stats provider: whether it fails, and how many requests it has answered or failed. */
	readonly provider: { isDown: boolean; readonly countRequests: (isAnswered: boolean) => number };
	readonly random: Random;
}

/** Causes a fault, waits for its effect, repairs it, and returns a description. */
type Fault = (context: ChaosContext) => Promise<string>;

const SECOND = 1_000;

/** Returns how long the work takes, such as `1.5 s`. */
const measureDuration = async (work: () => Promise<unknown>): Promise<string> => {
	const start = performance.now();
	await work();
	return `${((performance.now() - start) / SECOND).toFixed(1)} s`;
};

const listOrigins = ({ installation }: ChaosContext) => installation.processes.map(({ origin }) => origin);
const waitForAnySave = ({ managers }: ChaosContext, origins: readonly string[]) =>
	Promise.any(origins.map((origin) => managers.waitForSaves([origin], 1)));

const killFollower: Fault = async ({ installation, managers }) => {
	const { leader, follower } = await installation.findLeader();
	await follower.kill();
	await managers.waitForOutage();
	await managers.waitForSaves([leader.origin]);
	await follower.start();
	return "the other process went on";
};

const killLeader: Fault = async ({ installation, managers }) => {
	const { leader, follower } = await installation.findLeader();
	await leader.kill();
	const duration = await measureDuration(() => waitForState(async () => expect(await follower.isLeader()).toBe(true)));
	await managers.waitForSaves([follower.origin]);
	await leader.start();
	return `another process led after ${duration}`;
};

const killDatabase: Fault = async (context) => {
	const { installation, managers } = context;
	await installation.primary.kill();
	const duration = await measureDuration(async () => {
		await managers.waitForOutage();
		await installation.promoteStandby();
		await waitForAnySave(context, listOrigins(context));
	});
	await installation.replaceStandby();
	return `an action was accepted again after ${duration}`;
};

const killStandby: Fault = async (context) => {
	const { installation, managers, random } = context;
	await installation.standby.kill();
	await waitForState(async () => {
		const waiting = await installation.primary.query("SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
		expect(waiting.length).toBeGreaterThan(0);
	});
	const repair = random.pick(["returns", "is left out", "replaces the primary"] as const);
	if (repair === "returns") await installation.restartStandby();
	if (repair === "is left out") {
		const setStandbys = async (names: string) => {
			await installation.primary.query(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
			await installation.primary.query("SELECT pg_reload_conf()");
		};
		await setStandbys("");
		await managers.waitForSaves(listOrigins(context));
		await installation.restartStandby();
		await setStandbys("*");
	}
	if (repair === "replaces the primary") {
		await installation.primary.kill();
		await installation.restartStandby();
		await installation.promoteStandby();
		await installation.replaceStandby();
	}
	return `commits waited; the standby ${repair}`;
};

const fillDisk: Fault = async ({ installation, managers }) => {
	// PostgreSQL frees space when it removes old write-ahead log, and first uses up the log files that it already has. So
	// the disk is filled again and a new log file begun, until a save is refused.
	await managers.waitForOutage(async () => {
		installation.fillDisk();
		await installation.beginWalFile();
	});
	installation.removeFillerFile();
	await waitForState(async () => {
		await installation.restartPrimary();
		await installation.primary.query("SELECT 1");
	});
	return "saves were refused";
};

const stepClock: Fault = async (context) => {
	const { installation, managers, random } = context;
	const process = random.pick(installation.processes);
	const hours = random.pick([-1, 1]) * random.pick([1, 5, 26]);
	await process.stepClock(hours * HOUR_MS);
	await managers.waitForSaves(listOrigins(context));
	const earliest = Date.now();
	const { wallTime } = await process.readClocks();
	const latest = Date.now();
	await process.stepClock(0);
	expect(wallTime, `a process whose clock is ${hours} hours off`).toBeGreaterThanOrEqual(earliest - CLOCK_TOLERANCE_MS);
	expect(wallTime, `a process whose clock is ${hours} hours off`).toBeLessThanOrEqual(latest + CLOCK_TOLERANCE_MS);
	return `${hours} hours, and back`;
};

const stopProvider: Fault = async ({ provider }) => {
	const waitForAnswers = async (isAnswered: boolean) => {
		const before = provider.countRequests(isAnswered);
		await waitForState(() => expect(provider.countRequests(isAnswered)).toBeGreaterThanOrEqual(before + 2));
	};
	provider.isDown = true;
	await waitForAnswers(false);
	provider.isDown = false;
	return `its answers were read again after ${await measureDuration(() => waitForAnswers(true))}`;
};

export const FAULTS = {
	"follower killed": killFollower,
	"leader killed": killLeader,
	"database killed": killDatabase,
	"standby killed": killStandby,
	"disk full": fillDisk,
	"clock stepped": stepClock,
	"feed down": stopProvider,
} satisfies Readonly<Record<string, Fault>>;
export type FaultKind = keyof typeof FAULTS;

/** Waits until both processes accept actions again after a fault. */
export async function waitForRecovery(context: ChaosContext): Promise<void> {
	await context.installation.waitUntilHealthy();
	await context.managers.waitForSaves(listOrigins(context), 2);
}
