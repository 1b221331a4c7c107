import { showRankings } from "@first-bounce/contract/stats/rankings";
import { showTeamRank } from "@first-bounce/contract/team/team";
import { EMPTY_STAT_LINE } from "@first-bounce/rules/scoring/stats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStandingsTable } from "../../../../testing/season/play-rounds.ts";
import { createSeededRandom, drawSlots, FIRST_BOUNCE, seedTeam } from "../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../testing/server/failure.ts";
import { type Client, createTestApp, type TestApp } from "../../../../testing/server/test-app.ts";
import { incrementDataVersion } from "../seasons/current/season-version-queries.ts";
import { buildStatRow } from "../seasons/current/stat-line.ts";

let app: TestApp;
let ownClient: Client;
/** Seeded teams; the fifth is the caller's. */
const teams: { id: number; userId: number; slots: readonly number[] }[] = [];
const STATES = ["VIC", "NSW", "VIC"] as const;
const OWN = 4;

/** Points of the three rounds by team; the last two teams start in round 2. */
const POINTS = [
	[100, 50, 30],
	[90, 60, 10],
	[80, 70, 20],
	[70, 80, 60],
	[60, 90, 50],
	[50, 100, 40],
	...[
		[150, 70],
		[160, 80],
	].map((late) => [null, ...late]),
] as (number | null)[][];

beforeAll(async () => {
	app = await createTestApp();
	const { db } = app.database;
	const random = createSeededRandom(7);
	for (const [index, points] of POINTS.entries()) {
		const startRound = points.findIndex((point) => point !== null) + 1;
		const slots = drawSlots(app.season, random);
		const team = await seedTeam(db, app.season, { slots, startRound, completedAt: FIRST_BOUNCE + index });
		teams.push(team);
		const squad = app.season.squadIds[index % 2] ?? null;
		await db
			.updateTable("users")
			.set({ state: STATES[index % 3] ?? null, supported_squad_id: squad, first_name: "Briony", last_name: "Cole" })
			.where("id", "=", team.userId)
			.execute();
	}
	for (const round of [1, 2]) await publish(round);
	const ownTeam = teams[OWN];
	ownClient = app.as(await app.getToken(ownTeam?.userId ?? 0));
	await app.seasons.refresh();
	await app.standings.refresh();
});
afterAll(() => app.close());

/** Writes a round's standings by a naive implementation of the ranking rules. */
async function publish(round: number) {
	const { db } = app.database;
	const playing = POINTS.map((points, index) => ({
		index,
		scores: points.slice(0, round).filter((point) => point !== null),
	}))
		.filter(({ scores }) => scores.length > 0)
		.map(({ index, scores }) => ({
			index,
			points: scores.at(-1) ?? 0,
			total: scores.reduce((sum, score) => sum + score, 0),
			highest: Math.max(...scores),
		}));
	const overall = playing.toSorted((a, b) => b.total - a.total || b.highest - a.highest || a.index - b.index);
	const byRoundPoints = playing.toSorted((a, b) => b.points - a.points || overall.indexOf(a) - overall.indexOf(b));
	await createStandingsTable(db, app.season, round);
	await db
		.insertInto("standings")
		.values(
			playing.map((team) => ({
				season_id: app.season.id,
				round_id: round,
				team_id: teams[team.index]?.id ?? 0,
				points: team.points,
				round_rank: byRoundPoints.indexOf(team) + 1,
				overall_rank: overall.indexOf(team) + 1,
				team_value: round * 1_000,
				total_points: team.total,
				highest_points: team.highest,
			})),
		)
		.execute();
	await db.updateTable("matches").set({ status: "complete" }).where("round_id", "=", round).execute();
	await db
		.updateTable("rounds")
		.set({ status: "complete", published_at: new Date() })
		.where("id", "=", round)
		.execute();
	await db.transaction().execute((trx) => incrementDataVersion(trx, app.season.id));
}

