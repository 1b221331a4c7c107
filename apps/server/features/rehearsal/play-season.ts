import type { RoundId, SeasonTime } from "@first-bounce/rules/ids";
import type { SnapshotRound } from "../seasons/current/season-snapshot.ts";
import { formatDuration } from "./duration.ts";
import { findOutcome } from "./fault-outcomes.ts";
import { MATCH_FAULTS, type MatchFaultKind, REQUEST_FAULTS } from "./faults.ts";
import type { Rehearsal } from "./open-rehearsal.ts";
import { formatMatch, listOperatorTasks } from "./operator-tasks.ts";
import type { RehearsalBots } from "./rehearsal-bots.ts";
import { createRehearsalClock, type RehearsalClockOptions } from "./rehearsal-clock.ts";
import type { RehearsedFault } from "./rehearsal-report.ts";
import { findNextStops, listStops, type Stop, type StopKind } from "./stops.ts";

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

const DAY_MS = 24 * 3_600_000;
/** A task that is still open after being settled this often counts as stuck. */
const MAX_SETTLEMENTS = 5;
/** A round counts as stuck after this many steps with nothing due. */
const MAX_IDLE_STEPS = 5;

const STOP_TEXTS: Readonly<Record<StopKind, string>> = {
	"line-ups": "the teams of the week are announced",
	"manager-teams": "the bots set their teams",
	"final-teams": "final teams",
	lock: "first bounce, and its players are locked",
	play: "in play",
	end: "full time",
	publication: "publication is due",
};

