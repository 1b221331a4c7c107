import type { MatchStatus } from "@first-bounce/rules/round";
import { EMPTY_STAT_LINE, type StatLine } from "@first-bounce/rules/scoring/stats";
import type { Feed, FeedPayload, MatchReport } from "../../features/stats-providers/feed.ts";
import type { SmallMatch, SmallSeason } from "../season/small-season.ts";

/** A payload that says what a test wants: its body is the reports as JSON. */
export const payloadOf = (subject: string, reports: readonly MatchReport[]): FeedPayload => ({
	source: "simulator",
	kind: "match-stats",
	subject,
	body: new TextEncoder().encode(JSON.stringify(reports)),
});

/** A feed that tests speak through; it polls nothing unless told what to answer. */
export const testFeed = (poll: Feed["poll"] = async () => []): Feed => ({
	source: "simulator",
	poll,
	parse: ({ body }) => {
		try {
			return { ok: true, reports: JSON.parse(new TextDecoder().decode(body)) };
		} catch (error) {
			return { ok: false, faults: [String(error)] };
		}
	},
});

/** A stat line of nothing but what is given; on the ground for most of the match. */
export const lineOf = (stats: Partial<StatLine>): StatLine => ({ ...EMPTY_STAT_LINE, TOG: 80, ...stats });

/** Both squads of a match with random stats; about one player in six did not play. */
export function randomReport(
	season: SmallSeason,
	match: SmallMatch,
	random: () => number,
	status: MatchStatus = "complete",
): MatchReport {
	const upTo = (most: number) => Math.floor(random() * (most + 1));
	const lines = season.players
		.filter(({ squadId }) => squadId === match.homeSquadId || squadId === match.awaySquadId)
		.filter(() => random() > 1 / 6)
		.map(({ id, squadId }) => ({
			playerId: id,
			squadId,
			stats: lineOf({
				K: upTo(15),
				H: upTo(9),
				M: upTo(6),
				T: upTo(7),
				FF: upTo(2),
				FA: upTo(3),
				G: upTo(2),
				B: upTo(2),
			}),
		}));
	return { matchId: match.id, status, homeScore: upTo(80), awayScore: upTo(80), lines };
}
