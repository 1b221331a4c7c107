import { sendMessage } from "@first-bounce/contract/leagues/conversation";
import { showLeague, showMyLeagues } from "@first-bounce/contract/leagues/league";
import { createLeague, deleteLeague, joinLeague, leaveLeague } from "@first-bounce/contract/leagues/league-actions";
import { announceToLeague } from "@first-bounce/contract/leagues/league-activity";
import { inviteToLeague } from "@first-bounce/contract/leagues/league-invites";
import {
	type EliminationRanking,
	showEliminationLadder,
	showLeagueLadder,
	showMatchUps,
} from "@first-bounce/contract/leagues/league-ladder";
import { listPastLeagues, type PastLadderRow, showPastLeague } from "@first-bounce/contract/leagues/past-leagues";
import {
	listPastSeasons,
	showPastRankings,
	showPastSeason,
	showPastTeam,
} from "@first-bounce/contract/stats/past-seasons";
import { showRankings } from "@first-bounce/contract/stats/rankings";
import { submitTrades } from "@first-bounce/contract/team/trade";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createKnownManager, LATE_FREE } from "../../../../testing/season/known-team.ts";
import { finishRound, saveKicks } from "../../../../testing/season/play-rounds.ts";
import { createSeasonFolder } from "../../../../testing/season/season-folder.ts";
import { DAY, FIRST_BOUNCE } from "../../../../testing/season/small-season.ts";
import { getRefusal } from "../../../../testing/server/failure.ts";
import {
	createLeagueManagers,
	createLeagueWith,
	createTestLeague,
	type LeagueManager,
} from "../../../../testing/server/league-managers.ts";
import {
	type Client,
	createManager,
	createTestApp,
	TEST_URL,
	type TestApp,
} from "../../../../testing/server/test-app.ts";
import { findRow } from "../../db/rows.ts";
import { eraseAccount } from "../accounts/erasure/service.ts";
import { advanceLeagues } from "../leagues/head-to-head/round-activity.ts";
import { importSeason } from "../seasons/import/import-season.ts";
import { beginSeason } from "../seasons/rollover/rollover.ts";

const CONFIG = { publicUrl: TEST_URL, oidc: null, publicRead: true };
const SEASON = { seasonId: 1 };
/** Kicks by round and match; each is worth three points. */
const KICKS: readonly (readonly Readonly<Record<number, number>>[])[] = [
	[
		{ 1001: 10, 1005: 4 },
		{ 1025: 5, 1029: 2 },
	],
	[{}, { 1060: 7, 1058: 1 }],
	[{ 1001: 2 }, {}],
];

const nextFolder = createSeasonFolder();
let app: TestApp;
/** The manager of the known team, who is the commissioner of every league. The next two are members of some of them. */
let owner: LeagueManager;
let second: LeagueManager;
let third: LeagueManager;
/** Has a team, but no league. */
let outsider: LeagueManager;
/** Registered after the season. */
let newcomer: Client;
let h2h: { id: number; code: string };
let open: { id: number };
let elimination: { id: number };
let publicLeague: { id: number };
let deleted: { id: number };

async function playRound(roundId: number): Promise<void> {
	app.clocks.setSeason(FIRST_BOUNCE + (roundId - 1) * 7 * DAY);
	await advanceLeagues(app.database.db, app.seasons.current(), app.clocks.seasonNow());
	for (const [index, match] of app.season.listMatchesOfRound(roundId).entries()) {
		const kicks = KICKS[roundId - 1]?.[index] ?? {};
		if (Object.keys(kicks).length > 0) await saveKicks(app, match, kicks);
	}
	await finishRound(app, roundId);
	await advanceLeagues(app.database.db, app.seasons.current(), app.clocks.seasonNow());
}

/** Reads the pages of the running season after the last round. */
async function readRunningSeason() {
	const { client } = owner;
	const matchUps = [];
	for (const roundId of [1, 2, 3])
		matchUps.push((await client(showMatchUps, { body: { leagueId: h2h.id, roundId } })).matchUps);
	return {
		rankings: (await client(showRankings, { query: { limit: 100 } })).rankings,
		ladder: await client(showLeagueLadder, { query: { leagueId: h2h.id } }),
		elimination: await client(showEliminationLadder, { query: { leagueId: elimination.id } }),
		open: (await client(showRankings, { query: { leagueId: open.id } })).rankings,
		leagues: (await client(showMyLeagues, { query: {} })).leagues,
		matchUps,
	};
}
let before: Awaited<ReturnType<typeof readRunningSeason>>;

