import type { SeasonTime } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import { z } from "zod";
import type { Tables } from "../../db/tables/tables.ts";
import { type GeneratedSeason, generateSeason } from "../seasons/generator/generate-season.ts";
import type { Feed } from "../stats-providers/feed.ts";
import { createSimulatorFeed } from "../stats-providers/simulator/simulator-feed.ts";
import { findGeneratedOrigin } from "./queries.ts";

const seasonSchema = z.object({ seed: z.int(), id: z.int().positive(), name: z.string(), firstDay: z.int() });

/** What a generated season can be regenerated from; stored with the season, since the simulator's results are not. */
const originSchema = seasonSchema.extend({ after: seasonSchema.nullable() });
export type Origin = z.infer<typeof originSchema>;

/** Regenerates the season of an origin: always the same one. */
const regenerateSeason = ({ after, ...season }: Origin): GeneratedSeason =>
	generateSeason(after ? { ...season, previousSeason: generateSeason(after) } : season);

const DAY = 86_400_000;
const FRIDAY = 5;
/** Rounds that are complete in a new demo. */
export const PLAYED_ROUND_COUNT = 3;
const LEAGUE = "Southern Lights Women's League";

/** UTC midnight of the Friday at or after an instant. */
export function getNextFriday(instant: SeasonTime): SeasonTime {
	const day = Math.floor(instant / DAY) * DAY;
	return day + ((FRIDAY - new Date(day).getUTCDay() + 7) % 7) * DAY;
}

/** The demo's two seasons: round 4 of the current one comes on the Friday after the server was first started. */
export function buildDemoOrigin(wallNow: number, seed: number): Origin {
	const firstDay = getNextFriday(wallNow + DAY) - PLAYED_ROUND_COUNT * 7 * DAY;
	const year = new Date(firstDay).getUTCFullYear();
	const name = (of: number) => `${LEAGUE} ${of}`;
	return {
		seed,
		id: 2,
		name: name(year),
		firstDay,
		after: { seed, id: 1, name: name(year - 1), firstDay: firstDay - 52 * 7 * DAY },
	};
}

/** The feed of the current season if it is a generated one, else null. */
export async function loadSimulatorFeed(db: Kysely<Tables>): Promise<Feed | null> {
	const season = await findGeneratedOrigin(db);
	return season?.generated_from
		? createSimulatorFeed(regenerateSeason(originSchema.parse(season.generated_from)))
		: null;
}
