import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import type { LoadAccount } from "../../apps/server/features/load-test/accounts-file.ts";
import {
	createLoadClient,
	type LoadAnswer,
	type LoadClient,
	type LoadFailure,
} from "../../apps/server/features/load-test/load-client.ts";
import { type PlannedSave, RushAccount } from "../../apps/server/features/load-test/rush-accounts.ts";
import { loadRushSeason, type RushSeason } from "../../apps/server/features/load-test/rush-season.ts";
import { classifyAnswer } from "../../apps/server/features/load-test/rush-statistics.ts";
import type { Random } from "../../apps/server/features/seasons/generator/random.ts";
import type { JournalEntry } from "../../apps/server/features/team/receipts/journal.ts";
import { waitForState } from "./installation.ts";
import type { SeasonTimeline } from "./season-timeline.ts";

/** By how much the clock of a server process may differ from the right time, in milliseconds. */
export const CLOCK_TOLERANCE_MS = 250;
/** The longest pause between two actions of a manager. */
const MAX_THINKING_MS = 80;
const RETRY_MS = 100;
/** The shares of captain changes and of trades among all actions; the other actions add favourites. */
const SHARES = { captain: 0.5, trade: 0.15 };

interface Manager {
	readonly account: RushAccount;
	readonly favourites: Set<number>;
}

/** Managers who save all the time on either process, and the journal of their acknowledged saves. */
export class SavingManagers {
	readonly journal: JournalEntry[] = [];
	/** Responses that a server must never send, whatever fails behind it. */
	readonly wrongAnswers: string[] = [];
	/** A description of each save that was accepted after the lock of a player whom it moves. */
	readonly lateSaves: string[] = [];
	/** The number of 503 responses, and of requests without a response. */
	outages = 0;
	/** The number of actions that a rule forbids, mostly because a player is locked. */
	refused = 0;
	/** The number of acknowledged actions by the origin of the process. */
	readonly #acknowledged = new Map<string, number>();
	readonly #clients: ReadonlyMap<string, LoadClient>;
	readonly #managers: readonly Manager[];
	readonly #timeline: SeasonTimeline;
	readonly #playerIds: readonly number[];
	#season: RushSeason;
	#isOver = false;
	#saving: Promise<unknown> = Promise.resolve();