beforeAll(async () => {
	app = await createTestApp({ config: CONFIG });
	const known = await createKnownManager(app);
	owner = { userId: known.userId, teamId: known.id, client: known.client, team: known };
	[second, third, outsider] = (await createLeagueManagers(app, 3)) as [LeagueManager, LeagueManager, LeagueManager];
	h2h = await createLeagueWith([owner, second, third], { name: "The Rucks", type: "h2h", size: 4 });
	open = await createLeagueWith([owner, second], { name: "The Late Starters", startId: 2 });
	elimination = await createLeagueWith([owner, second, third], { name: "Last One", type: "elimination", size: 3 });
	publicLeague = await createTestLeague(owner, { name: "Everyone", privacy: "public" });
	deleted = await createTestLeague(owner, { name: "Gone" });
	await owner.client(deleteLeague, { params: { id: deleted.id } });
	await playRound(1);
	await owner.client(submitTrades, { body: { tradePairs: [{ playerInId: LATE_FREE.MID, playerOutId: 1005 }] } });
	for (const round of [2, 3]) await playRound(round);
	before = await readRunningSeason();
	await importSeason(app.database.db, nextFolder.path);
	await beginSeason(app.database.db, 7, { actor: "command line", reason: "the year is over" });
	await app.seasons.refresh();
	// The next season has not started.
	app.clocks.setSeason(FIRST_BOUNCE - DAY);
	newcomer = (await createManager(app)).client;
}, 60_000);
afterAll(async () => {
	await app.close();
	nextFolder.discard();
});

const readTeam = async (roundId: number, client = owner.client, userId = owner.userId) =>
	(await client(showPastTeam, { params: { ...SEASON, userId, roundId } })).team;
const readLeague = (leagueId: number, client = owner.client, query: { page?: number; limit?: number } = {}) =>
	client(showPastLeague, { params: { ...SEASON, leagueId }, query });

describe("the final rankings", () => {
	test("closed seasons are listed with the caller's final rank (D1.9.90)", async () => {
		const { seasons } = await owner.client(listPastSeasons, {});
		const ownRow = before.rankings.find(({ userId }) => userId === owner.userId);
		expect(ownRow?.totalPoints).toBe(93 + 24 + 12);
		expect(seasons).toEqual([{ id: 1, name: "Small season", teams: 4, own: { rank: ownRow?.rank, totalPoints: 129 } }]);
		for (const client of [newcomer, app.visitor])
			expect((await client(listPastSeasons, {})).seasons).toMatchObject([{ id: 1, own: null }]);
	});

	test("the caller's points and ranks are listed by round (D1.9.90)", async () => {
		const { season, rounds } = await owner.client(showPastSeason, { params: SEASON });
		expect(season).toMatchObject({ name: "Small season", teams: 4, lastRound: 3, own: { totalPoints: 129 } });
		expect(rounds.map(({ roundId, points, totalPoints }) => [roundId, points, totalPoints])).toEqual([
			[1, 93, 93],
			[2, 24, 117],
			[3, 12, 129],
		]);
		expect((await newcomer(showPastSeason, { params: SEASON })).rounds).toEqual([]);
	});

	test("are those of the last round, in pages, with own row (D1.9.91)", async () => {
		const read = (client: Client, page: number) =>
			client(showPastRankings, { params: SEASON, query: { page, limit: 3 } });
		const first = await read(owner.client, 1);
		const rest = await read(owner.client, 2);
		expect(before.rankings).toHaveLength(4);
		expect([...first.rankings, ...rest.rankings]).toEqual(before.rankings);
		expect([first.nextPage, rest.nextPage, first.total]).toEqual([2, null, 4]);
		expect(first.currentUserRanking).toMatchObject({ userId: owner.userId, totalPoints: 129, highestRoundPoints: 93 });
		const visitorView = await read(app.visitor, 1);
		expect([visitorView.currentUserRanking, visitorView.rankings.map(({ fullName }) => fullName)]).toEqual([
			null,
			["", "", ""],
		]);
		expect((await read(newcomer, 3)).rankings).toEqual([]);
	});

	test("the running season and unknown seasons are not found among past ones (D1.9.90)", async () => {
		for (const seasonId of [7, 99]) {
			const params = { seasonId };
			expect(await getRefusal(owner.client(showPastSeason, { params }))).toEqual([404, "season-unknown"]);
			expect(await getRefusal(owner.client(showPastRankings, { params, query: {} }))).toEqual([404, "season-unknown"]);
			expect(await getRefusal(owner.client(listPastLeagues, { params, query: {} }))).toEqual([404, "season-unknown"]);
		}
	});
});

