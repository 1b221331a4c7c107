import {
	joinOfficialLeague,
	leaveOfficialLeague,
	showOfficialLeagues,
} from "@first-bounce/contract/leagues/official-leagues";
import { showRankings } from "@first-bounce/contract/stats/rankings";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStandingsTable, finishRound } from "../../../../../testing/season/play-rounds.ts";
import { createSeasonFolder } from "../../../../../testing/season/season-folder.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import { createLeagueManagers, type LeagueManager } from "../../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { eraseAccount } from "../../accounts/erasure/service.ts";
import { importSeason } from "../../seasons/import/import-season.ts";
import { beginSeason } from "../../seasons/rollover/rollover.ts";

let app: TestApp;
let managers: LeagueManager[];
const getManager = (index: number) => managers[index] as LeagueManager;
const listLeagues = async (manager: LeagueManager) => (await manager.client(showOfficialLeagues, {})).leagues;
const setTraits = ({ userId }: LeagueManager, squadId: number | null, state: "VIC" | "SA" | null) =>
	app.database.db
		.updateTable("users")
		.set({ supported_squad_id: squadId, state, country: "AU" })
		.where("id", "=", userId)
		.execute();

beforeAll(async () => {
	app = await createTestApp();
	managers = await createLeagueManagers(app, 4);
	await setTraits(getManager(0), 11, "VIC");
	await setTraits(getManager(1), 11, "SA");
	await setTraits(getManager(2), 12, "VIC");
	await finishRound(app, 1);
});
afterAll(() => app.close());

describe("the official leagues of one's club and state", () => {
	test("can be joined and left, with members who joined only (D2.1.60)", async () => {
		expect(await listLeagues(getManager(0))).toMatchObject([
			{ kind: "club", squadId: 11, state: null, isJoined: false, rank: null },
			{ kind: "state", squadId: null, state: "VIC", isJoined: false, rank: null },
		]);
		const { leagues } = await getManager(0).client(joinOfficialLeague, { params: { kind: "club" } });
		expect(leagues.map(({ isJoined }) => isJoined)).toEqual([true, false]);
		await getManager(0).client(joinOfficialLeague, { params: { kind: "club" } });
		expect((await listLeagues(getManager(1))).map(({ isJoined }) => isJoined)).toEqual([false, false]);
		const left = await getManager(0).client(leaveOfficialLeague, { params: { kind: "club" } });
		expect(left.leagues.map(({ isJoined }) => isJoined)).toEqual([false, false]);
		await getManager(0).client(leaveOfficialLeague, { params: { kind: "club" } });
	});

	test("have the rankings by club and by state as their ladders (D2.1.61)", async () => {
		for (const kind of ["club", "state"] as const) await getManager(0).client(joinOfficialLeague, { params: { kind } });
		for (const [index, query] of [{ squadId: 11 }, { state: "VIC" as const }].entries()) {
			const { rankings, total } = await getManager(0).client(showRankings, { query });
			const rank = rankings.find(({ userId }) => userId === getManager(0).userId)?.rank;
			expect((await listLeagues(getManager(0)))[index]).toMatchObject({ isJoined: true, total, rank });
			expect(total).toBe(2);
			expect(rank).toBeGreaterThan(0);
		}
	});

	test("ask an account without club or state to choose one first (D2.1.60)", async () => {
		expect(await listLeagues(getManager(3))).toMatchObject([
			{ squadId: null, total: 0 },
			{ state: null, total: 0 },
		]);
		for (const kind of ["club", "state"] as const) {
			const failure = await getApiFailure(getManager(3).client(joinOfficialLeague, { params: { kind } }));
			expect(failure).toMatchObject({ status: 409, code: `official-league-no-${kind}` });
		}
		expect(await getApiFailure(app.visitor(showOfficialLeagues, {}))).toMatchObject({ status: 401 });
	});

	test("follow the account to another club and state (D2.1.61)", async () => {
		await setTraits(getManager(0), 12, "SA");
		expect(await listLeagues(getManager(0))).toMatchObject([
			{ squadId: 12, isJoined: true, total: 2 },
			{ state: "SA", isJoined: true, total: 2 },
		]);
	});
});

