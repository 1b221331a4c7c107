import { showLeague } from "@first-bounce/contract/leagues/league";
import { deleteLeague } from "@first-bounce/contract/leagues/league-actions";
import { showLeagueLadder, showMatchUps } from "@first-bounce/contract/leagues/league-ladder";
import { showRoundPlayers } from "@first-bounce/contract/stats/match-centre";
import { listPastSeasons } from "@first-bounce/contract/stats/past-seasons";
import { showRankings } from "@first-bounce/contract/stats/rankings";
import { showScoreLedger } from "@first-bounce/contract/stats/score-ledger";
import { showMyTeam } from "@first-bounce/contract/team/team";
import { showUserTeamHistory } from "@first-bounce/contract/team/team-history";
import { listTrades } from "@first-bounce/contract/team/trade";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createKnownManager, type KnownTeamManager } from "../../testing/season/known-team.ts";
import { saveKicks, setMatchStatus } from "../../testing/season/play-rounds.ts";
import { FIRST_BOUNCE, HOUR } from "../../testing/season/small-season.ts";
import { getRefusal } from "../../testing/server/failure.ts";
import {
	createLeagueManagers,
	createLeagueWith,
	createTestLeague,
	type LeagueManager,
} from "../../testing/server/league-managers.ts";
import { createTestApp, TEST_URL, type TestApp } from "../../testing/server/test-app.ts";
import { createOperator } from "./features/accounts/users/administer-users.ts";

const CONFIG = { publicUrl: TEST_URL, oidc: null, publicRead: true };