/** The stop at which each fault of a match becomes visible. */
const FAULT_STOPS: Readonly<Record<MatchFaultKind, StopKind | "correction">> = {
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

/** Plays a rehearsal's rounds, and returns the outcome of each fault. */
export async function playSeason(rehearsal: Rehearsal, bots: RehearsalBots, options: PlayOptions) {
	const { database, server, provider, plan } = rehearsal;
	const { engine } = server;
	const { print, isUnattended } = options;
	const clock = createRehearsalClock(rehearsal, options);
	const faults: RehearsedFault[] = [];
	const printedFaults = new Set<object>();
	/** The season time up to which all events have been processed. An operator may have moved the clock further. */
	let doneUntil = engine.clocks.seasonNow();
	const taskContext = {
		db: database.db,
		pool: database.pool,
		engine,
		isCalledOff: (matchId: number) => provider.isCalledOff(matchId, engine.clocks.seasonNow()),
	};
	const printWithTime = (text: string) => print(`${TIME_FORMAT.format(engine.clocks.seasonNow())}  ${text}`);
	const getRound = (roundId: RoundId): SnapshotRound => {
		const round = engine.seasons.current().rounds.find(({ id }) => id === roundId);
		if (!round) throw new Error(`Round ${roundId} is gone`);
		return round;
	};

	/** Settles everything that waits for an operator, or waits until somebody has. */
	async function completeTasks(): Promise<void> {
		const settlements = new Map<string, number>();
		for (;;) {
			const [task] = await listOperatorTasks(taskContext);
			if (!task) return;
			const count = (settlements.get(task.key) ?? 0) + 1;
			settlements.set(task.key, count);
			if (count === 1) printWithTime(`  ${isUnattended ? "Operator" : "Now you"}: ${task.text}`);
			if (!isUnattended) {
				await clock.wait();
				continue;
			}
			if (count > MAX_SETTLEMENTS) throw new Error(`A task cannot be settled: ${task.text}`);
			await task.settle();
			await engine.seasons.refresh();
			await clock.settle();
		}
	}

	function printStop({ kind, matchId }: Stop, round: SnapshotRound): void {
		const match = round.matches.find(({ id }) => id === matchId);
		const subject = match ? formatMatch(engine.seasons.current(), match) : `Round ${round.id}`;
		printWithTime(`${subject}: ${match?.isAbandoned && kind !== "lock" ? "abandoned" : STOP_TEXTS[kind]}`);
		for (const fault of plan.matches)
			if (fault.matchId === matchId && FAULT_STOPS[fault.kind] === kind && !printedFaults.has(fault)) {
				printedFaults.add(fault);
				printWithTime(`  Fault: ${MATCH_FAULTS[fault.kind]}`);
			}
	}
	/** Injects the faults of requests that are due by now, and waits until the provider answers again. */
	async function settleWithFaults(roundId: RoundId, due: { at: SeasonTime; kind: keyof typeof REQUEST_FAULTS }[]) {
		for (let nextFault = due[0]; nextFault && nextFault.at <= engine.clocks.seasonNow(); nextFault = due[0]) {
			due.shift();
			printWithTime(`  Fault: ${REQUEST_FAULTS[nextFault.kind]}`);
			provider.injectFault(nextFault.kind);
			const start = performance.now();
			await clock.settle();
			const milliseconds = Math.round(performance.now() - start);
			const outcome = `the server asked again, and got an answer after ${milliseconds} ms`;
			faults.push({ roundId, fault: REQUEST_FAULTS[nextFault.kind], outcome });
			printWithTime(`  Ended: ${outcome}`);
		}
		await clock.settle();
	}

	async function playRound(roundId: RoundId): Promise<void> {
		const times = [...new Set(listStops(getRound(roundId), engine.seasons.current()).map(({ at }) => at))];
		const due = plan.requests
			.filter((fault) => fault.roundId === roundId)
			.map(({ kind, moment }) => ({ kind, at: times[Math.floor(moment * times.length)] ?? 0 }))
			.toSorted((a, b) => a.at - b.at);
		let idleSteps = 0;
		for (let round = getRound(roundId); round.status !== "complete"; round = getRound(roundId)) {
			const stops = findNextStops(round, engine.seasons.current(), doneUntil);
			const [first] = stops;
			if (first) {
				await clock.moveTo(first.at, first.isDuringMatch);
				doneUntil = first.at;
				for (const stop of stops) printStop(stop, round);
				await settleWithFaults(roundId, due);
				if (stops.some(({ kind }) => kind === "manager-teams")) {
					const teams = await bots.prepareTeams();
					printWithTime(`  ${teams} bots have a team`);
					await clock.settle();
				}
				idleSteps = 0;
			} else if (++idleSteps > MAX_IDLE_STEPS) throw new Error(`Round ${roundId} does not end`);
			else await clock.settle();
			await completeTasks();
		}
		printWithTime(`Round ${roundId} is published`);
		await correctRound(roundId);
	}

	/** Plays the days after publication, when the provider corrects its stats. */
	async function correctRound(roundId: RoundId): Promise<void> {
		const season = engine.seasons.current();
		const now = engine.clocks.seasonNow();
		const nextRound = season.rounds.find(({ status }) => status !== "complete");
		const nextStop = nextRound && findNextStops(nextRound, season, now)[0];
		const at = Math.min(now + DAY_MS, nextStop ? Math.floor((now + nextStop.at) / 2) : Number.POSITIVE_INFINITY);
		await clock.moveTo(at, false);
		provider.correctRound(roundId);
		for (const { kind, roundId: faultRoundId } of plan.matches)
			if (faultRoundId === roundId && FAULT_STOPS[kind] === "correction")
				printWithTime(`  Fault: ${MATCH_FAULTS[kind]}`);
		await clock.settle();
		await completeTasks();
		await rehearsal.sendClosingLetters();
		for (const fault of plan.matches) {
			if (fault.roundId !== roundId) continue;
			const outcome = await findOutcome(rehearsal, fault);
			faults.push({ roundId, fault: MATCH_FAULTS[fault.kind], outcome });
			printWithTime(`  ${MATCH_FAULTS[fault.kind]}: ${outcome ?? "NOT HANDLED"}`);
		}
	}

	const playedRounds: RoundId[] = [];
	const rounds = engine.seasons.current().rounds.filter(({ matches }) => matches.length > 0);
	try {
		const start = performance.now();
		const toPlay = rounds.slice(0, options.rounds);
		for (const { id } of toPlay) {
			await playRound(id);
			playedRounds.push(id);
			print(formatProgress(playedRounds.length, toPlay.length, performance.now() - start));
		}
		return { faults, played: playedRounds, failure: null };
	} catch (error) {
		if (options.signal.aborted) throw error;
		return { faults, played: playedRounds, failure: error instanceof Error ? error.message : String(error) };
	}
}
