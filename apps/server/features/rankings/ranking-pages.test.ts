import { openLeagueRankings } from "@first-bounce/contract/rankings";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { StandingsView } from "../standings/standings-view.ts";
import { createRankingPages } from "./ranking-pages.ts";
import type { RankingQuery } from "./ranking-request.ts";
import { createTeamColumns } from "./team-columns.ts";

/** More than two blocks and a piece; a team's id is its rank, and its owner's id a thousand more. */
const TEAMS = 2_345;
const ids = Int32Array.from({ length: TEAMS }, (_, place) => place + 1);
const isTeam = (id: number) => id >= 1 && id <= TEAMS;
const view: StandingsView = {
	...{ version: 1, roundId: 3, isLive: false, teamCount: TEAMS },
	...{ pointsOf: (id) => id % 200, totalOf: (id) => TEAMS - id, highestOf: (id) => id % 300 },
	...{ roundRankOf: (id) => (isTeam(id) ? id : null), overallRankOf: (id) => (isTeam(id) ? id : null) },
	...{ overallOrder: (from, to) => [...ids.slice(from, to)], roundOrder: (from, to) => [...ids.slice(from, to)] },
	fillOrder: (_, into) => into.set(ids),
};
const columns = createTeamColumns(TEAMS, TEAMS + 1_000, () => 0);
for (const id of ids) {
	const numbers = [id, id + 1_000, 1, 0, 0].values();
	const names = `"fullName":"Ada L.","teamName":"${"Bounce ".repeat(id % 9)}"`;
	const text = Buffer.from(`"userId":${id + 1_000},"teamId":${id},${names},"avatarVersion":0,"supportedSquadId":null`);
	columns.take({ int: () => numbers.next().value ?? 0, ints: () => 0, bytes: () => text });
}
const directory = Object.assign(columns, { version: 1 });
const { success } = openLeagueRankings;
const standings = { view, before: null };

const asked = fc.record({
	/** What the page is to show: most often places about the ends of blocks, or of them all. */
	place: fc.oneof(fc.constantFrom(995, 999, 1_000, 1_004, 1_995, 2_000, TEAMS - 1, TEAMS + 40), fc.nat(TEAMS)),
	limit: fc.constantFrom(1, 7, 10, 30, 100),
	direction: fc.constantFrom("asc", "desc"),
	userId: fc.integer({ min: 900, max: 1_000 + TEAMS }),
});

test.each([1, 2, 100])(
	"a page is the same whether it was cut for her or is a slice of what was written for many, with her own row marked; room for %i blocks",
	(most) => {
		const often = createRankingPages(most);
		const order = "totalPoints" as const;
		const first: RankingQuery = { order, direction: "desc", page: 1, limit: 10, roundId: 0 };
		for (let page = 1; page <= TEAMS / 10 + 1; page++) often(standings, directory, { ...first, page }, 1_001);
		fc.assert(
			fc.property(asked, ({ userId, place, limit, direction }) => {
				const page = Math.floor(place / limit) + 1;
				const query = { ...first, page, limit, direction };
				const shown = often(standings, directory, query, userId);
				expect(shown).toBe(createRankingPages()(standings, directory, query, userId));
				const { rankings, nextPage, currentUserRanking, ...rest } = success.parse(JSON.parse(shown));
				const places = direction === "desc" ? [...ids] : [...ids].reverse();
				expect(rankings.map(({ rank }) => rank)).toEqual(places.slice((page - 1) * limit, page * limit));
				for (const row of rankings) expect(row.isCurrentLeagueUser).toBe(row.userId === userId);
				expect(currentUserRanking?.userId ?? null).toBe(isTeam(userId - 1_000) ? userId : null);
				expect(nextPage).toBe(page * limit < TEAMS ? page + 1 : null);
				expect(rest).toEqual({ isLive: false, total: TEAMS });
			}),
		);
	},
);
