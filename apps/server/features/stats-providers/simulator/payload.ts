import { PLAYER_STATUSES } from "@first-bounce/rules/player";
import { mapStats, STATS } from "@first-bounce/rules/scoring/stats";
import { z } from "zod";
import type { FeedPayload, MatchReport, ParseResult } from "../feed.ts";
import { parseJson } from "../parse-json.ts";

const id = z.int().positive();
const count = z.int().nonnegative();
const counts = z.strictObject({
	...mapStats((key) => (STATS[key].isOptional ? count.default(0) : count)),
	TOG: count.max(100),
});

/**
 * The simulator's JSON payloads. `roster` is sent in three stages: the week's injury list, line-ups the day before, and
 * final teams an hour before the match. `match-stats` is the match at one moment with all its lines.
 */
export const simulatorPayloadSchema = z.discriminatedUnion("kind", [
	z.strictObject({
		kind: z.literal("roster"),
		match: id,
		stage: z.enum(["week", "line-ups", "final"]),
		players: z.array(z.strictObject({ player: id, status: z.enum(PLAYER_STATUSES) })),
	}),
	z.strictObject({
		kind: z.literal("match-stats"),
		match: id,
		status: z.enum(["playing", "complete"]),
		quarter: z.int().min(1).max(4),
		minutes: count,
		// Absent from payloads that were stored before the clock was added.
		clockSeconds: count.optional(),
		isBreak: z.boolean().optional(),
		home: z.strictObject({ squad: id, score: count }),
		away: z.strictObject({ squad: id, score: count }),
		players: z.array(z.strictObject({ player: id, squad: id, stats: counts })),
	}),
]);
export type SimulatorPayload = z.infer<typeof simulatorPayloadSchema>;

export const SIMULATOR = "simulator";

export const buildSimulatorPayload = (content: SimulatorPayload): FeedPayload => ({
	source: SIMULATOR,
	kind: content.kind,
	subject: String(content.match),
	body: new TextEncoder().encode(JSON.stringify(content)),
});

const buildReport = (content: SimulatorPayload): MatchReport =>
	content.kind === "roster"
		? {
				matchId: content.match,
				statuses: content.players.map(({ player, status }) => ({ playerId: player, status })),
			}
		: {
				matchId: content.match,
				status: content.status,
				minutes: content.minutes,
				quarter: content.quarter,
				...(content.clockSeconds === undefined ? {} : { clockSeconds: content.clockSeconds }),
				...(content.isBreak === undefined ? {} : { isBreak: content.isBreak }),
				homeScore: content.home.score,
				awayScore: content.away.score,
				lines: content.players.map(({ player, squad, stats }) => ({ playerId: player, squadId: squad, stats })),
			};

/** Parses a payload. A replay of the same bytes gives the same reports. */
export function parseSimulatorPayload({ body, kind, subject }: FeedPayload): ParseResult {
	const parsed = parseJson(simulatorPayloadSchema, body);
	if (!parsed.ok) return parsed;
	const { value: content } = parsed;
	if (content.kind !== kind || String(content.match) !== subject)
		return {
			ok: false,
			problems: [`contains the ${content.kind} of match ${content.match} instead of the ${kind} of ${subject}`],
		};
	return { ok: true, reports: [buildReport(content)] };
}
