import { setTimeout as sleep } from "node:timers/promises";
import { receipt } from "@first-bounce/contract/team/team";
import { z } from "zod";
import type { JournalEntry } from "../team/receipts/journal.ts";
import type { LoadAccount } from "./accounts-file.ts";
import { createLoadClient, type LoadAnswer, type LoadClient, type LoadRequest } from "./load-client.ts";
import { type PlannedSave, RushAccount } from "./rush-accounts.ts";
import { createRushSchedule } from "./rush-schedule.ts";
import { loadRushSeason, type RushSeason } from "./rush-season.ts";
import {
	classifyAnswer,
	computeP99,
	KindStatistics,
	REQUEST_KINDS,
	type RequestKind,
	type RushReport,
} from "./rush-statistics.ts";

export interface RushOptions {
	readonly url: string;
	readonly accounts: readonly LoadAccount[];
	readonly seconds: number;
	/** The rate at the lock, and after it. */
	readonly savesPerSecond: number;
	/** Whether the rate is the same from the start instead of growing until the lock. */
	readonly isSteady?: boolean;
	/** Called once a save is acknowledged. */
	readonly onSaved: (entry: JournalEntry) => void;
}

/** More requests than any server handles at a time. Requests beyond this are not sent. */
const MAX_IN_PROGRESS = 1_000;
const TICK_MS = 5;
/** How many busy accounts are skipped to find a free one. */
const MAX_PASSED_OVER = 100;
const FILES = ["players", "rounds", "squads"];

const savedAnswer = z.object({ success: z.object({ receipt: receipt.pick({ id: true }) }) });

class Rush {
	readonly statistics = new Map(REQUEST_KINDS.map((kind) => [kind, new KindStatistics()]));
	late = 0;
	savesAfterLock = 0;
	readonly #client: LoadClient;
	readonly #season: RushSeason;
	readonly #accounts: readonly RushAccount[];
	readonly #onSaved: RushOptions["onSaved"];
	readonly #etags = new Map<string, string>();
	readonly #pending = new Set<Promise<void>>();
	/** The search starts at a random account, because an earlier rush may have used up the trades of the first teams. */
	#next: number;

	constructor(client: LoadClient, season: RushSeason, { accounts, onSaved }: RushOptions) {
		this.#client = client;
		this.#season = season;
		this.#accounts = accounts.map((account, index) => new RushAccount(account, index));
		this.#onSaved = onSaved;
		this.#next = Math.floor(Math.random() * accounts.length);
	}

	/** Starts a request, unless too many are in progress. */
	start(kind: RequestKind): void {
		const account = this.#pending.size < MAX_IN_PROGRESS ? this.#takeAccount() : null;
		if (!account) {
			this.#statisticsOf(kind).addNotSent();
			return;
		}
		const work = this.#run(kind, account).finally(() => {
			account.isBusy = false;
			this.#pending.delete(work);
		});
		this.#pending.add(work);
	}

	async finish(): Promise<void> {
		await Promise.all(this.#pending);
	}

	#statisticsOf(kind: RequestKind): KindStatistics {
		const found = this.statistics.get(kind);
		if (!found) throw new Error(`No statistics of ${kind}`);
		return found;
	}

	#takeAccount(): RushAccount | null {
		for (let passed = 0; passed < MAX_PASSED_OVER; passed++) {
			const account = this.#accounts[this.#next++ % this.#accounts.length];
			if (!account || account.isBusy) continue;
			account.isBusy = true;
			return account;
		}
		return null;
	}

	async #run(kind: RequestKind, account: RushAccount): Promise<void> {
		switch (kind) {
			case "captain":
			case "trade": {
				if (!account.hasTeam) await this.#readTeam(account);
				const planned = kind === "captain" ? account.planCaptain() : account.planTrade(this.#season);
				if (planned) await this.#save(kind, account, planned);
				return;
			}
			case "show-my":
				return this.#readTeam(account);
			case "rankings":
				await this.#send(kind, account.read("/ranks/open-league?limit=50"));
				return;
			case "static":
				return this.#readFile();
			case "join": {
				const { leagueCode } = account;
				if (leagueCode !== null) await this.#send(kind, account.write(`/league/${leagueCode}/join`, {}));
			}
		}
	}

	async #send(kind: RequestKind, request: LoadRequest): Promise<LoadAnswer | null> {
		const started = performance.now();
		const answer = await this.#client.send(request);
		this.#statisticsOf(kind).add(classifyAnswer(answer), performance.now() - started);
		return answer;
	}

	async #readTeam(account: RushAccount): Promise<void> {
		const answer = await this.#send("show-my", account.read("/team/show-my"));
		if (answer?.status === 200) account.rememberTeam(answer.json());
	}

	async #readFile(): Promise<void> {
		const path = `/json/fantasy/${FILES[this.#next % FILES.length]}.json`;
		const etag = this.#etags.get(path);
		const answer = await this.#send("static", { path, ...(etag === undefined ? {} : { etag }) });
		if (answer?.etag !== undefined) this.#etags.set(path, answer.etag);
	}

	async #save(kind: RequestKind, account: RushAccount, { request, movedIds, apply }: PlannedSave): Promise<void> {
		const { roundId, firstLockAt, players, seasonTime } = this.#season;
		const sentAt = seasonTime(Date.now());
		const answer = await this.#send(kind, request);
		if (answer?.status !== 200) return account.forgetTeam();
		apply();
		const { success } = savedAnswer.parse(answer.json());
		if (sentAt >= firstLockAt) this.savesAfterLock++;
		if (movedIds.some((id) => sentAt >= (players.get(id)?.lockedAt ?? Number.POSITIVE_INFINITY))) this.late++;
		this.#onSaved({ teamId: account.teamId, receiptId: success.receipt.id, roundId, sentAt });
	}
}

/**
 * Sends what managers send before a lock, at a rate that does not wait for answers: saves, each with reads of teams,
 * rankings and files, and a few who join leagues.
 *
 * @throws RushSetupError if the server does not answer
 */
export async function runRush(options: RushOptions): Promise<RushReport> {
	const { url, seconds, savesPerSecond, isSteady = false } = options;
	const client = createLoadClient(url, MAX_IN_PROGRESS);
	try {
		const season = await loadRushSeason(client);
		const rush = new Rush(client, season, options);
		const { seasonTime, firstLockAt, speed } = season;
		const untilLock = (firstLockAt - seasonTime(Date.now())) / 1_000 / speed;
		const hasLock = untilLock > 0 && untilLock <= seconds;
		const takeDue = createRushSchedule({ savesPerSecond, growsFor: isSteady ? 0 : hasLock ? untilLock : seconds });
		const started = performance.now();
		for (let elapsed = 0; elapsed < seconds; ) {
			await sleep(TICK_MS);
			elapsed = Math.min(seconds, (performance.now() - started) / 1_000);
			for (const kind of takeDue(elapsed)) rush.start(kind);
		}
		await rush.finish();
		const kinds = REQUEST_KINDS.flatMap((kind) => rush.statistics.get(kind)?.report(kind) ?? []);
		const saving = (["captain", "trade"] as const).flatMap((kind) => rush.statistics.get(kind)?.times ?? []);
		return {
			seconds,
			lockedAfter: hasLock ? Math.round(untilLock) : null,
			saves: saving.length,
			savesAfterLock: hasLock ? rush.savesAfterLock : 0,
			savesPerSecond: Math.round(saving.length / seconds),
			saveP99: computeP99(saving),
			late: rush.late,
			kinds,
		};
	} finally {
		client.close();
	}
}
