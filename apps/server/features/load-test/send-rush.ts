import { setTimeout as sleep } from "node:timers/promises";
import type { JournalEntry } from "../team/receipts/journal.ts";
import type { LoadAccount } from "./accounts-file.ts";
import {
	createLoadClient,
	LOAD_TIMEOUT_MS,
	type LoadAnswer,
	type LoadClient,
	type LoadFailure,
	type LoadRequest,
} from "./load-client.ts";
import { type PlannedSave, RushAccount } from "./rush-accounts.ts";
import { createRushSchedule } from "./rush-schedule.ts";
import { loadRushSeason, type RushSeason, RushSetupError } from "./rush-season.ts";
import {
	classifyAnswer,
	isRefusedBeforeReading,
	KindStatistics,
	REQUEST_KINDS,
	type RequestKind,
	type SentStatistics,
} from "./rush-statistics.ts";

export interface SendOptions {
	readonly url: string;
	readonly accounts: readonly LoadAccount[];
	readonly seconds: number;
	/** The rate at the lock, and after it. */
	readonly savesPerSecond: number;
	/** Whether the rate is the same from the start instead of growing until the lock. */
	readonly isSteady: boolean;
}

/** What one process of a rush counted. */
export interface RushResult {
	readonly statistics: Readonly<Record<RequestKind, SentStatistics>>;
	/** Seconds from the start to the answer of the last acknowledged save. */
	readonly lastSavedAfter: number;
	/** Delay between due time and sending, in milliseconds. */
	readonly sendDelaysMs: readonly number[];
	readonly lockedAfter: number | null;
	readonly acceptedAfterPlayerLock: number;
	readonly acceptedAfterFirstLock: number;
}

const TICK_MS = 5;
/** How far the clock of a rush may be from the server's. `fb receipts check` compares the times exactly. */
export const MAX_CLOCK_DIFFERENCE_MS = 100;
/** Busy accounts to skip before giving up. */
const MAX_SKIPPED_ACCOUNTS = 1_000;
/** How many teams are read at the same time before the rush. */
const CONCURRENT_READS = 16;
/** Connections opened before the rush, like those that a proxy keeps. A busy server is slow to accept new ones. */
const OPEN_CONNECTIONS = 3_000;
const STATIC_FILES = ["players", "rounds", "squads"];

class Rush {
	readonly statistics = Object.fromEntries(REQUEST_KINDS.map((kind) => [kind, new KindStatistics()])) as Readonly<
		Record<RequestKind, KindStatistics>
	>;
	readonly sendDelaysMs: number[] = [];
	acceptedAfterPlayerLock = 0;
	acceptedAfterFirstLock = 0;
	/** In the time of `performance.now()`. */
	lastSavedAt = 0;
	readonly #client: LoadClient;
	readonly #season: RushSeason;
	readonly #savers: AccountRing;
	readonly #readers: AccountRing;
	readonly #onSaved: (entry: JournalEntry) => void;
	readonly #etags = new Map<string, string>();
	readonly #pending = new Set<Promise<void>>();
	#fileTurn = 0;
	#failure: { readonly error: unknown } | null = null;

	constructor(
		client: LoadClient,
		season: RushSeason,
		accounts: { readonly savers: AccountRing; readonly readers: AccountRing },
		onSaved: (entry: JournalEntry) => void,
	) {
		this.#client = client;
		this.#season = season;
		this.#savers = accounts.savers;
		this.#readers = accounts.readers;
		this.#onSaved = onSaved;
	}