const listNumbers = (rows: readonly { teamId: number }[]) =>
	rows.map(({ teamId }) => teams.findIndex(({ id }) => id === teamId));

describe.each([0, 2])("the rankings after two rounds, requested as round %d", (roundId) => {
	test("list all teams in pages, with the caller's own row (D1.3.58, D1.3.59, D1.7.56)", async () => {
		const page = await ownClient(showRankings, { query: { roundId, limit: 3 } });
		expect(showRankings.success.parse(page)).toEqual(page);
		expect(listNumbers(page.rankings)).toEqual([7, 6, 0]);
		expect(page.rankings.map(({ rank }) => rank)).toEqual([1, 2, 3]);
		expect(page.rankings.map(({ userId }) => userId)).toEqual([7, 6, 0].map((index) => teams[index]?.userId));
		expect(page.rankings.map(({ isCurrentLeagueUser }) => isCurrentLeagueUser)).toEqual([false, false, false]);
		expect(page).toMatchObject({ nextPage: 2, isLive: false, total: 8 });
		expect(page.currentUserRanking).toMatchObject({ rank: 6, overallRank: 6, isCurrentLeagueUser: true });
		expect(page.currentUserRanking?.userId).toBe(teams[OWN]?.userId);
		const last = await ownClient(showRankings, { query: { roundId, limit: 3, page: 3 } });
		expect(listNumbers(last.rankings)).toEqual([2, 3]);
		expect(last.nextPage).toBeNull();
	});

	test("show owners by first name and initial", async () => {
		const { rankings } = await ownClient(showRankings, { query: { roundId, limit: 1 } });
		expect(rankings[0]).toMatchObject({
			fullName: "Briony C.",
			totalPoints: 160,
			averagePoints: 160,
			roundPoints: 160,
		});
	});

	test("show previous ranks, except for new teams and round order", async () => {
		const listPreviousRanks = async (query: object) => {
			const { rankings, currentUserRanking } = await ownClient(showRankings, { query: { roundId, ...query } });
			return [...rankings, currentUserRanking].map((row) => row && [listNumbers([row])[0], row.rank, row.previousRank]);
		};
		expect(await listPreviousRanks({ limit: 4 })).toEqual([
			[7, 1, null],
			[6, 2, null],
			[0, 3, 1],
			[5, 4, 6],
			[4, 6, 5],
		]);
		expect(await listPreviousRanks({ squadId: 12, state: "VIC" })).toEqual([[5, 1, 2], [3, 2, 1], null]);
		expect((await listPreviousRanks({ order: "roundPoints", limit: 2 })).map((row) => row?.[2])).toEqual([
			null,
			null,
			null,
		]);
	});

	test("are reversed with direction asc, with unchanged ranks (D1.7.55)", async () => {
		const { rankings, nextPage } = await ownClient(showRankings, { query: { roundId, limit: 3, direction: "ASC" } });
		expect(listNumbers(rankings)).toEqual([3, 2, 4]);
		expect(rankings.map(({ rank }) => rank)).toEqual([8, 7, 6]);
		expect(nextPage).toBe(2);
		const last = await ownClient(showRankings, { query: { roundId, limit: 3, page: 3, direction: "asc" } });
		expect(last.rankings.map(({ rank }) => rank)).toEqual([2, 1]);
	});

	test("can be ordered by round points and average, then overall (D1.7.55)", async () => {
		const byRound = await ownClient(showRankings, { query: { roundId, order: "roundPoints" } });
		expect(listNumbers(byRound.rankings)).toEqual([7, 6, 5, 4, 3, 2, 1, 0]);
		const byAverage = await ownClient(showRankings, { query: { roundId, order: "avgPoints" } });
		expect(listNumbers(byAverage.rankings)).toEqual([7, 6, 0, 5, 1, 4, 2, 3]);
	});

	test("filtered by club and state start at rank 1 (D1.7.55)", async () => {
		const { rankings, total, currentUserRanking } = await ownClient(showRankings, {
			query: { roundId, squadId: 12, state: "VIC" },
		});
		expect(listNumbers(rankings)).toEqual([5, 3]);
		expect(rankings.map(({ rank, overallRank }) => [rank, overallRank])).toEqual([
			[1, 4],
			[2, 8],
		]);
		expect([total, currentUserRanking]).toEqual([2, null]);
		const byClub = await ownClient(showRankings, { query: { roundId, squadId: 12 } });
		const byState = await ownClient(showRankings, { query: { roundId, state: "VIC" } });
		expect([byClub, byState].map((page) => [listNumbers(page.rankings), page.total])).toEqual([
			[[7, 5, 1, 3], 4],
			[[6, 0, 5, 2, 3], 5],
		]);
	});

	test("refuse an unknown order (D1.7.55)", async () => {
		const url = `/api/en/fantasy/ranks/open-league?roundId=${roundId}&order=bogus`;
		const token = await app.getToken(teams[OWN]?.userId ?? 0);
		const response = await app.app.inject({ url, headers: { "x-sid": token } });
		expect([response.statusCode, response.json().errors[0].code]).toEqual([422, "invalid-field"]);
	});

	test("are empty beyond the last page", async () => {
		const beyondLast = await ownClient(showRankings, { query: { roundId, page: 1_000, limit: 5_000 } });
		expect([beyondLast.rankings, beyondLast.nextPage]).toEqual([[], null]);
	});
});

