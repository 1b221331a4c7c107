import type { Kysely } from "kysely";
import type { Tables } from "../../apps/server/db/tables/tables.ts";
import { type ClockReading, computeSeasonTime } from "../../apps/server/features/seasons/current/season-clock.ts";
import { setClock } from "../../apps/server/features/seasons/current/set-clock.ts";
import type { FixtureMatch } from "../../apps/server/features/seasons/generator/fixture.ts";
import { MAX_SIMULATED_MATCH_MS } from "../../apps/server/features/stats-providers/simulator/match-timeline.ts";
import { FIRST_DAY, REVIEW_MINUTES } from "../season.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MATCHES_PER_ROUND = 9;
const BETWEEN_MATCHES = 25 * MINUTE;
/** Season time before the first lock of a round. */
const LEAD = 5 * 60 * MINUTE;
const LENGTH = LEAD + (MATCHES_PER_ROUND - 1) * BETWEEN_MATCHES + MAX_SIMULATED_MATCH_MS;

const getOpening = (roundId: number) => FIRST_DAY + (roundId - 1) * DAY;

/** There is one round a day, and its matches start shortly after one another. */
export const getStart = ({ id, roundId }: FixtureMatch): number =>
	getOpening(roundId) + LEAD + ((id % 100) - 1) * BETWEEN_MATCHES;

/** Resolves once every process shows a later season time than this. */
export type WaitForProcesses = (time: number) => Promise<void>;

/** The season's clock as this process knows it. */
export class SeasonTimeline {
	readonly #secondsPerRound: number;
	readonly #db: Kysely<Tables>;
	readonly #waitForProcesses: WaitForProcesses;
	#reading: ClockReading;

	constructor(secondsPerRound: number, db: Kysely<Tables>, waitForProcesses: WaitForProcesses) {
		this.#secondsPerRound = secondsPerRound;
		this.#db = db;
		this.#waitForProcesses = waitForProcesses;
		this.#reading = this.#readOpening(1);
	}

	#readOpening(roundId: number): ClockReading {
		const seasonAt = getOpening(roundId);
		return { seasonAt, wallAt: Date.now(), speed: 0, playingRoundId: null, holdAt: null, isDemo: false };
	}

	/**
	 * A process may accept a save at the old time until it knows the new one, so the old time stays in force here until
	 * all processes know it.
	 */
	async #set(next: ClockReading): Promise<void> {
		const { seasonAt, speed, holdAt, wallAt } = next;
		await setClock(this.#db, { seasonAt, speed, ...(holdAt === null ? {} : { holdAt }) }, wallAt);
		await this.#waitForProcesses(speed > 0 ? seasonAt : seasonAt - 1);
		this.#reading = next;
	}

	/** Season time `before` milliseconds of wall time ago; by default now. */
	now(before = 0): number {
		return computeSeasonTime(this.#reading, Date.now() - before);
	}

	/** Wall time in milliseconds until this share of the round, from 0 to 1, has passed. */
	getMillisecondsUntil(part: number): number {
		return Math.max(0, this.#reading.wallAt + part * this.#secondsPerRound * 1_000 - Date.now());
	}

	/** Stops the clock where a round opens. */
	open(roundId: number): Promise<void> {
		return this.#set(this.#readOpening(roundId));
	}

	/** Lets a round run from its opening to the end of its last match, where the clock stops. */
	play(roundId: number): Promise<void> {
		const opening = this.#readOpening(roundId);
		const speed = LENGTH / 1_000 / this.#secondsPerRound;
		return this.#set({ ...opening, speed, holdAt: opening.seasonAt + LENGTH });
	}

	/**
	 * Moves the clock to the time at which a round with complete matches is published. Its players stay locked until
	 * then.
	 */
	async endReview(roundId: number): Promise<void> {
		const seasonAt = getOpening(roundId) + LENGTH + REVIEW_MINUTES * MINUTE;
		await setClock(this.#db, { seasonAt, speed: 0 }, Date.now());
	}
}