describe("the official leagues of the season before's best", () => {
	const nextFolder = createSeasonFolder();
	let second: TestApp;
	let all: LeagueManager[];
	const find = (rank: number) => all[rank - 1] as LeagueManager;
	const listBest = async ({ client }: LeagueManager) =>
		(await client(showOfficialLeagues, {})).leagues.filter(({ earned }) => earned !== null);

	beforeAll(async () => {
		second = await createTestApp();
		const created = await createLeagueManagers(second, 21);
		const { db } = second.database;
		await db.updateTable("rounds").set({ status: "complete", published_at: new Date() }).execute();
		await createStandingsTable(db, second.season, 3);
		// 20 teams scored: one place for the top 1 %, two for the top 10 %. The third and fourth equal the second.
		const totals = [900, 700, 700, 700, ...Array.from({ length: 16 }, (_, index) => 600 - index), 0];
		const rows = created.map(({ teamId }, index) => ({
			season_id: 1,
			round_id: 3,
			team_id: teamId,
			points: 0,
			round_rank: index + 1,
			total_points: totals[index] ?? 0,
			highest_points: 0,
			overall_rank: index + 1,
			team_value: 0,
		}));
		await db.insertInto("standings").values(rows).execute();
		all = created;
		await second.seasons.refresh();
	});
	afterAll(async () => {
		await second.close();
		nextFolder.discard();
	});

	test("do not exist without a season before (D2.9.284)", async () => {
		expect(await listBest(find(1))).toEqual([]);
		const failure = await getApiFailure(find(1).client(joinOfficialLeague, { params: { kind: "top1" } }));
		expect(failure).toMatchObject({ status: 409, code: "official-league-no-season-before" });
	});

	test("are listed for and joined by those who earned them (D2.9.283, D2.9.284)", async () => {
		const { db } = second.database;
		await importSeason(db, nextFolder.path);
		await beginSeason(db, 7, { actor: "command line", reason: "the year is over" });
		await second.seasons.refresh();
		const earned = { seasonId: 1, seasonName: "Small season" };
		expect(await listBest(find(1))).toMatchObject([
			{ kind: "top1", isJoined: false, earned: { ...earned, rank: 1 } },
			{ kind: "top10", isJoined: false, earned: { ...earned, rank: 1 } },
		]);
		expect(await listBest(find(4))).toMatchObject([{ kind: "top10", earned: { ...earned, rank: 4 } }]);
		expect(await listBest(find(5))).toEqual([]);
		const { leagues } = await find(4).client(joinOfficialLeague, { params: { kind: "top10" } });
		expect(leagues.find(({ kind }) => kind === "top10")).toMatchObject({ isJoined: true, rank: null, total: 0 });
		await find(4).client(joinOfficialLeague, { params: { kind: "top10" } });
		for (const [rank, kind] of [
			[4, "top1"],
			[5, "top10"],
		] as const) {
			const failure = await getApiFailure(find(rank).client(joinOfficialLeague, { params: { kind } }));
			expect(failure).toMatchObject({ status: 403, code: "official-league-not-earned" });
			expect(failure?.message).toBe(
				`This league is for those who finished in the top ${kind === "top1" ? 1 : 10}% of Small season`,
			);
		}
		expect(await getApiFailure(second.visitor(joinOfficialLeague, { params: { kind: "top1" } }))).toMatchObject({
			status: 401,
		});
	});

	test("rank the teams of those who earned them, joined or not (D2.9.284)", async () => {
		const { db } = second.database;
		const { rounds } = second.seasons.current();
		const teams = await db.selectFrom("teams").where("season_id", "=", 7).select(["id", "user_id"]).execute();
		const roundId = rounds[0]?.id ?? 1;
		await db
			.updateTable("teams")
			.set({ start_round_id: roundId, completed_at: new Date() })
			.where("season_id", "=", 7)
			.execute();
		await createStandingsTable(db, { id: 7 }, roundId);
		// The new season's order is the reverse of the last one's.
		const ranked = teams.toSorted((a, b) => Number(b.user_id) - Number(a.user_id));
		const rows = ranked.map(({ id }, index) => ({
			season_id: 7,
			round_id: roundId,
			team_id: id,
			points: 100 - index,
			round_rank: index + 1,
			total_points: 100 - index,
			highest_points: 100 - index,
			overall_rank: index + 1,
			team_value: 0,
		}));
		await db.insertInto("standings").values(rows).execute();
		await db
			.updateTable("rounds")
			.set({ status: "complete", published_at: new Date() })
			.where("season_id", "=", 7)
			.where("id", "=", roundId)
			.execute();
		await db
			.updateTable("seasons")
			.set(({ eb }) => ({ data_version: eb("data_version", "+", 1) }))
			.where("id", "=", 7)
			.execute();
		await second.seasons.refresh();
		await second.standings.refresh();
		const page = await find(5).client(showRankings, { query: { best: 10 } });
		expect(page.rankings.map(({ userId, rank }) => [userId, rank])).toEqual(
			[4, 3, 2, 1].map((rank, index) => [find(rank).userId, index + 1]),
		);
		expect(page).toMatchObject({ total: 4, currentUserRanking: null });
		expect((await find(5).client(showRankings, { query: { best: 1 } })).rankings.map(({ userId }) => userId)).toEqual([
			find(1).userId,
		]);
		expect(await listBest(find(4))).toMatchObject([{ isJoined: true, rank: 1, total: 4 }]);
		const { leagues } = await find(4).client(leaveOfficialLeague, { params: { kind: "top10" } });
		expect(leagues.find(({ kind }) => kind === "top10")).toMatchObject({ isJoined: false, rank: null });
	});

	test("stay the same when an account of the best is deleted (D2.9.283)", async () => {
		const { db } = second.database;
		const audit = { actor: "command line", reason: "on request" };
		await eraseAccount({ db, media: second.media }, find(2).userId, { now: second.clocks.wallNow(), audit });
		const restarted = await second.startSecondServer();
		const client = restarted.as(await second.getToken(find(5).userId));
		expect((await client(showOfficialLeagues, {})).leagues.filter(({ earned }) => earned !== null)).toEqual([]);
		await restarted.close();
	});
});
