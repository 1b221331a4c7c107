import type { SeasonClock } from "@first-bounce/contract/clock";
import type { SeasonTime } from "@first-bounce/rules/ids";
import type { Db } from "../../db/tables/tables.ts";
import type { ErrorData } from "../../i18n/error-messages.ts";
import { type Refusal, refuse } from "../../plugins/refusal.ts";
import { loadClock } from "../seasons/current/clock-queries.ts";
import { loadShownSeason } from "../seasons/current/load-season-snapshot.ts";
import { buildClock, computeSeasonTime, type SeasonClocks } from "../seasons/current/season-clock.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { type ClockSetting, setClock } from "../seasons/current/set-clock.ts";
import {
	buildPlaySetting,
	computeEarliestJump,
	computeNextLockJump,
	computeNextSetting,
	findRoundToPlay,
} from "./clock-settings.ts";

/** Builds the refusal to set the clock; `context` chooses the text. */
const buildClockRefusal = (context: string, data: ErrorData = {}): Refusal =>
	refuse(409, "clock-refused", { ...data, context });

export interface ClockOptions {
	/** False on a public PUBLIC_URL, unless ALLOW_DEMO_ON_PUBLIC_URL is on. */
	readonly demoMayRun: boolean;
	/** Whether the season is only rehearsed. The rehearsal itself plays the rounds. */
	readonly isRehearsal?: boolean;
	/** Runs in the transaction that sets the clock, for example to write the audit log. */
	readonly runInTransaction?: (transaction: Db) => Promise<void>;
}

/** Loads the current season, if its clock may be set. */
async function loadClockedSeason(db: Db, options: ClockOptions, wallNow: number) {
	const season = await loadShownSeason(db);
	if (!season) throw buildClockRefusal("no-season");
	if (season.isArchived) throw buildClockRefusal("closed", { name: season.name });
	if (!options.isRehearsal) {
		if (!season.isDemo) throw buildClockRefusal("real", { name: season.name });
		if (!options.demoMayRun) throw buildClockRefusal("public");
	}
	const reading = await loadClock(db);
	return { season, now: computeSeasonTime(reading, wallNow), reading };
}

async function applySetting(
	db: Db,
	{ season, ...setting }: Omit<ClockSetting, "seasonId"> & { readonly season: SeasonSnapshot },
	{ isRehearsal = false, runInTransaction }: ClockOptions,
	wallNow: number,
): Promise<SeasonClock> {
	// A rehearsal still stops at the next event.
	const clockSetting = { ...setting, seasonId: season.seasonId, keepsHold: isRehearsal };
	// Another season may have become the current one since.
	if (!(await setClock(db, clockSetting, wallNow, runInTransaction)))
		throw buildClockRefusal("closed", { name: season.name });
	return getClock(db, wallNow);
}

/** Gets the current season's clock, of a demo or a real season. */
export const getClock = async (db: Db, wallNow: number): Promise<SeasonClock> =>
	buildClock(await loadClock(db), wallNow);

/**
 * Jumps a demo or rehearsal to an instant of season time at the same speed. The feed then delivers what happened in between.
 *
 * @throws Refusal for a real season, a public address, or a time before a match that has started; in a rehearsal, any earlier
 * time
 */
export async function setSeasonTime(
	db: Db,
	at: SeasonTime,
	options: ClockOptions,
	wallNow: number,
): Promise<SeasonClock> {
	const { season, now } = await loadClockedSeason(db, options, wallNow);
	// The rehearsal's provider would send its responses a second time.
	if (options.isRehearsal && at < now) throw buildClockRefusal("back", { now: new Date(now).toISOString() });
	const earliest = computeEarliestJump(season.rounds, now);
	if (at < earliest) throw buildClockRefusal("begun", { earliest: new Date(earliest).toISOString() });
	return applySetting(db, { season, seasonAt: at, playingRoundId: null }, options, wallNow);
}

/**
 * Runs the clock at a speed; 1 is real time, 0 stops the clock.
 *
 * @throws Refusal for a real season, a public address, or an invalid speed
 */
export async function playAtSpeed(db: Db, speed: number, options: ClockOptions, wallNow: number): Promise<SeasonClock> {
	const { season } = await loadClockedSeason(db, options, wallNow);
	if (!Number.isFinite(speed) || speed < 0) throw buildClockRefusal("speed");
	return applySetting(db, { season, speed, playingRoundId: null }, options, wallNow);
}

/**
 * Jumps to twenty seconds before the next lock, at real speed, or in a rehearsal at the current speed.
 *
 * @throws Refusal for a real season, a public address, or if there is no lock left
 */
export async function jumpToNextLock(db: Db, options: ClockOptions, wallNow: number): Promise<SeasonClock> {
	const { season, now, reading } = await loadClockedSeason(db, options, wallNow);
	const at = computeNextLockJump(season.rounds, now);
	if (at === null) throw buildClockRefusal("over");
	const speed = options.isRehearsal ? reading.speed : 1;
	return applySetting(db, { season, seasonAt: at, speed, playingRoundId: null }, options, wallNow);
}

/**
 * Plays the current round in about 75 seconds. A round that is already being played continues.
 *
 * @throws Refusal for a real season, a public address, or a season that is over
 */
export async function playRound(db: Db, options: ClockOptions, wallNow: number): Promise<SeasonClock> {
	const { season, now, reading } = await loadClockedSeason(db, options, wallNow);
	if (options.isRehearsal) throw buildClockRefusal("rehearsal");
	const round = findRoundToPlay(season.rounds);
	if (!round) throw buildClockRefusal("over");
	return reading.playingRoundId === round.id
		? getClock(db, wallNow)
		: applySetting(db, { season, ...buildPlaySetting(round, now) }, options, wallNow);
}

/**
 * Plays on the round that a visitor started with "Play this round": jumps over the time between matches, and waits before the
 * next round once it is published. All state is in the database, so any process can continue.
 */
export async function advanceDemoRound({
	db,
	currentSeason,
	clocks,
}: {
	readonly db: Db;
	readonly currentSeason: () => SeasonSnapshot | null;
	readonly clocks: Pick<SeasonClocks, "seasonNow" | "wallNow" | "show" | "refresh">;
}): Promise<void> {
	const { playingRoundId, isDemo } = clocks.show();
	const season = currentSeason();
	if (!season?.isDemo || !isDemo || playingRoundId === null) return;
	const setting = computeNextSetting(season.rounds, playingRoundId, clocks.seasonNow());
	if (!setting) return;
	await setClock(db, { ...setting, seasonId: season.seasonId }, clocks.wallNow());
	await clocks.refresh();
}