describe("a visitor where PUBLIC_READ is on", () => {
	let app: TestApp;
	let owner: KnownTeamManager;
	let commissioner: LeagueManager;
	let member: LeagueManager;
	let leagueId: number;

	beforeAll(async () => {
		app = await createTestApp({ config: CONFIG });
		owner = await createKnownManager(app);
		const [first, second] = await createLeagueManagers(app, 2);
		if (!first || !second) throw new Error("No managers");
		commissioner = first;
		member = second;
		leagueId = (await createLeagueWith([first, second], { type: "h2h", privacy: "public", size: 2 })).id;
	});
	afterAll(() => app.close());

	test("reads no line-up before the round starts", async () => {
		const params = { roundId: 1, userId: owner.userId };
		expect(await getRefusal(app.visitor(showUserTeamHistory, { params }))).toEqual([403, "round-scheduled"]);
		const { matchUps } = await app.visitor(showMatchUps, { body: { leagueId, roundId: 1 } });
		expect(matchUps.map(({ home }) => [...home.lineup.DEF, home.captainId])).toEqual([[0, 0, 0, 0, 0, 0]]);
	});

	test("reads a public league without its code and real names", async () => {
		const { league } = await app.visitor(showLeague, { params: { id: leagueId } });
		expect(league).toMatchObject({ name: "The Wednesday Club", code: "", isMember: false, rank: null });
		expect(league.leagueCommissioner).toMatchObject({ fullName: "" });
		expect(Object.values(league.may)).not.toContain(true);
		expect(league.fixture?.[1]).toEqual([expect.arrayContaining([commissioner.teamId, member.teamId])]);
		const { rankings, currentUserRanking } = await app.visitor(showLeagueLadder, { query: { leagueId } });
		expect(rankings.map(({ teamId }) => teamId).toSorted()).toEqual([commissioner.teamId, member.teamId].toSorted());
		expect(rankings.map(({ fullName }) => fullName)).toEqual(["", ""]);
		expect(rankings.map(({ teamName }) => teamName)).not.toContain("");
		expect(currentUserRanking).toBeNull();
		expect((await member.client(showLeague, { params: { id: leagueId } })).league.code).toMatch(/^\w{6}$/);
	});

	test("cannot tell a private league from a deleted or unknown one", async () => {
		const privateLeague = await createTestLeague(commissioner);
		const deleted = await createTestLeague(commissioner, { privacy: "public" });
		await commissioner.client(deleteLeague, { params: { id: deleted.id } });
		for (const id of [privateLeague.id, deleted.id, 987_654]) {
			expect(await getRefusal(app.visitor(showLeague, { params: { id } }))).toEqual([401, "not-signed-in"]);
			expect(await getRefusal(app.visitor(showRankings, { query: { leagueId: id } }))).toEqual([401, "not-signed-in"]);
			const body = { leagueId: id, roundId: 1 };
			expect(await getRefusal(app.visitor(showMatchUps, { body }))).toEqual([401, "not-signed-in"]);
		}
	});

	test("reads no other page of a public league", async () => {
		for (const path of [`${leagueId}/league-users`, `${leagueId}/feed`]) {
			const answer = await app.app.inject({
				url: `/api/en/fantasy/league/${path}`,
				headers: { host: "localhost:3000" },
			});
			expect([path, answer.statusCode, answer.json().success]).toEqual([path, 401, null]);
		}
	});

	test("sees a team as rivals do, and nobody's real name", async () => {
		const [match] = app.season.listMatchesOfRound(1);
		if (!match) throw new Error("Round 1 has no match");
		app.clocks.setSeason(FIRST_BOUNCE + HOUR);
		await setMatchStatus(app, [match], "playing");
		await saveKicks(app, match, { 1001: 10, 1005: 4 });
		await app.standings.refresh();
		const args = { params: { roundId: 1, userId: owner.userId } };
		const { teamHistory } = await app.visitor(showUserTeamHistory, args);
		// Squads 13 and 14 play a day later.
		expect(teamHistory.lineup.DEF).toEqual([1001, 1002, 0, 1049, 1050]);
		expect(teamHistory).toMatchObject({ hidden: 3, value: null, salaryCap: null });
		expect(teamHistory).toEqual((await member.client(showUserTeamHistory, args)).teamHistory);
		const ledger = { params: { roundId: 1, teamId: owner.id } };
		const { scoreLedger } = await app.visitor(showScoreLedger, ledger);
		expect(scoreLedger.hidden).toBe(3);
		expect(scoreLedger).toEqual((await member.client(showScoreLedger, ledger)).scoreLedger);
		const { rankings, currentUserRanking, total } = await app.visitor(showRankings, { query: {} });
		expect([total, currentUserRanking, rankings.map(({ fullName }) => fullName)]).toEqual([3, null, ["", "", ""]]);
		expect(rankings.map(({ teamName }) => teamName)).not.toContain("");
		const memberRankings = await member.client(showRankings, { query: {} });
		expect(memberRankings.rankings.map(({ fullName }) => fullName)).not.toContain("");
	});

	test("an operator without a team reads the same as managers (D2.9.231)", async () => {
		const person = { email: "season@example.test", firstName: "Sea", lastName: "Son" };
		const operator = await createOperator(app.database.db, person, { role: "viewer", now: app.clocks.wallNow() });
		const client = app.as(await app.getToken(operator.id));
		const history = { params: { roundId: 1, userId: owner.userId } };
		expect((await client(showUserTeamHistory, history)).teamHistory.hidden).toBe(3);
		expect((await client(showScoreLedger, { params: { roundId: 1, teamId: owner.id } })).scoreLedger.hidden).toBe(3);
		const { total, currentUserRanking } = await client(showRankings, { query: {} });
		expect([total, currentUserRanking]).toEqual([3, null]);
		expect((await client(showLeague, { params: { id: leagueId } })).league.isMember).toBe(false);
		expect((await client(showLeagueLadder, { query: { leagueId } })).currentUserRanking).toBeNull();
		expect((await client(showMatchUps, { body: { leagueId, roundId: 1 } })).matchUps).toHaveLength(1);
		expect(await client(listPastSeasons, {})).toEqual({ seasons: [] });
		expect((await client(showRoundPlayers, { params: { roundId: 1 } })).own).toBeNull();
		expect(await client(listTrades, {})).toMatchObject({ trades: [] });
		expect((await client(showMyTeam, {})).team.lineup.DEF).toEqual([0, 0, 0, 0, 0]);
	});

	test("gets responses that no cache stores, without a cookie", async () => {
		const { headers, statusCode } = await app.app.inject({
			url: "/api/en/fantasy/ranks/open-league",
			headers: { host: "localhost:3000" },
		});
		expect([statusCode, headers["cache-control"], headers["set-cookie"]]).toEqual([200, "no-store", undefined]);
	});
});

test("the preview password still protects everything that PUBLIC_READ opens", async () => {
	const app = await createTestApp({ config: { ...CONFIG, previewPassword: "siren" } });
	const requests: readonly ["GET" | "POST", string][] = [
		["GET", "/fantasy/league/1"],
		["GET", "/fantasy/ranks/elimination-league?leagueId=1"],
		["GET", "/fantasy/ranks/h2h-league?leagueId=1"],
		["GET", "/fantasy/ranks/open-league"],
		["GET", "/fantasy/team-history/get-by-round-and-user/1/1"],
		["GET", "/fantasy/team/score-ledger/1/1"],
		["POST", "/fantasy/league/h2h-match-ups"],
	];
	for (const [method, path] of requests) {
		const answer = await app.app.inject({ method, url: `/api/en${path}`, headers: { host: "localhost:3000" } });
		expect([path, answer.statusCode, answer.json().errors[0].code]).toEqual([path, 403, "preview-locked"]);
	}
	await app.close();
});
