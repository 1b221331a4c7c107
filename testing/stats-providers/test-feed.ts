import type { MatchStatus } from "@first-bounce/rules/round/round";
import { EMPTY_STAT_LINE, type StatLine } from "@first-bounce/rules/scoring/stats";
import type { Feed, FeedPayload, MatchReport } from "../../apps/server/features/stats-providers/feed.ts";
import type { SmallMatch, SmallSeason } from "../season/small-season.ts";

/** Creates a payload whose body is the reports as JSON. */
export const createPayload = (subject: string, reports: readonly MatchReport[]): FeedPayload => ({
	source: "simulator",
	kind: "match-stats",
	subject,
	body: new TextEncoder().encode(JSON.stringify(reports)),
});

/** Creates a feed for tests; without `poll` it returns nothing. */
export const createTestFeed = (poll: Feed["poll"] = async () => []): Feed => ({
	source: "simulator",
	poll,
	parse: ({ body }) => {
		try {
			return { ok: true, reports: JSON.parse(new TextDecoder().decode(body)) };
		} catch (error) {
			return { ok: false, problems: [String(error)] };
		}
	},
});

/** Builds a stat line with TOG 80 and 0 for all other stats by default. */
export const buildStatLine = (stats: Partial<StatLine>): StatLine => ({ ...EMPTY_STAT_LINE, TOG: 80, ...stats });

/** Creates a report of a match with random stats; about one player in six did not play. */
export function createRandomReport(
	season: SmallSeason,
	match: SmallMatch,
	random: () => number,
	status: MatchStatus = "complete",
): MatchReport {
	const drawUpTo = (max: number) => Math.floor(random() * (max + 1));
	const lines = season.players
		.filter(({ squadId }) => squadId === match.homeSquadId || squadId === match.awaySquadId)
		.filter(() => random() > 1 / 6)
		.map(({ id, squadId }) => ({
			playerId: id,
			squadId,
			stats: buildStatLine({
				K: drawUpTo(15),
				H: drawUpTo(9),
				M: drawUpTo(6),
				T: drawUpTo(7),
				FF: drawUpTo(2),
				FA: drawUpTo(3),
				G: drawUpTo(2),
				B: drawUpTo(2),
			}),
		}));
	return { matchId: match.id, status, homeScore: drawUpTo(80), awayScore: drawUpTo(80), lines };
}
