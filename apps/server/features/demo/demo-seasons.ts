import { DAY_MS } from "@first-bounce/rules/durations";
import type { SeasonTime } from "@first-bounce/rules/ids";
import { z } from "zod";
import type { Db } from "../../db/tables/tables.ts";
import { type GeneratedSeason, generateSeason } from "../seasons/generator/generate-season.ts";
import type { Feed } from "../stats-providers/feed.ts";
import { createSimulatorFeed } from "../stats-providers/simulator/simulator-feed.ts";
import { pastSeasonSourceSchema, readPastSeason } from "./past-season.ts";
import { findStoredSource } from "./queries.ts";

const seasonSchema = z.object({ seed: z.int(), id: z.int().positive(), name: z.string(), firstDay: z.int() });

/** `after` is the season before it, whose players and prices it continues. */
const generatedSeasonSourceSchema = seasonSchema.extend({ after: seasonSchema.nullable() });
export type GeneratedSeasonSource = z.infer<typeof generatedSeasonSourceSchema>;

/**
 * What a demo season is made from: a past season's folder, or the inputs of the generator. It is stored with the season, because
 * the database does not hold the results of future matches.
 */
const seasonSourceSchema = z.union([pastSeasonSourceSchema, generatedSeasonSourceSchema]);
export type SeasonSource = z.infer<typeof seasonSourceSchema>;

const regenerateSeason = ({ after: previous, ...season }: GeneratedSeasonSource): GeneratedSeason =>
	generateSeason(previous ? { ...season, previousSeason: generateSeason(previous) } : season);

const FRIDAY = 5;
/** Rounds that are complete in a new demo. */
export const PLAYED_ROUND_COUNT = 3;
const LEAGUE = "Southern Lights Women's League";

/** Gets UTC midnight of the Friday at or after an instant. */
export function getNextFriday(instant: SeasonTime): SeasonTime {
	const day = Math.floor(instant / DAY_MS) * DAY_MS;
	return day + ((FRIDAY - new Date(day).getUTCDay() + 7) % 7) * DAY_MS;
}

/** Builds the inputs of the demo's two seasons. Round 4 of the current one starts on the Friday after `wallNow`. */
export function buildDemoSource(wallNow: number, seed: number): GeneratedSeasonSource {
	const firstDay = getNextFriday(wallNow + DAY_MS) - PLAYED_ROUND_COUNT * 7 * DAY_MS;
	const year = new Date(firstDay).getUTCFullYear();
	const buildName = (seasonYear: number) => `${LEAGUE} ${seasonYear}`;
	return {
		seed,
		id: 2,
		name: buildName(year),
		firstDay,
		after: { seed, id: 1, name: buildName(year - 1), firstDay: firstDay - 52 * 7 * DAY_MS },
	};
}

/** Gets what the current season is made from; null unless it is a demo season. */
export async function findCurrentSource(db: Db): Promise<SeasonSource | null> {
	const season = await findStoredSource(db);
	return season?.generated_from ? seasonSourceSchema.parse(season.generated_from) : null;
}

/**
 * Creates the feed of the current season if it is a demo season; otherwise returns null.
 *
 * @throws StartupError if the folder of a past season can no longer be read
 */
export async function loadSimulatorFeed(db: Db): Promise<Feed | null> {
	const source = await findCurrentSource(db);
	if (!source) return null;
	return createSimulatorFeed("folder" in source ? (await readPastSeason(source)).played : regenerateSeason(source));
}