test("an elimination league keeps who went out and when [D2.1.76]", async () => {
	const { ladder, rounds, winnerTeamId, currentUserRanking } = await readLeague(elimination.id);
	const getFate = ({ rank, userId, out, roundPoints, totalPoints }: PastLadderRow | EliminationRanking) => ({
		rank,
		userId,
		out,
		roundPoints,
		totalPoints,
	});
	expect(ladder.map(getFate)).toEqual(before.elimination.rankings.map(getFate));
	expect(ladder.map(({ out }) => out?.roundId ?? null)).toEqual([null, 2, 1]);
	expect([winnerTeamId, rounds]).toEqual([before.elimination.winnerTeamId, []]);
	expect(currentUserRanking?.userId).toBe(owner.userId);
});

test("an elimination league without rounds in a shortened season has no points", async () => {
	const { db, pool } = app.database;
	const change = async (startId: number, lastRound: number) => {
		await db.updateTable("leagues").set({ start_id: startId }).where("id", "=", elimination.id).execute();
		await pool.query("UPDATE seasons SET rules = rules || jsonb_build_object('lastRound', $1::int) WHERE id = 1", [
			lastRound,
		]);
	};
	await change(3, 2);
	const { ladder, winnerTeamId } = await readLeague(elimination.id);
	expect(ladder.map(({ totalPoints, highestRoundPoints }) => [totalPoints, highestRoundPoints])).toEqual([
		[0, 0],
		[0, 0],
		[0, 0],
	]);
	expect(winnerTeamId).toBeNull();
	await change(1, 3);
});

describe("a team of the season", () => {
	const findPlayer = (team: Awaited<ReturnType<typeof readTeam>>, id: number) =>
		team.players.find(({ playerId }) => playerId === id);

	test("is shown by round as it was, with roles and points (D1.7.58)", async () => {
		const team = await readTeam(1);
		expect(team).toMatchObject({ points: 93, roundId: 1, season: { name: "Small season", lastRound: 3 } });
		expect(team.rounds.map(({ points }) => points)).toEqual([93, 24, 12]);
		expect(team.players).toHaveLength(21);
		expect(findPlayer(team, 1001)).toMatchObject({
			firstName: "P",
			lastName: "1001",
			squad: "S11",
			area: "field",
			line: "DEF",
			role: "captain",
			hasPlayed: true,
			points: 30,
			factor: 2,
			counted: 60,
		});
		expect(findPlayer(team, 1002)).toMatchObject({ role: "vice-captain", hasPlayed: false, counted: 0 });
		expect(findPlayer(team, 1060)).toMatchObject({ area: "bench", role: "emergency", factor: 0 });
		expect(findPlayer(team, 1061)).toMatchObject({ area: "utility", line: null, role: null });
		expect(findPlayer(team, 1005)).toMatchObject({ line: "MID", counted: 12 });
		expect(findPlayer(team, LATE_FREE.MID)).toBeUndefined();
	});

	test("shows trades from their round on, and the substitutions of each round (D1.7.58)", async () => {
		const team = await readTeam(2);
		expect(findPlayer(team, 1005)).toBeUndefined();
		expect(findPlayer(team, LATE_FREE.MID)).toMatchObject({ area: "field", line: "MID" });
		expect(findPlayer(team, 1056)).toMatchObject({ hasPlayed: false, coveredBy: 1060, counted: 0 });
		expect(findPlayer(team, 1060)).toMatchObject({ covers: 1056, factor: 1, counted: 21 });
		expect(team.players.reduce((sum, { counted }) => sum + counted, 0)).toBe(24);
	});

	test("is shown to every manager, and to visitors without the manager's name (D1.7.58)", async () => {
		const visitorView = await readTeam(1, app.visitor);
		expect(visitorView).toMatchObject({ fullName: "", points: 93, teamName: (await readTeam(1)).teamName });
		expect(await readTeam(1, newcomer)).toEqual(await readTeam(1, outsider.client));
	});

	test("is refused with the reason for unknown rounds or teams (D1.7.58)", async () => {
		const read = (params: Parameters<typeof readTeam>) => getRefusal(readTeam(...params));
		expect(await read([9])).toEqual([404, "round-unknown"]);
		expect(await read([1, owner.client, 987_654])).toEqual([404, "team-unknown"]);
		await app.database.db
			.deleteFrom("standings")
			.where("team_id", "=", third.teamId)
			.where("round_id", "=", 1)
			.execute();
		expect(await read([1, owner.client, third.userId])).toEqual([404, "team-not-in-round"]);
	});
});