test("an earlier round shows ranks, points and values as of its end (D1.7.55)", async () => {
	const { rankings, total } = await ownClient(showRankings, { query: { roundId: 1 } });
	expect(listNumbers(rankings)).toEqual([0, 1, 2, 3, 4, 5]);
	expect(rankings[0]).toMatchObject({ totalPoints: 100, teamValue: 1_000 });
	expect(total).toBe(6);
});

test("a page shows names in any script, HEAD the same headers", async () => {
	const { db } = app.database;
	const [named, reader] = [teams[7]?.userId ?? 0, teams[OWN]?.userId ?? 0];
	const teamName = 'Ærø "Ruck" 東京 🏉';
	await db.updateTable("users").set({ team_name: teamName }).where("id", "=", named).execute();
	const origin = await app.app.listen({ port: 0, host: "127.0.0.1" });
	const token = await app.getToken(reader);
	const fetchPage = (method: string) =>
		fetch(`${origin}/api/en/fantasy/ranks/open-league`, { method, headers: { "x-sid": token } });
	const [page, head] = [await fetchPage("GET"), await fetchPage("HEAD")];
	for (const { headers } of [page, head]) {
		expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
		expect(headers.get("cache-control")).toBe("no-store");
		expect(headers.get("set-cookie")).toBeNull();
	}
	expect(await head.text()).toBe("");
	const { success, errors } = JSON.parse(await page.text());
	expect([success.rankings[0].teamName, success.total, errors]).toEqual([teamName, 8, []]);
});

test("a team's ranks can be read for any round (D1.3.10, D1.3.57, D1.7.44)", async () => {
	const late = teams[7]?.id ?? 0;
	expect(await ownClient(showTeamRank, { query: { roundId: 1, teamId: late } })).toEqual({
		overallRank: null,
		roundRank: null,
		roundPoints: 0,
		overallPoints: 0,
	});
	expect(await ownClient(showTeamRank, { query: { roundId: 0, teamId: late } })).toEqual({
		overallRank: 1,
		roundRank: 1,
		roundPoints: 160,
		overallPoints: 160,
	});
	// She has 100 and 50 points, which are most in round 1 and least in round 2.
	expect(await ownClient(showTeamRank, { query: { roundId: 2, teamId: teams[0]?.id ?? 0 } })).toEqual({
		overallRank: 3,
		roundRank: 8,
		roundPoints: 50,
		overallPoints: 150,
	});
	expect((await getApiFailure(ownClient(showTeamRank, { query: { roundId: 0, teamId: 999 } }))).code).toBe(
		"team-unknown",
	);
	expect((await getApiFailure(ownClient(showRankings, { query: { roundId: 9 } }))).code).toBe("round-unknown");
});

