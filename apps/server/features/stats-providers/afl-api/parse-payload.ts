import { z } from "zod";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { FeedPayload, ParseResult } from "../feed.ts";
import { parseJson } from "../parse-json.ts";
import { parseRoster } from "./parse-roster.ts";
import { parseRound } from "./parse-round.ts";
import { parseStats } from "./parse-stats.ts";

const PARSERS = { round: parseRound, roster: parseRoster, "match-stats": parseStats } as const;

/** Parses a payload of the official stats API into the season's ids. */
export function parseAflPayload({ kind, subject, body }: FeedPayload, season: SeasonSnapshot): ParseResult {
	const parsed = parseJson(z.unknown(), body);
	return parsed.ok ? PARSERS[kind](parsed.value, subject, season) : parsed;
}