	/** Starts a request that was due at a time of `performance.now()`. */
	start(kind: RequestKind, dueAt: number): void {
		const account = (kind === "captain" || kind === "trade" ? this.#savers : this.#readers).take();
		if (!account) {
			this.statistics[kind].notSent++;
			return;
		}
		this.sendDelaysMs.push(performance.now() - dueAt);
		const work = this.#run(kind, account, dueAt)
			.catch((error) => {
				this.#failure ??= { error };
			})
			.finally(() => {
				account.isBusy = false;
				this.#pending.delete(work);
			});
		this.#pending.add(work);
	}

	/**
	 * Waits for the answers.
	 *
	 * @throws Error the first error of a request or of reading its answer
	 */
	async finish(): Promise<void> {
		await Promise.all(this.#pending);
		if (this.#failure) throw this.#failure.error;
	}

	async #run(kind: RequestKind, account: RushAccount, dueAt: number): Promise<void> {
		switch (kind) {
			case "captain":
			case "trade":
				return this.#save(kind, account, dueAt);
			case "show-my":
				return this.#readTeam(account, dueAt);
			case "rankings":
				await this.#send(kind, account.read("/ranks/open-league?limit=50"), dueAt);
				return;
			case "static":
				return this.#readFile(dueAt);
			case "join": {
				const { leagueCode } = account;
				if (leagueCode === null) this.statistics[kind].notPlanned++;
				else await this.#send(kind, account.write(`/league/${leagueCode}/join`, {}), dueAt);
			}
		}
	}

	/** Times are measured from when the request was due, so that one that is sent late does not look fast. */
	async #send(kind: RequestKind, request: LoadRequest, dueAt: number): Promise<LoadAnswer | LoadFailure> {
		const answer = await this.#client.send(request, Math.max(1, dueAt + LOAD_TIMEOUT_MS - performance.now()));
		this.statistics[kind].add(classifyAnswer(answer), performance.now() - dueAt);
		return answer;
	}

	async #readTeam(account: RushAccount, dueAt: number): Promise<void> {
		const answer = await this.#send("show-my", account.read("/team/show-my"), dueAt);
		if (!account.hasTeam && typeof answer === "object" && answer.status === 200) account.rememberTeam(answer.json());
	}

	async #readFile(dueAt: number): Promise<void> {
		const path = `/json/fantasy/${STATIC_FILES[this.#fileTurn++ % STATIC_FILES.length]}.json`;
		const etag = this.#etags.get(path);
		const answer = await this.#send("static", { path, ...(etag === undefined ? {} : { etag }) }, dueAt);
		if (typeof answer === "object" && answer.etag !== undefined) this.#etags.set(path, answer.etag);
	}

	/** Reads the team first if it is unknown, such as after a save without an answer. That counts as part of this save's time. */
	async #save(kind: "captain" | "trade", account: RushAccount, dueAt: number): Promise<void> {
		if (!account.hasTeam) await this.#readTeam(account, dueAt);
		const trade = kind === "trade" ? account.planTrade(this.#season) : null;
		const planned = trade ?? account.planCaptain();
		if (planned) await this.#sendSave(trade ? "trade" : "captain", account, { ...planned, dueAt });
		else this.statistics[kind].notPlanned++;
	}

	async #sendSave(
		kind: "captain" | "trade",
		account: RushAccount,
		{ dueAt, ...planned }: PlannedSave & { readonly dueAt: number },
	): Promise<void> {
		const { firstLockAt, computeSeasonTime, speed } = this.#season;
		const sentAt = computeSeasonTime(Date.now());
		const answer = await this.#send(kind, planned.request, dueAt);
		if (isRefusedBeforeReading(answer)) return;
		const saved = account.readSave(answer, planned, this.#season, sentAt);
		if (!saved) return;
		this.lastSavedAt = performance.now();
		if (sentAt >= firstLockAt) this.acceptedAfterFirstLock++;
		// In the server's season time, which may differ.
		if (sentAt - MAX_CLOCK_DIFFERENCE_MS * speed >= saved.lockedAt) this.acceptedAfterPlayerLock++;
		this.#onSaved(saved.entry);
	}
}

/** Takes accounts in turn, skipping those that wait for an answer. */
class AccountRing {
	readonly #accounts: readonly RushAccount[];
	#next: number;

