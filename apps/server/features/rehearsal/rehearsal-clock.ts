import { setTimeout as delay } from "node:timers/promises";
import type { SeasonEngine } from "../match-day/engine/season-engine.ts";
import { setClock } from "../seasons/current/set-clock.ts";
import type { FeedHealth } from "../stats-providers/feed.ts";
import type { Rehearsal } from "./open-rehearsal.ts";
import type { RehearsalEvent } from "./rehearsal-events.ts";

const STEP_INTERVAL_MS = 1_000;
const RETRY_INTERVAL_MS = 25;
const CATCH_UP_TIMEOUT_MS = 60_000;

export interface RehearsalClockOptions {
	/** Season seconds per second while a match is being played; null to always jump. */
	readonly speed: number | null;
	/** Ends the rehearsal: the next call rejects. */
	readonly signal: AbortSignal;
	/** Waits for some milliseconds, or rejects if the signal aborts; by default with a timer. */
	readonly pause?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

/** The parts of a rehearsal that its clock needs. */
export interface RehearsalClockSources {
	readonly database: Pick<Rehearsal["database"], "db">;
	readonly server: {
		readonly engine: Pick<SeasonEngine, "seasons" | "clocks" | "feedHealth"> & {
			readonly runner: Pick<SeasonEngine["runner"], "step">;
		};
	};
	readonly provider: Pick<Rehearsal["provider"], "hasFault" | "acceptTokens">;
}

const pauseWithTimer = (ms: number, signal: AbortSignal): Promise<void> => delay(ms, undefined, { signal });

export function createRehearsalClock(
	{ database: { db }, server: { engine }, provider }: RehearsalClockSources,
	{ speed, signal, pause = pauseWithTimer }: RehearsalClockOptions,
) {
	const setSeasonClock = async (setting: Parameters<typeof setClock>[1]) => {
		await setClock(db, setting, engine.clocks.wallNow());
		await engine.clocks.refresh();
	};
	const step = async () => {
		signal.throwIfAborted();
		await engine.runner.step();
	};
	const wait = async () => {
		await pause(STEP_INTERVAL_MS, signal);
		await step();
	};
	/** Whether the last request about a match that is being read failed. */
	const hasUnansweredMatch = ({ matches }: FeedHealth): boolean =>
		engine.seasons
			.current()
			.rounds.filter(({ status }) => status !== "complete")
			.flatMap((round) => round.matches)
			.filter(({ startsAt }) => startsAt <= engine.clocks.seasonNow())
			.some(({ providerId }) => providerId !== null && (matches?.get(providerId)?.lastFault ?? null) !== null);
	return {
		/** Waits for a second and runs one step, while somebody else has to act. */
		wait,
		/**
		 * Moves season time to `at`: by a jump, or at the rehearsal's speed if a match is being played. It never goes back, so a
		 * later time that an operator has set stays.
		 */
		moveTo: async ({ at, isDuringMatch }: Pick<RehearsalEvent, "at" | "isDuringMatch">) => {
			if (speed !== null && isDuringMatch && engine.clocks.seasonNow() < at) {
				await setSeasonClock({ speed, holdAt: at });
				while (engine.clocks.seasonNow() < at) await wait();
			}
			// An operator may have moved the clock further.
			await setSeasonClock({ seasonAt: at, isForwardOnly: true, speed: 0 });
		},
		/** Runs steps until everything due has happened and the provider responds without faults. */
		catchUp: async () => {
			const deadline = Date.now() + CATCH_UP_TIMEOUT_MS;
			// After a failure the feed backs off, so that a step without requests does not show that the provider answers.
			let isAnswerDue = false;
			for (;;) {
				const { dataVersion } = engine.seasons.current();
				const hadFault = provider.hasFault();
				const startedAt = Date.now();
				await step();
				const health = engine.feedHealth()?.health;
				const hasChanged = engine.seasons.current().dataVersion !== dataVersion;
				const isAnswering = health !== undefined && health.failures === 0 && !hasUnansweredMatch(health);
				if (hadFault || !isAnswering) isAnswerDue = true;
				else if ((health.lastRequestAt ?? 0) >= startedAt) isAnswerDue = false;
				if (isAnswering && !hasChanged && !isAnswerDue) return;
				if (health?.isRefused) provider.acceptTokens();
				if (Date.now() > deadline)
					throw new Error(`The provider still fails: ${health?.lastFault ?? "it gets no requests"}`);
				// The provider's back-off runs in real time.
				if (isAnswerDue) await pauseWithTimer(RETRY_INTERVAL_MS, signal);
			}
		},
	};
}

/** Moves a rehearsal's clock, and runs the season's steps, which a rehearsal's server does not run by itself. */
export type RehearsalClock = ReturnType<typeof createRehearsalClock>;
