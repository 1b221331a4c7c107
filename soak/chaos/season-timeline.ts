import { DAY_MS, MINUTE_MS } from "@first-bounce/rules/durations";
import type { Db } from "../../apps/server/db/tables/tables.ts";
import type { ClockReading } from "../../apps/server/features/seasons/current/clock-queries.ts";
import { computeSeasonTime } from "../../apps/server/features/seasons/current/season-clock.ts";
import { setClock } from "../../apps/server/features/seasons/current/set-clock.ts";
import type { FixtureMatch } from "../../apps/server/features/seasons/generator/fixture.ts";
import { MAX_SIMULATED_MATCH_MS } from "../../apps/server/features/stats-providers/simulator/match-timeline.ts";
import { FIRST_DAY, REVIEW_MINUTES } from "../../testing/season/generated-season.ts";

const MATCHES_PER_ROUND = 9;
const MATCH_INTERVAL_MS = 25 * MINUTE_MS;
/** Season time from the opening of a round to its first lock. */
const LOCK_DELAY_MS = 5 * 60 * MINUTE_MS;
/** Season time from the opening of a round to the end of its last match. */
const ROUND_LENGTH = LOCK_DELAY_MS + (MATCHES_PER_ROUND - 1) * MATCH_INTERVAL_MS + MAX_SIMULATED_MATCH_MS;

const getOpeningTime = (roundId: number) => FIRST_DAY + (roundId - 1) * DAY_MS;

/** Gets the start of a match. Each day has one round, whose matches start shortly after one another. */
export const getStart = ({ id, roundId }: FixtureMatch): number =>
	getOpeningTime(roundId) + LOCK_DELAY_MS + ((id % 100) - 1) * MATCH_INTERVAL_MS;

/** Resolves once every process shows a later season time than this. */
export type WaitForProcesses = (time: number) => Promise<void>;

/** Moves the season's clock through the rounds, and computes the season time. */
export class SeasonTimeline {
	readonly #secondsPerRound: number;
	readonly #db: Db;
	readonly #waitForProcesses: WaitForProcesses;
	#reading: ClockReading;

	constructor(secondsPerRound: number, db: Db, waitForProcesses: WaitForProcesses) {
		this.#secondsPerRound = secondsPerRound;
		this.#db = db;
		this.#waitForProcesses = waitForProcesses;
		this.#reading = this.#buildOpeningReading(1);
	}

	#buildOpeningReading(roundId: number): ClockReading {
		const seasonAt = getOpeningTime(roundId);
		return { seasonAt, wallAt: Date.now(), speed: 0, playingRoundId: null, holdAt: null, isDemo: false };
	}

	/**
	 * Sets the clock. A server process uses the old time until it has read the new one, so `now` returns the old time until
	 * all processes have the new one.
	 */
	async #setClock(next: ClockReading): Promise<void> {
		const { seasonAt, speed, holdAt, wallAt } = next;
		await setClock(this.#db, { seasonAt, speed, ...(holdAt === null ? {} : { holdAt }) }, wallAt);
		// A stopped clock shows exactly `seasonAt`, a running one a later time.
		await this.#waitForProcesses(speed > 0 ? seasonAt : seasonAt - 1);
		this.#reading = next;
	}

	/** The season time now, or some milliseconds of wall time ago. */
	now(millisecondsAgo = 0): number {
		return computeSeasonTime(this.#reading, Date.now() - millisecondsAgo);
	}

	/** Converts season time in milliseconds to wall time at the speed of a running round. */
	toWallMilliseconds(seasonMilliseconds: number): number {
		return Math.round((seasonMilliseconds / ROUND_LENGTH) * this.#secondsPerRound * 1_000);
	}

	/** Wall time in milliseconds until this share of the round, from 0 to 1, has passed. */
	getMillisecondsUntil(share: number): number {
		return Math.max(0, this.#reading.wallAt + share * this.#secondsPerRound * 1_000 - Date.now());
	}

	/** Moves the clock to the opening of a round, and stops it there. */
	open(roundId: number): Promise<void> {
		return this.#setClock(this.#buildOpeningReading(roundId));
	}

	/** Lets a round run from its opening to the end of its last match, where the clock stops. */
	play(roundId: number): Promise<void> {
		const opening = this.#buildOpeningReading(roundId);
		const speed = ROUND_LENGTH / 1_000 / this.#secondsPerRound;
		return this.#setClock({ ...opening, speed, holdAt: opening.seasonAt + ROUND_LENGTH });
	}

	/**
	 * Moves the clock to the time at which a round with complete matches is published. Its players stay locked until
	 * then.
	 */
	async endReview(roundId: number): Promise<void> {
		const seasonAt = getOpeningTime(roundId) + ROUND_LENGTH + REVIEW_MINUTES * MINUTE_MS;
		await setClock(this.#db, { seasonAt, speed: 0 }, Date.now());
	}
}