	private constructor(
		clients: ReadonlyMap<string, LoadClient>,
		accounts: readonly LoadAccount[],
		timeline: SeasonTimeline,
		season: RushSeason,
	) {
		this.#clients = clients;
		this.#managers = accounts.map((account) => ({
			account: new RushAccount(account),
			favourites: new Set(),
		}));
		this.#timeline = timeline;
		this.#season = season;
		this.#playerIds = [...season.players.keys()];
	}

	static async create(origins: readonly string[], accounts: readonly LoadAccount[], timeline: SeasonTimeline) {
		const clients = new Map(origins.map((origin) => [origin, createLoadClient(origin)]));
		const season = await loadRushSeason([...clients.values()][0] ?? createLoadClient(""));
		return new SavingManagers(clients, accounts, timeline, season);
	}

	start(random: Random): void {
		this.#saving = Promise.all(this.#managers.map((manager, index) => this.#keepSaving(manager, random.fork(index))));
	}

	async stop(): Promise<void> {
		this.#isOver = true;
		await this.#saving;
	}

	close(): void {
		for (const client of this.#clients.values()) client.close();
	}

	/** Reads the players and locks of a round that has opened. */
	async readRound(roundId: number): Promise<void> {
		const [client] = this.#clients.values();
		if (!client) return;
		this.#season = await waitForState(async () => {
			const season = await loadRushSeason(client);
			expect(season.roundId).toBe(roundId);
			return season;
		});
	}

	/** Forgets the players and their locks. No save counts as late until the next round is read. */
	forgetPlayers(): void {
		this.#season = { ...this.#season, firstLockAt: 0, players: new Map() };
	}

	countAcknowledged(origin: string): number {
		return this.#acknowledged.get(origin) ?? 0;
	}

	/** Waits until each of these processes has acknowledged `more` further actions. */
	async waitForSaves(origins: readonly string[], more = 3): Promise<void> {
		const before = origins.map((origin) => this.countAcknowledged(origin));
		await waitForState(() => {
			for (const [index, origin] of origins.entries())
				expect(this.countAcknowledged(origin), `actions acknowledged by ${origin}`).toBeGreaterThanOrEqual(
					(before[index] ?? 0) + more,
				);
		});
	}

	/** Waits until `more` further saves of teams have been acknowledged. */
	async waitForJournal(more: number): Promise<void> {
		const before = this.journal.length;
		await waitForState(() => expect(this.journal.length).toBeGreaterThanOrEqual(before + more));
	}

	/** Waits until a request is answered with 503 or not at all. Until then, `cause` is called again and again. */
	async waitForOutage(cause: () => void | Promise<void> = () => {}): Promise<void> {
		const before = this.outages;
		await waitForState(async () => {
			await cause();
			expect(this.outages).toBeGreaterThan(before);
		});
	}

	async countMissingFavourites(origin: string): Promise<number> {
		const client = this.#clients.get(origin);
		let missing = 0;
		for (const { account, favourites } of this.#managers) {
			const answer = await client?.send(account.read("/favourite-player/show-favourites"));
			if (typeof answer !== "object" || answer.status !== 200) throw new Error("The favourites cannot be read");
			const { success } = answer.json() as { success: { favouritePlayers: number[] } };
			const found = new Set(success.favouritePlayers);
			missing += [...favourites].filter((id) => !found.has(id)).length;
		}
		return missing;
	}

	async #keepSaving(manager: Manager, random: Random): Promise<void> {
		const clients = [...this.#clients];
		while (!this.#isOver) {
			const [origin, client] = random.pick(clients);
			const hasSucceeded = await this.#performAction(manager, origin, client, random);
			await pause(hasSucceeded ? random.next() * MAX_THINKING_MS : RETRY_MS);
		}
	}

	/** Performs a random action. Returns false if it was not accepted; true also if none was possible. */
	async #performAction(
		{ account, favourites }: Manager,
		origin: string,
		client: LoadClient,
		random: Random,
	): Promise<boolean> {
		const season = this.#season;
		const draw = random.next();
		if (draw >= SHARES.captain + SHARES.trade) {
			const playerId = random.pick(this.#playerIds);
			const answer = await client.send(account.write("/favourite-player/add", { playerId }));
			if (!this.#isAccepted(origin, "favourite", answer)) return false;
			favourites.add(playerId);
			return true;
		}
		// Until its first round has started, a team is saved as a whole.
		const isNew = season.roundId === 1 && this.#timeline.now() < season.firstLockAt;
		if (isNew || !account.hasTeam) {
			const answer = await client.send(account.read("/team/show-my"));
			if (!this.#isAccepted(origin, "show-my", answer)) return false;
			account.rememberTeam(answer.json());
		}
		const kind = draw < SHARES.captain ? "captain" : "trade";
		const planChange = () => (kind === "captain" ? account.planCaptain() : account.planTrade(season));
		const planned = isNew ? account.planUpdate() : planChange();
		return planned ? this.#save(account, { origin, client, kind: isNew ? "update" : kind }, planned) : true;
	}

	async #save(
		account: RushAccount,
		{ origin, client, kind }: { readonly origin: string; readonly client: LoadClient; readonly kind: string },
		planned: PlannedSave,
	): Promise<boolean> {
		// The earliest season time at which the server may see this request.
		const sentAt = this.#timeline.now(CLOCK_TOLERANCE_MS);
		const answer = await client.send(planned.request);
		const saved = account.readSave(answer, planned, this.#season, sentAt);
		if (!this.#isAccepted(origin, kind, answer) || !saved) return false;
		const lateness = sentAt - saved.lockedAt;
		if (lateness >= 0)
			this.lateSaves.push(
				`${origin}: ${kind} of team ${account.teamId} in round ${saved.entry.roundId}, ${this.#timeline.toWallMilliseconds(lateness)} ms late`,
			);
		this.journal.push(saved.entry);
		return true;
	}

	#isAccepted(origin: string, kind: string, answer: LoadAnswer | LoadFailure): answer is LoadAnswer {
		switch (classifyAnswer(answer)) {
			case "ok":
				this.#acknowledged.set(origin, this.countAcknowledged(origin) + 1);
				return true;
			case "busy":
			case "limited":
			case "timedOut":
			case "disconnected":
				this.outages++;
				return false;
			case "refused":
				this.refused++;
				return false;
			case "missingRetryAfter":
				this.wrongAnswers.push(`${kind}: 429 or 503 without Retry-After`);
				return false;
			case "other":
				this.wrongAnswers.push(`${kind}: ${typeof answer === "object" ? answer.status : answer}`);
				return false;
		}
	}
}
