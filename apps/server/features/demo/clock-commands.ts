import type { SeasonClock } from "@first-bounce/contract/clock";
import type { SeasonTime } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import type { Tables } from "../../db/tables/tables.ts";
import { loadShownSeason } from "../seasons/current/load-season-snapshot.ts";
import { readClock, seasonTimeAt } from "../seasons/current/season-clock.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { type ClockSetting, setClock } from "../seasons/current/set-clock.ts";
import { beforeNextLock, earliestJump, playFrom, roundToPlay } from "./demo-clock.ts";

/** Why a season's clock stays as it is, in one line for whoever asked. */
export class ClockRefusal extends Error {
	constructor(message: string) {
		super(message);
		this.name = "ClockRefusal";
	}
}

export interface ClockSettings {
	/** False on a PUBLIC_URL that others can open, unless a flag allows it (decisions §11). */
	readonly demoMayRun: boolean;
	/** What else happens as the clock is set, in the same transaction: it is written down. */
	readonly also?: (transaction: Kysely<Tables>) => Promise<void>;
}

interface DemoSeason {
	readonly season: SeasonSnapshot;
	readonly now: SeasonTime;
}

async function demoSeason(db: Kysely<Tables>, settings: ClockSettings, wallNow: number): Promise<DemoSeason> {
	const season = await loadShownSeason(db);
	if (!season) throw new ClockRefusal("There is no season yet");
	if (season.isArchived) throw new ClockRefusal(`${season.name} is closed`);
	if (!season.isDemo) throw new ClockRefusal(`${season.name} is no demo: its clock is the real one`);
	if (!settings.demoMayRun)
		throw new ClockRefusal("The demo's clock is not set on a public address without ALLOW_DEMO_ON_PUBLIC_URL=on");
	return { season, now: seasonTimeAt(await readClock(db), wallNow) };
}

async function settle(
	db: Kysely<Tables>,
	setting: ClockSetting,
	{ also }: ClockSettings,
	wallNow: number,
): Promise<SeasonClock> {
	await setClock(db, setting, wallNow, also);
	return showClock(db, wallNow);
}

/** The current season's clock, of any season. */
export async function showClock(db: Kysely<Tables>, wallNow = Date.now()): Promise<SeasonClock> {
	const reading = await readClock(db);
	const now = seasonTimeAt(reading, wallNow);
	return {
		seasonTime: new Date(now).toISOString(),
		wallTime: new Date(wallNow).toISOString(),
		speed: reading.holdAt !== null && now >= reading.holdAt ? 0 : reading.speed,
		isDemo: reading.isDemo,
		playingRoundId: reading.playingRoundId,
	};
}

/**
 * Jumps the demo to an instant of season time; its speed stays. What happened in between is told at once.
 *
 * @throws ClockRefusal for a real season, a public address, or a time behind a match that has begun
 */
export async function setSeasonTime(
	db: Kysely<Tables>,
	at: SeasonTime,
	settings: ClockSettings,
	wallNow = Date.now(),
): Promise<SeasonClock> {
	const { season, now } = await demoSeason(db, settings, wallNow);
	const earliest = earliestJump(season.rounds, now);
	if (at < earliest)
		throw new ClockRefusal(
			`Season time does not go back behind a match that has begun (${new Date(earliest).toISOString()})`,
		);
	return settle(db, { seasonAt: at, playingRoundId: null }, settings, wallNow);
}

/**
 * Lets the demo's time run at a speed, round after round; 1 is real time, 0 stands still.
 *
 * @throws ClockRefusal for a real season, a public address, or a speed that is none
 */
export async function playAtSpeed(
	db: Kysely<Tables>,
	speed: number,
	settings: ClockSettings,
	wallNow = Date.now(),
): Promise<SeasonClock> {
	await demoSeason(db, settings, wallNow);
	if (!Number.isFinite(speed) || speed < 0) throw new ClockRefusal("A speed is a number from 0 up");
	return settle(db, { speed, playingRoundId: null }, settings, wallNow);
}

/**
 * Jumps to twenty seconds before the next lock, at real speed.
 *
 * @throws ClockRefusal for a real season, a public address, or when nobody is left to lock
 */
export async function jumpToNextLock(
	db: Kysely<Tables>,
	settings: ClockSettings,
	wallNow = Date.now(),
): Promise<SeasonClock> {
	const { season, now } = await demoSeason(db, settings, wallNow);
	const at = beforeNextLock(season.rounds, now);
	if (at === null) throw new ClockRefusal("The season is over: nobody is left to lock");
	return settle(db, { seasonAt: at, speed: 1, playingRoundId: null }, settings, wallNow);
}

/**
 * Plays the current round for a watcher, in about 75 seconds; a round that plays already goes on.
 *
 * @throws ClockRefusal for a real season, a public address, or a season that is over
 */
export async function playRound(
	db: Kysely<Tables>,
	settings: ClockSettings,
	wallNow = Date.now(),
): Promise<SeasonClock> {
	const { season, now } = await demoSeason(db, settings, wallNow);
	const round = roundToPlay(season.rounds);
	if (!round) throw new ClockRefusal("The season is over: there is no round left to play");
	const { playingRoundId } = await readClock(db);
	return playingRoundId === round.id ? showClock(db, wallNow) : settle(db, playFrom(round, now), settings, wallNow);
}
