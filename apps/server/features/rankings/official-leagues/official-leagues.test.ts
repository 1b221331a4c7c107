import {
	joinOfficialLeague,
	leaveOfficialLeague,
	showOfficialLeagues,
} from "@first-bounce/contract/leagues/official-leagues";
import { showRankings } from "@first-bounce/contract/stats/rankings";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { finishRound } from "../../../../../testing/season/play-rounds.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import { createLeagueManagers, type LeagueManager } from "../../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";

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
