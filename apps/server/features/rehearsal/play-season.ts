import { DAY_MS } from "@first-bounce/rules/durations";
import type { RoundId, SeasonTime } from "@first-bounce/rules/ids";
import { findRound } from "@first-bounce/rules/round/round";
import type { SnapshotRound } from "../seasons/current/season-snapshot.ts";
import { formatDuration } from "./duration.ts";
import { findOutcome } from "./fault-outcomes.ts";
import { MATCH_FAULTS, type MatchFaultKind, REQUEST_FAULTS, type RequestFaultKind } from "./faults.ts";
import type { Rehearsal } from "./open-rehearsal.ts";
import { formatMatch, listOperatorTasks, type TaskContext } from "./operator-tasks.ts";
import type { RehearsalBots } from "./rehearsal-bots.ts";
import { createRehearsalClock, type RehearsalClock, type RehearsalClockOptions } from "./rehearsal-clock.ts";
import { findNextEvents, listEvents, type RehearsalEvent, type RehearsalEventKind } from "./rehearsal-events.ts";
import type { RehearsedFault } from "./rehearsal-report.ts";

export interface PlayOptions {
	/** Season seconds per second while a match is being played; null to jump from one event to the next. */
	readonly speed: number | null;
	readonly rounds: number;
	/** Whether the operator's tasks are done automatically. Otherwise the clock stops until somebody has done them. */
	readonly isUnattended: boolean;
	readonly print: (line: string) => void;
	readonly signal: AbortSignal;
	readonly pause?: RehearsalClockOptions["pause"];
}

/** A task that is still open after being settled this often counts as stuck. */
const MAX_SETTLEMENTS = 5;
/** A round counts as stuck after this many steps with nothing due. */
const MAX_IDLE_STEPS = 5;

const EVENT_TEXTS: Readonly<Record<RehearsalEventKind, string>> = {
	"line-ups": "the teams of the week are announced",
	"manager-teams": "the bots set their teams",
	"final-teams": "final teams",
	lock: "first bounce, and its players are locked",
	play: "in play",
	end: "full time",
	publication: "publication is due",
};

/** The event at which each fault of a match becomes visible. */
const FAULT_EVENTS: Readonly<Record<MatchFaultKind, RehearsalEventKind | "correction">> = {
	"temporary-miscount": "play",
	"left-out-player": "play",
	"unknown-player": "play",
	abandoned: "play",
	"late-out": "final-teams",
	"impossible-numbers": "end",
	"late-correction": "correction",
};

const TIME_FORMAT = new Intl.DateTimeFormat("en-AU", {
	timeZone: "Australia/Melbourne",
	weekday: "short",
	day: "numeric",
	month: "short",
	hour: "2-digit",
	minute: "2-digit",
	hourCycle: "h23",
});

/** Formats how long the played rounds took, and about how long the remaining ones will take. */
function formatProgress(played: number, rounds: number, elapsed: number): string {
	const left = rounds === played ? "" : `, about ${formatDuration((elapsed / played) * (rounds - played))} to go`;
	return `${played} of ${rounds} rounds played in ${formatDuration(elapsed)}${left}`;
}

/** Plays the rounds of a rehearsal one by one. */
class SeasonPlayer {
	/** The outcome of each fault so far. */
	readonly faults: RehearsedFault[] = [];
	readonly #rehearsal: Rehearsal;
	readonly #bots: RehearsalBots;
	readonly #options: PlayOptions;
	readonly #engine: Rehearsal["server"]["engine"];
	readonly #clock: RehearsalClock;
	readonly #taskContext: TaskContext;
	readonly #printedFaults = new Set<object>();
	/** The season time up to which all events have been processed. An operator may have moved the clock further. */
	#doneUntil: SeasonTime;