test("the team of a deactivated account keeps its place without a name (D1.3.58)", async () => {
	const { db } = app.database;
	await db
		.updateTable("users")
		.set({ is_active: false })
		.where("id", "=", teams[7]?.userId ?? 0)
		.execute();
	const { rankings } = await ownClient(showRankings, { query: { limit: 1 } });
	expect(rankings[0]).toMatchObject({ teamId: teams[7]?.id, rank: 1, fullName: "", teamName: "" });
});

test("a rival's future trade does not change the shown value", async () => {
	const { db } = app.database;
	const [rival] = teams;
	const getRivalValue = async () => {
		const { rankings } = await ownClient(showRankings, { query: { limit: 100 } });
		return rankings.find(({ teamId }) => teamId === rival?.id)?.teamValue;
	};
	const before = await getRivalValue();
	const slots = [...(rival?.slots ?? [])];
	const costs = new Map(app.season.players.map(({ id, cost }) => [id, cost]));
	expect(before).toBe(slots.reduce((sum, id) => sum + (costs.get(id) ?? 0), 0));
	const other = app.season.players.find(({ id }) => !slots.includes(id))?.id ?? 0;
	await db
		.insertInto("lineups")
		.values({
			team_id: rival?.id ?? 0,
			round_id: 3,
			slots: [...slots.slice(0, -1), other],
			bank: 0,
			captain_id: slots[0] ?? 0,
			vice_captain_id: slots[1] ?? 0,
			emergency: [],
		})
		.execute();
	expect(await getRivalValue()).toBe(before);
	await db.deleteFrom("lineups").where("round_id", "=", 3).execute();
});

test("a live round counts at once, marked as live (D1.3.57)", async () => {
	const { db } = app.database;
	// Squad 11 plays in the first match of round 3, and some team has one of its players on the field.
	const playerIds = new Set(app.season.players.filter(({ squadId }) => squadId === 11).map(({ id }) => id));
	const scoringTeam = teams.find(({ slots }) => slots.slice(0, 16).some((id) => playerIds.has(id)));
	const scorer = scoringTeam?.slots.slice(0, 16).find((id) => playerIds.has(id)) ?? 0;
	await db.updateTable("rounds").set({ status: "playing" }).where("id", "=", 3).execute();
	await db.updateTable("matches").set({ status: "playing" }).where("id", "=", 301).execute();
	await db
		.insertInto("stat_lines")
		.values(
			buildStatRow({
				seasonId: app.season.id,
				matchId: 301,
				playerId: scorer,
				squadId: 13,
				stats: { ...EMPTY_STAT_LINE, K: 100, TOG: 90 },
			}),
		)
		.execute();
	await db.transaction().execute((trx) => incrementDataVersion(trx, app.season.id));
	await app.seasons.refresh();
	await app.standings.refresh();
	for (const roundId of [0, 3]) {
		const { rankings, isLive } = await ownClient(showRankings, { query: { roundId, limit: 100 } });
		const points = rankings.find(({ teamId }) => teamId === scoringTeam?.id)?.roundPoints;
		expect([isLive, rankings.length]).toEqual([true, 8]);
		expect(points).toBeGreaterThanOrEqual(300);
		expect(rankings.map(({ totalPoints }) => totalPoints)).toEqual(
			rankings.map(({ totalPoints }) => totalPoints).toSorted((a, b) => b - a),
		);
	}
	expect((await ownClient(showRankings, { query: { roundId: 2 } })).isLive).toBe(false);
	// Round 2 is now read from its published standings.
	expect(await ownClient(showTeamRank, { query: { roundId: 2, teamId: teams[0]?.id ?? 0 } })).toEqual({
		overallRank: 3,
		roundRank: 8,
		roundPoints: 50,
		overallPoints: 150,
	});
});