describe("a league of the season", () => {
	test("is listed for its members with their final ranks (D2.7.67)", async () => {
		const { leagues } = await owner.client(listPastLeagues, { params: SEASON, query: {} });
		const getRanks = (rows: readonly { name: string; rank: number | null }[]) =>
			rows.map(({ name, rank }) => [name, rank]);
		expect(getRanks(leagues)).toEqual(getRanks(before.leagues));
		expect(leagues.map(({ name }) => name)).toEqual(["Everyone", "Last One", "The Late Starters", "The Rucks"]);
		expect((await newcomer(listPastLeagues, { params: SEASON, query: {} })).leagues).toEqual([]);
		const page = await owner.client(listPastLeagues, { params: SEASON, query: { limit: 2 } });
		expect([page.leagues.length, page.nextPage]).toEqual([2, 2]);
	});

	test("of type open keeps its final ladder from its start (D2.7.68)", async () => {
		const { league, ladder, rounds, winnerTeamId, currentUserRanking } = await readLeague(open.id);
		expect(league).toMatchObject({ name: "The Late Starters", type: "open", privacy: "private", startId: 2 });
		expect(before.open).toHaveLength(2);
		expect(ladder).toEqual(before.open.map((row) => ({ ...row, h2h: null, out: null })));
		expect(currentUserRanking).toMatchObject({ userId: owner.userId, totalPoints: 24 + 12, h2h: null });
		expect([rounds, winnerTeamId]).toEqual([[], null]);
		const page = await readLeague(open.id, owner.client, { page: 2, limit: 1 });
		expect([page.ladder.map(({ rank }) => rank), page.nextPage]).toEqual([[2], null]);
	});

	test("of type head-to-head keeps its final ladder and match-ups (D2.7.68)", async () => {
		const { ladder, rounds, winnerTeamId, winnerTeamName, league } = await readLeague(h2h.id);
		expect(ladder.map(({ rank, userId, roundPoints, h2h: row }) => ({ ...row, rank, userId, roundPoints }))).toEqual(
			before.ladder.rankings.map(({ WDL: { win, draw, lose }, ...row }) => ({
				rank: row.rank,
				userId: row.userId,
				roundPoints: row.roundPoints,
				played: row.played,
				wins: win,
				draws: draw,
				losses: lose,
				pointsFor: row.totalPointsFor,
				pointsAgainst: row.totalPointsAgainst,
				percentage: row.percentage,
				premiershipPoints: row.premiershipPoints,
				median: null,
			})),
		);
		expect(ladder).toHaveLength(3);
		expect([winnerTeamId, league.rank]).toEqual([
			before.ladder.winnerTeamId,
			before.ladder.currentUserRanking?.rank ?? null,
		]);
		const winner = ladder.find(({ teamId }) => teamId === winnerTeamId);
		expect(winner?.teamName).toMatch(/./);
		expect(winnerTeamName).toBe(winner?.teamName);
		const secondPage = await readLeague(h2h.id, owner.client, { page: 2, limit: 3 });
		expect([secondPage.ladder, secondPage.winnerTeamName]).toEqual([[], winner?.teamName]);
		expect(rounds.map(({ roundId, isGrandFinal }) => [roundId, isGrandFinal])).toEqual([
			[1, false],
			[2, false],
			[3, true],
		]);
		const getResults = (
			matchUps: readonly {
				home: { teamId: number; points: number | null };
				away: { teamId: number; points: number | null };
				winnerTeamId: number | null;
			}[],
		) =>
			matchUps.map(({ home, away, winnerTeamId: winnerId }) => [
				home.teamId,
				home.points,
				away.teamId,
				away.points,
				winnerId,
			]);
		expect(rounds.map(({ matchUps }) => getResults(matchUps))).toEqual(before.matchUps.map(getResults));
		expect(rounds.map(({ matchUps }) => matchUps.length)).toEqual([1, 1, 1]);
		expect(rounds.map(({ byes }) => byes.length)).toEqual([1, 1, 0]);
	});

	test("can be read only by members if private, never if deleted (D2.7.69)", async () => {
		expect((await readLeague(h2h.id, second.client)).ladder).toHaveLength(3);
		for (const client of [outsider.client, newcomer])
			expect(await getRefusal(readLeague(h2h.id, client))).toEqual([403, "league-members-only"]);
		expect(await getRefusal(readLeague(open.id, third.client))).toEqual([403, "league-members-only"]);
		expect(await getRefusal(readLeague(deleted.id))).toEqual([404, "league-deleted"]);
		for (const id of [h2h.id, deleted.id, 987_654])
			expect(await getRefusal(readLeague(id, app.visitor))).toEqual([401, "not-signed-in"]);
		expect((await readLeague(publicLeague.id, app.visitor)).ladder).toMatchObject([{ rank: 1, fullName: "" }]);
		expect((await readLeague(publicLeague.id, newcomer)).league).toMatchObject({ name: "Everyone", rank: null });
		const { league } = await newcomer(createLeague, { body: { name: "This Year", startId: 2 } });
		expect(await getRefusal(readLeague(league.id))).toEqual([404, "league-unknown"]);
	});

	test("cannot be changed, or opened as a league of the running season (D2.7.69)", async () => {
		const load = () =>
			findRow(app.database.db)`
				SELECT (SELECT jsonb_agg(to_jsonb(l) ORDER BY id) FROM leagues l WHERE season_id = 1) AS leagues,
					(SELECT jsonb_agg(to_jsonb(m) ORDER BY joined_no) FROM league_members m) AS members,
					(SELECT jsonb_agg(to_jsonb(i)) FROM league_invites i) AS invites,
					(SELECT jsonb_agg(to_jsonb(m)) FROM league_messages m) AS messages,
					(SELECT jsonb_agg(to_jsonb(e) ORDER BY id) FROM league_events e) AS events`;
		const rows = await load();
		const params = { id: publicLeague.id };
		const { client } = owner;
		const writes = [
			() => newcomer(joinLeague, { params: { code: h2h.code } }),
			() => client(leaveLeague, { params }),
			() => client(deleteLeague, { params }),
			() => client(inviteToLeague, { params, body: { invites: [{ email: "new@example.test" }] } }),
			() => client(announceToLeague, { params, body: { text: "One more round" } }),
			() => client(sendMessage, { params, body: { text: "Still here", key: "0192f0c4-5b0e-7c3a-9d53-1f2e3d4c5b6a" } }),
			() => client(showLeague, { params }),
		];
		for (const write of writes) expect(await getRefusal(write())).toEqual([404, "league-unknown"]);
		expect(await load()).toEqual(rows);
	});
});