	constructor(accounts: readonly RushAccount[], first: number) {
		this.#accounts = accounts;
		this.#next = first;
	}

	/** Lists the accounts that `take` would return next. */
	list(count: number): readonly RushAccount[] {
		return Array.from(
			{ length: Math.min(count, this.#accounts.length) },
			(_, index) => this.#accounts[(this.#next + index) % this.#accounts.length],
		).filter((account) => account !== undefined);
	}

	take(): RushAccount | null {
		for (let skipped = 0; skipped < MAX_SKIPPED_ACCOUNTS; skipped++) {
			const account = this.#accounts[this.#next++ % this.#accounts.length];
			if (!account || account.isBusy) continue;
			account.isBusy = true;
			return account;
		}
		return null;
	}
}

/** @throws RushSetupError if the server does not show an account its team */
async function readTeams(client: LoadClient, accounts: readonly RushAccount[]): Promise<void> {
	const remaining = accounts.values();
	const readRemaining = async () => {
		for (const account of remaining) {
			const answer = await client.send(account.read("/team/show-my"));
			if (typeof answer !== "object" || answer.status !== 200)
				throw new RushSetupError(
					`Before the rush, reading a team was answered with ${typeof answer === "object" ? answer.status : "nothing"}`,
				);
			account.rememberTeam(answer.json());
		}
	};
	await Promise.all(Array.from({ length: CONCURRENT_READS }, readRemaining));
}

/**
 * Prepares a process of a rush: opens connections and reads the teams that it saves. The returned function sends what
 * managers send before a lock, each request when it is due, whether or not earlier ones have been answered.
 *
 * @throws RushSetupError if the server does not answer
 */
export async function prepareRush(
	options: SendOptions,
): Promise<(onSaved: (entry: JournalEntry) => void) => Promise<RushResult>> {
	const { url, seconds, savesPerSecond, isSteady } = options;
	const client = createLoadClient(url);
	const accounts = options.accounts.map((account) => new RushAccount(account));
	// A random start, so that repeated rushes do not use up the trades of the same teams.
	const first = Math.floor(Math.random() * accounts.length);
	const savers = new AccountRing(accounts, first);
	const readers = new AccountRing(accounts, first + Math.floor(accounts.length / 2));
	const connections = Math.min(accounts.length, OPEN_CONNECTIONS);
	await Promise.all(Array.from({ length: connections }, () => client.send({ path: "/json/fantasy/checksums.json" })));
	await readTeams(client, savers.list(Math.ceil(savesPerSecond * seconds)));
	return async (onSaved) => {
		try {
			const season = await loadRushSeason(client);
			const rush = new Rush(client, season, { savers, readers }, onSaved);
			const { computeSeasonTime, firstLockAt, speed } = season;
			const untilLock = (firstLockAt - computeSeasonTime(Date.now())) / 1_000 / speed;
			const hasLock = untilLock > 0 && untilLock <= seconds;
			const growthSeconds = hasLock ? untilLock : seconds;
			const takeDue = createRushSchedule({ savesPerSecond, growthSeconds: isSteady ? 0 : growthSeconds });
			const started = performance.now();
			for (let elapsed = 0; elapsed < seconds; ) {
				await sleep(TICK_MS);
				elapsed = Math.min(seconds, (performance.now() - started) / 1_000);
				for (const { kind, at } of takeDue(elapsed)) rush.start(kind, started + at * 1_000);
			}
			await rush.finish();
			const { statistics, sendDelaysMs, acceptedAfterPlayerLock, acceptedAfterFirstLock } = rush;
			return {
				statistics,
				lastSavedAfter: Math.max(0, rush.lastSavedAt - started) / 1_000,
				sendDelaysMs,
				acceptedAfterPlayerLock,
				acceptedAfterFirstLock,
				lockedAfter: hasLock ? Math.round(untilLock) : null,
			};
		} finally {
			client.close();
		}
	};
}
