import { showRankings } from "@first-bounce/contract/stats/rankings";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { StandingsView } from "../standings/standings-view.ts";
import { buildRankingsPage, type RankingQuery } from "./rankings-page.ts";
import { createTeamDirectory } from "./team-directory.ts";

/** A team's id is its rank; its owner's id is a thousand higher. */
const TEAMS = 2_345;
const ids = Int32Array.from({ length: TEAMS }, (_, place) => place + 1);
const isTeam = (id: number) => id >= 1 && id <= TEAMS;
const view: StandingsView = {
	version: 1,
	roundId: 3,
	isLive: false,
	teamCount: TEAMS,
	getPoints: (id) => id % 200,
	getTotal: (id) => TEAMS - id,
	getHighest: (id) => id % 300,
	getRoundRank: (id) => (isTeam(id) ? id : null),
	getOverallRank: (id) => (isTeam(id) ? id : null),
	overallOrder: (from, to) => [...ids.slice(from, to)],
	roundOrder: (from, to) => [...ids.slice(from, to)],
	fillOrder: (_, into) => into.set(ids),
};
const directory = createTeamDirectory(() => 0);
for (const id of ids) {
	const numbers = [id, id + 1_000, 1, 0, 0, 0].values();
	const texts = ["Ada L.", "Bounce ".repeat(id % 9)].values();
	directory.add({
		int: () => numbers.next().value ?? 0,
		ints: () => 0,
		bytes: () => Buffer.from(texts.next().value ?? ""),
	});
}
const standings = { view, previousView: null };

const arbitraryRequest = fc.record({
	page: fc.oneof(fc.constantFrom(1, 234, 235, 236), fc.integer({ min: 1, max: TEAMS + 10 })),
	limit: fc.constantFrom(1, 7, 10, 30, 100),
	direction: fc.constantFrom("asc", "desc"),
	userId: fc.integer({ min: 900, max: 1_000 + TEAMS }),
});

test("a page lists its places either way, with own row", () => {
	fc.assert(
		fc.property(arbitraryRequest, ({ userId, page, limit, direction }) => {
			const query: RankingQuery = { order: "totalPoints", direction, page, limit, roundId: 0 };
			const result = buildRankingsPage(standings, directory, query, userId);
			expect(showRankings.success.parse(result)).toEqual(result);
			const { rankings, nextPage, currentUserRanking, ...rest } = result;
			const places = direction === "desc" ? [...ids] : [...ids].reverse();
			expect(rankings.map(({ rank }) => rank)).toEqual(places.slice((page - 1) * limit, page * limit));
			for (const row of rankings) expect(row.isCurrentLeagueUser).toBe(row.userId === userId);
			expect(currentUserRanking?.userId ?? null).toBe(isTeam(userId - 1_000) ? userId : null);
			expect(nextPage).toBe(page * limit < TEAMS ? page + 1 : null);
			expect(rest).toEqual({ isLive: false, total: TEAMS });
		}),
	);
});