	constructor(rehearsal: Rehearsal, bots: RehearsalBots, options: PlayOptions) {
		const { database, server, provider } = rehearsal;
		const { engine } = server;
		this.#rehearsal = rehearsal;
		this.#bots = bots;
		this.#options = options;
		this.#engine = engine;
		this.#clock = createRehearsalClock(rehearsal, options);
		this.#doneUntil = engine.clocks.seasonNow();
		this.#taskContext = {
			db: database.db,
			pool: database.pool,
			engine,
			isCalledOff: (matchId) => provider.isCalledOff(matchId, engine.clocks.seasonNow()),
		};
	}

	async playRound(roundId: RoundId): Promise<void> {
		const due = this.#listRequestFaults(roundId);
		let idleSteps = 0;
		for (let round = this.#getRound(roundId); round.status !== "complete"; round = this.#getRound(roundId)) {
			const events = findNextEvents(round, this.#engine.seasons.current(), this.#doneUntil);
			if (events.length > 0) {
				await this.#reachEvents(events, round, due);
				idleSteps = 0;
			} else if (++idleSteps > MAX_IDLE_STEPS) throw new Error(`Round ${roundId} does not end`);
			else await this.#clock.catchUp();
			await this.#completeTasks();
		}
		this.#print(`Round ${roundId} is published`);
		await this.#correctRound(roundId);
	}

	#print(text: string): void {
		this.#options.print(`${TIME_FORMAT.format(this.#engine.clocks.seasonNow())}  ${text}`);
	}

	#getRound(roundId: RoundId): SnapshotRound {
		const round = findRound(this.#engine.seasons.current().rounds, roundId);
		if (!round) throw new Error(`Round ${roundId} is gone`);
		return round;
	}

	/** Lists the faults of requests in a round, with the times at which they happen. */
	#listRequestFaults(roundId: RoundId): DueFault[] {
		const events = listEvents(this.#getRound(roundId), this.#engine.seasons.current());
		const times = [...new Set(events.map(({ at }) => at))];
		return this.#rehearsal.plan.requests
			.filter((fault) => fault.roundId === roundId)
			.map(({ kind, moment }) => ({ kind, at: times[Math.floor(moment * times.length)] ?? 0 }))
			.toSorted((a, b) => a.at - b.at);
	}

	/** Moves the clock to the next events, and lets everything that is due by then happen. */
	async #reachEvents(events: readonly RehearsalEvent[], round: SnapshotRound, due: DueFault[]): Promise<void> {
		const [first] = events;
		if (!first) return;
		await this.#clock.moveTo(first);
		this.#doneUntil = first.at;
		for (const event of events) this.#printEvent(event, round);
		await this.#catchUpWithFaults(round.id, due);
		if (events.some(({ kind }) => kind === "manager-teams")) {
			const teams = await this.#bots.prepareTeams();
			this.#print(`  ${teams} bots have a team`);
			await this.#clock.catchUp();
		}
	}

	#printEvent({ kind, matchId }: RehearsalEvent, round: SnapshotRound): void {
		const match = round.matches.find(({ id }) => id === matchId);
		const subject = match ? formatMatch(this.#engine.seasons.current(), match) : `Round ${round.id}`;
		this.#print(`${subject}: ${match?.isAbandoned && kind !== "lock" ? "abandoned" : EVENT_TEXTS[kind]}`);
		for (const fault of this.#rehearsal.plan.matches)
			if (fault.matchId === matchId && FAULT_EVENTS[fault.kind] === kind && !this.#printedFaults.has(fault)) {
				this.#printedFaults.add(fault);
				this.#print(`  Fault: ${MATCH_FAULTS[fault.kind]}`);
			}
	}

	/** Injects the faults of requests that are due by now, and waits until the provider answers again. */
	async #catchUpWithFaults(roundId: RoundId, due: DueFault[]): Promise<void> {
		for (let next = due[0]; next && next.at <= this.#engine.clocks.seasonNow(); next = due[0]) {
			due.shift();
			const fault = REQUEST_FAULTS[next.kind];
			this.#print(`  Fault: ${fault}`);
			this.#rehearsal.provider.injectFault(next.kind);
			const start = performance.now();
			await this.#clock.catchUp();
			const milliseconds = Math.round(performance.now() - start);
			const outcome = `the server asked again, and got an answer after ${milliseconds} ms`;
			this.faults.push({ roundId, fault, outcome });
			this.#print(`  Ended: ${outcome}`);
		}
		await this.#clock.catchUp();
	}

	/** Settles everything that waits for an operator, or waits until somebody has. */
	async #completeTasks(): Promise<void> {
		const { isUnattended } = this.#options;
		const settlements = new Map<string, number>();
		for (;;) {
			const [task] = await listOperatorTasks(this.#taskContext);
			if (!task) return;
			const count = (settlements.get(task.key) ?? 0) + 1;
			settlements.set(task.key, count);
			if (count === 1) this.#print(`  ${isUnattended ? "Operator" : "Now you"}: ${task.text}`);
			if (!isUnattended) {
				await this.#clock.wait();
				continue;
			}
			if (count > MAX_SETTLEMENTS) throw new Error(`A task cannot be settled: ${task.text}`);
			await task.settle();
			await this.#engine.seasons.refresh();
			await this.#clock.catchUp();
		}
	}

	/** Plays the days after publication, when the provider corrects its stats. */
	async #correctRound(roundId: RoundId): Promise<void> {
		const { provider, plan } = this.#rehearsal;
		const season = this.#engine.seasons.current();
		const now = this.#engine.clocks.seasonNow();
		const nextRound = season.rounds.find(({ status }) => status !== "complete");
		const nextEvent = nextRound && findNextEvents(nextRound, season, now)[0];
		const at = Math.min(now + DAY_MS, nextEvent ? Math.floor((now + nextEvent.at) / 2) : Number.POSITIVE_INFINITY);
		await this.#clock.moveTo({ at, isDuringMatch: false });
		provider.correctRound(roundId);
		const faults = plan.matches.filter((fault) => fault.roundId === roundId);
		for (const { kind } of faults)
			if (FAULT_EVENTS[kind] === "correction") this.#print(`  Fault: ${MATCH_FAULTS[kind]}`);
		await this.#clock.catchUp();
		await this.#completeTasks();
		await this.#rehearsal.sendClosingLetters();
		for (const fault of faults) {
			const outcome = await findOutcome(this.#rehearsal, fault);
			this.faults.push({ roundId, fault: MATCH_FAULTS[fault.kind], outcome });
			this.#print(`  ${MATCH_FAULTS[fault.kind]}: ${outcome ?? "NOT HANDLED"}`);
		}
	}
}

interface DueFault {
	readonly at: SeasonTime;
	readonly kind: RequestFaultKind;
}

/** Plays a rehearsal's rounds, and returns the outcome of each fault. */
export async function playSeason(rehearsal: Rehearsal, bots: RehearsalBots, options: PlayOptions) {
	const player = new SeasonPlayer(rehearsal, bots, options);
	const played: RoundId[] = [];
	const { rounds } = rehearsal.server.engine.seasons.current();
	const toPlay = rounds.filter(({ matches }) => matches.length > 0).slice(0, options.rounds);
	const start = performance.now();
	try {
		for (const { id } of toPlay) {
			await player.playRound(id);
			played.push(id);
			options.print(formatProgress(played.length, toPlay.length, performance.now() - start));
		}
		return { faults: player.faults, played, failure: null };
	} catch (error) {
		if (options.signal.aborted) throw error;
		return { faults: player.faults, played, failure: error instanceof Error ? error.message : String(error) };
	}
}
