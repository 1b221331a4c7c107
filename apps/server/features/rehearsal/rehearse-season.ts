import { roundToTenth } from "@first-bounce/rules/numbers";
import { formatCount } from "../../i18n/format-count.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { computeTotalPlayingTime, formatDuration } from "./duration.ts";
import { openRehearsal, type Rehearsal, type RehearsalOptions } from "./open-rehearsal.ts";
import { type PlayOptions, playSeason } from "./play-season.ts";
import { countSeasonEvents } from "./queries.ts";
import { createRehearsalBots } from "./rehearsal-bots.ts";
import { hasPassed, type RehearsalReport } from "./rehearsal-report.ts";

export interface RehearseOptions extends RehearsalOptions, PlayOptions {
	/** Called before the first round. */
	readonly onStart?: (rehearsal: Rehearsal) => Promise<void>;
	/** Called before everything is closed. */
	readonly onEnd?: (rehearsal: Rehearsal) => Promise<void>;
}

/** Formats how long the rehearsal will take, as far as that is known before the first round. */
function formatEstimate(season: SeasonSnapshot, { speed, rounds }: Pick<PlayOptions, "speed" | "rounds">): string {
	if (speed === null) return "With --speed max nothing waits; the time that each round took is printed";
	const playing = formatDuration(computeTotalPlayingTime(season, rounds) / speed);
	return `Matches are played for ${playing} at --speed ${speed}; all other time is skipped`;
}

/**
 * Plays a season's folder on a database and server of its own, with a faulty provider, and verifies the result.
 * Rejects with the signal's reason when the signal aborts. Everything is deleted at the end, unless the data is kept.
 *
 * @throws StartupError as `openRehearsal`
 */
export async function rehearseSeason(options: RehearseOptions): Promise<RehearsalReport> {
	const { print, seed, faults: faultLevel } = options;
	const start = performance.now();
	const rehearsal = await openRehearsal(options);
	try {
		const { season, database, server, operator, url, errors, dataDir } = rehearsal;
		print(`Rehearsing ${season.name}`);
		print(`The site is at ${url}, the console at ${url}/operator`);
		print(`Sign in as ${operator.email} with ${operator.password}; second factor, setup code ${operator.setupCode}`);
		print(
			options.isUnattended ? "Operator tasks are done automatically" : "Operator tasks wait for you in the console",
		);
		print(formatEstimate(server.engine.seasons.current(), options));
		print("Times are in Melbourne time");
		await options.onStart?.(rehearsal);
		const bots = await createRehearsalBots(rehearsal, options);
		const { faults, played, failure } = await playSeason(rehearsal, bots, options);
		print("Verifying");
		const differences = await rehearsal.verify(played);
		const events = await countSeasonEvents(database.db, season.id);
		const problems = [
			...(failure === null ? [] : [failure]),
			...errors,
			...(events.waiting > 0
				? [`${formatCount(events.waiting, "payload is", "payloads are")} still in quarantine`]
				: []),
		];
		const report: RehearsalReport = {
			season: season.name,
			faultLevel,
			seed,
			rounds: played,
			matches: server.engine.seasons
				.current()
				.rounds.filter(({ id }) => played.includes(id))
				.reduce((sum, { matches }) => sum + matches.length, 0),
			teams: bots.countTeams(),
			faults,
			events,
			differences,
			problems,
			seconds: roundToTenth((performance.now() - start) / 1_000),
			hasPassed: hasPassed({ rounds: played, faults, differences, problems }),
		};
		await options.onEnd?.(rehearsal);
		if (options.isKept) print(`The data is kept. To look at it: DATA_DIR=${dataDir} DEMO=off FEED=manual npm start`);
		return report;
	} finally {
		await rehearsal.close();
	}
}