test("a deactivated manager is shown without a name wherever she appears (D1.9.91)", async () => {
	await app.database.db.updateTable("users").set({ is_active: false }).where("id", "=", second.userId).execute();
	const { rankings } = await owner.client(showPastRankings, { params: SEASON, query: {} });
	const { ladder, rounds } = await readLeague(h2h.id);
	const people = [
		...rankings,
		...ladder,
		...rounds.flatMap(({ matchUps, byes }) => [...matchUps.flatMap(({ home, away }) => [home, away]), ...byes]),
	];
	const shown = people.filter(({ userId }) => userId === second.userId);
	expect(shown.length).toBeGreaterThan(3);
	expect(new Set(shown.map(({ teamName, fullName }) => teamName + fullName))).toEqual(new Set([""]));
	expect(await readTeam(1, owner.client, second.userId)).toMatchObject({ teamName: "", fullName: "" });
});

test("teams have current names, and erased accounts none (D1.9.91)", async () => {
	const { db } = app.database;
	await db.updateTable("users").set({ team_name: "Renamed Since" }).where("id", "=", third.userId).execute();
	await eraseAccount({ db, media: app.media }, outsider.userId, {
		now: app.clocks.wallNow(),
		audit: { actor: "command line", reason: "asked by mail" },
	});
	const { rankings } = await owner.client(showPastRankings, { params: SEASON, query: {} });
	const getNames = (userId: number) =>
		rankings.filter((row) => row.userId === userId).map(({ teamName, fullName }) => [teamName, fullName]);
	expect(getNames(third.userId)[0]?.[0]).toBe("Renamed Since");
	expect(getNames(outsider.userId)).toEqual([["", ""]]);
});

test("past seasons are listed newest first, without those of the demo (D1.9.90)", async () => {
	const { pool } = app.database;
	await pool.query(`INSERT INTO seasons (id, name, is_current, status, is_demo, rules, data_version)
		SELECT new.id, new.name, false, 'closed', new.is_demo, rules, 1 FROM seasons,
			(VALUES (5, 'Middle season', false), (6, 'Demo season', true)) AS new (id, name, is_demo) WHERE seasons.id = 1`);
	const { seasons } = await owner.client(listPastSeasons, {});
	expect(seasons.map(({ name }) => name)).toEqual(["Middle season", "Small season"]);
});
