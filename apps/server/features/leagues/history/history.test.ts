import { joinLeague, leaveLeague, recoverLeague } from "@first-bounce/contract/leagues/league-actions";
import {
	setHistoryPage,
	showLeagueHistory,
	showLeagueRivalry,
	showTrophies,
} from "@first-bounce/contract/leagues/league-history";
import { buildSharePath } from "@first-bounce/contract/site/share-link";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createStandingsTable } from "../../../../../testing/season/play-rounds.ts";
import { createSeasonFolder } from "../../../../../testing/season/season-folder.ts";
import { FIRST_BOUNCE } from "../../../../../testing/season/small-season.ts";
import { getRefusal } from "../../../../../testing/server/failure.ts";
import {
	createLeagueManagers,
	createLeagueWith,
	type LeagueManager,
} from "../../../../../testing/server/league-managers.ts";
import { type Client, createTestApp, TEST_URL, type TestApp } from "../../../../../testing/server/test-app.ts";
import { eraseAccount } from "../../accounts/erasure/service.ts";
import { importSeason } from "../../seasons/import/import-season.ts";
import { beginSeason } from "../../seasons/rollover/rollover.ts";
import { ensureCup } from "../cup/queries.ts";
import { replaceFixture } from "../head-to-head/fixture-queries.ts";
import { settleRound } from "../head-to-head/match-results.ts";
import { insertFinals } from "../head-to-head/match-up-queries.ts";

const nextFolder = createSeasonFolder();
let app: TestApp;
/** Runs every league. */
let ann: LeagueManager;
let bea: LeagueManager;
/** Is not in the second season's league. */
let cleo: LeagueManager;
let outsider: LeagueManager;
let h2h: { id: number };
let elimination: { id: number };
let everyone: { id: number };
/** The head-to-head league in the second season. */
let renewed: { id: number; code: string };

/** Stores a round's points and publishes its results, as publication does. */
async function publish(seasonId: number, roundId: number, points: readonly (readonly [LeagueManager, number])[]) {
	const { db } = app.database;
	await createStandingsTable(db, { id: seasonId }, roundId);
	const getTeamId = await loadTeamIds(seasonId);
	await db
		.insertInto("standings")
		.values(
			points.map(([manager, score], index) => ({
				season_id: seasonId,
				round_id: roundId,
				team_id: getTeamId(manager),
				points: score,
				round_rank: index + 1,
				total_points: score,
				highest_points: score,
				overall_rank: index + 1,
				team_value: 0,
			})),
		)
		.execute();
	await settle(seasonId, roundId);
	await db
		.updateTable("rounds")
		.set({ status: "complete", published_at: new Date(FIRST_BOUNCE) })
		.where("season_id", "=", seasonId)
		.where("id", "=", roundId)
		.execute();
}

const settle = (seasonId: number, roundId: number) =>
	app.database.db
		.transaction()
		.execute((trx) => settleRound(trx, { seasonId, roundId, now: app.clocks.seasonNow(), standings: "standings" }));

async function loadTeamIds(seasonId: number) {
	const teams = await app.database.db
		.selectFrom("teams")
		.where("season_id", "=", seasonId)
		.select(["id", "user_id"])
		.execute();
	return ({ userId }: LeagueManager) => teams.find(({ user_id }) => user_id === userId)?.id ?? 0;
}

/** Replaces a league's fixture by one match-up a round. */
async function setFixture(
	seasonId: number,
	leagueId: number,
	pairs: readonly (readonly [LeagueManager, LeagueManager])[],
) {
	const getTeamId = await loadTeamIds(seasonId);
	const matches = pairs.map(([home, away], index) => ({
		league_id: leagueId,
		season_id: seasonId,
		round_id: index + 1,
		place: 0,
		home_team_id: getTeamId(home),
		away_team_id: getTeamId(away),
	}));
	await app.database.db.transaction().execute((trx) => replaceFixture(trx, leagueId, matches, FIRST_BOUNCE));
}

beforeAll(async () => {
	app = await createTestApp({ config: { publicUrl: TEST_URL, oidc: null, publicRead: true } }, { rounds: 4 });
	[ann, bea, cleo, outsider] = (await createLeagueManagers(app, 4)) as [
		LeagueManager,
		LeagueManager,
		LeagueManager,
		LeagueManager,
	];
	h2h = await createLeagueWith([ann, bea, cleo], { name: "The Rucks", type: "h2h", size: 4 });
	elimination = await createLeagueWith([ann, bea, cleo], { name: "Last One", type: "elimination", size: 3 });
	everyone = await createLeagueWith([ann, cleo, outsider], { name: "Everyone", privacy: "public" });
	await setFixture(1, h2h.id, [
		[ann, bea],
		[ann, cleo],
		[bea, cleo],
	]);
	const scores = [
		[100, 90, 80],
		[70, 95, 70],
		[110, 60, 120],
		[85, 130, 85],
	];
	for (const [index, [a = 0, b = 0, c = 0]] of scores.entries()) {
		const grandFinal = { leagueId: h2h.id, place: 0, isConsolation: false, home: cleo.teamId, away: ann.teamId };
		if (index === 3) await insertFinals(app.database.db, { seasonId: 1, roundId: 4, isSemiFinal: false }, [grandFinal]);
		await publish(1, index + 1, [
			[ann, a],
			[bea, b],
			[cleo, c],
			[outsider, 10],
		]);
	}
	await ensureCup(app.database.db, 1);
	const final = { home_team_id: cleo.teamId, away_team_id: ann.teamId, winner_team_id: cleo.teamId, is_decided: true };
	await app.database.db
		.insertInto("cup_matches")
		.values({ season_id: 1, round_id: 4, place: 0, ...final })
		.execute();
	// No match has been played yet.
	nextFolder.edit("matches.csv", (text) => text.replace("31,30", ","));
	nextFolder.edit("rounds.csv", (text) => text.replace("Grand Final,true", "Round 3,false"));
	nextFolder.edit("stats.csv", (text) => `${text.split("\n")[0]}\n`);
	await importSeason(app.database.db, nextFolder.path);
	await beginSeason(app.database.db, 7, { actor: "command line", reason: "the year is over" });
	await app.seasons.refresh();
	// The next season has not started.
	app.clocks.setSeason(Date.parse("2026-08-01T00:00:00Z"));
	const body = { leagueId: h2h.id, name: "The Rucks II", startId: 1, type: "h2h", size: 2 } as const;
	renewed = (await ann.client(recoverLeague, { body })).league;
	await bea.client(joinLeague, { params: { code: renewed.code } });
	await setFixture(7, renewed.id, [
		[ann, bea],
		[bea, ann],
	]);
	await publish(7, 1, [
		[ann, 100],
		[bea, 105],
	]);
	await publish(7, 2, [
		[ann, 99],
		[bea, 101],
	]);
}, 60_000);
afterAll(async () => {
	await app.close();
	nextFolder.discard();
});

const read = (id: number, client: Client = ann.client) => client(showLeagueHistory, { params: { id } });

describe("the history of a league", () => {
	test("names champion and runner-up of each season [D2.9.266]", async () => {
		const { seasons, managers } = await read(renewed.id);
		expect(seasons).toMatchObject([
			{ seasonId: 7, seasonName: "Two squads", leagueName: "The Rucks II", numTeams: 2, isClosed: false },
			{ seasonId: 1, seasonName: "Small season", leagueName: "The Rucks", numTeams: 3, isClosed: true },
		]);
		expect(seasons.map(({ championId, runnerUpId }) => [championId, runnerUpId])).toEqual([
			[null, null],
			[cleo.userId, ann.userId],
		]);
		expect(managers.map(({ userId }) => userId).toSorted((a, b) => a - b)).toEqual([
			ann.userId,
			bea.userId,
			cleo.userId,
		]);
	});

	test("names the last one left and the top of an open ladder [D2.9.266]", async () => {
		const getTitles = async (id: number) =>
			(await read(id)).seasons.map(({ championId, runnerUpId }) => [championId, runnerUpId]);
		expect(await getTitles(elimination.id)).toEqual([[bea.userId, ann.userId]]);
		expect(await getTitles(everyone.id)).toEqual([[ann.userId, cleo.userId]]);
	});

	test("adds up all seasons in one ladder [D2.9.267]", async () => {
		const { ladder } = await read(renewed.id);
		expect(ladder.map(({ percentage, ...row }) => ({ ...row, percentage: percentage?.toFixed(1) }))).toEqual([
			{
				rank: 1,
				userId: cleo.userId,
				seasons: 1,
				titles: 1,
				runnerUps: 0,
				rounds: 4,
				points: 355,
				played: 3,
				won: 2,
				drawn: 1,
				lost: 0,
				pointsFor: 275,
				pointsAgainst: 215,
				percentage: "127.9",
			},
			{
				rank: 2,
				userId: bea.userId,
				seasons: 2,
				titles: 0,
				runnerUps: 0,
				rounds: 6,
				points: 581,
				played: 4,
				won: 2,
				drawn: 0,
				lost: 2,
				pointsFor: 356,
				pointsAgainst: 419,
				percentage: "85.0",
			},
			{
				rank: 3,
				userId: ann.userId,
				seasons: 2,
				titles: 0,
				runnerUps: 1,
				rounds: 6,
				points: 564,
				played: 5,
				won: 1,
				drawn: 1,
				lost: 3,
				pointsFor: 454,
				pointsAgainst: 451,
				percentage: "100.7",
			},
		]);
	});

	test("counts rounds until a team goes out of an elimination league [D2.9.267]", async () => {
		const { ladder } = await read(elimination.id);
		expect(ladder.map(({ userId, rounds, points, titles }) => [userId, rounds, points, titles])).toEqual([
			[bea.userId, 2, 185, 1],
			[ann.userId, 2, 170, 0],
			[cleo.userId, 1, 80, 0],
		]);
	});

	test("has the records of all seasons [D2.9.268]", async () => {
		const { records } = await read(renewed.id);
		const at = (seasonId: number, roundId: number) => ({ seasonId, roundId });
		expect(records.highest).toEqual([{ ...at(1, 4), userId: bea.userId, points: 130, opponentId: null }]);
		expect(records.lowest).toEqual([{ ...at(1, 3), userId: bea.userId, points: 60, opponentId: cleo.userId }]);
		expect(records.largestMargin).toMatchObject([{ ...at(1, 3), winnerId: cleo.userId, margin: 60 }]);
		expect(records.smallestMargin).toMatchObject([
			{ ...at(1, 2), winnerId: null, margin: 0 },
			{ ...at(1, 4), winnerId: cleo.userId, margin: 0 },
		]);
		expect(records.winningRun).toEqual([
			{ userId: cleo.userId, length: 2, from: at(1, 3), to: at(1, 4), isCurrent: true },
			{ userId: bea.userId, length: 2, from: at(7, 1), to: at(7, 2), isCurrent: true },
		]);
		expect(records.losingRun).toEqual([
			{ userId: ann.userId, length: 3, from: at(1, 4), to: at(7, 2), isCurrent: true },
		]);
	});

	test("has the match-ups of two managers [D2.9.269]", async () => {
		const params = { id: renewed.id, userId: ann.userId, otherId: bea.userId };
		const rivalry = await ann.client(showLeagueRivalry, { params });
		const common = { isFinal: false, isConsolation: false };
		expect(rivalry).toEqual({
			won: 1,
			drawn: 0,
			lost: 2,
			pointsFor: 299,
			pointsAgainst: 296,
			meetings: [
				{ ...common, seasonId: 7, roundId: 2, own: 99, other: 101, outcome: "lost" },
				{ ...common, seasonId: 7, roundId: 1, own: 100, other: 105, outcome: "lost" },
				{ ...common, seasonId: 1, roundId: 1, own: 100, other: 90, outcome: "won" },
			],
		});
	});

	test("takes as many queries for two seasons as for one", async () => {
		const query = vi.spyOn(app.database.pool, "connect");
		const countOnce = async (client: Client) => {
			const before = query.mock.calls.length;
			await read(h2h.id, client);
			return query.mock.calls.length - before;
		};
		// Once a second a request also reads whether the site is open.
		const count = async (client: Client) => Math.min(await countOnce(client), await countOnce(client));
		const ofOne = await count(cleo.client);
		expect(ofOne).toBeGreaterThan(4);
		// A member of the latest season also gets the state of the public page.
		expect(await count(ann.client)).toBe(ofOne + 1);
		query.mockRestore();
	});
});

describe("who may read the history", () => {
	test("members do, up to their last season [D2.9.270]", async () => {
		const listSeasons = async (id: number, client: Client) =>
			(await read(id, client)).seasons.map(({ seasonId }) => seasonId);
		expect(await listSeasons(h2h.id, ann.client)).toEqual([7, 1]);
		expect(await listSeasons(h2h.id, cleo.client)).toEqual([1]);
		expect(await getRefusal(read(renewed.id, cleo.client))).toEqual([403, "league-members-only"]);
	});

	test("strangers do only in public leagues, visitors with PUBLIC_READ [D2.9.270]", async () => {
		expect(await getRefusal(read(h2h.id, outsider.client))).toEqual([403, "league-members-only"]);
		for (const id of [h2h.id, 987_654]) expect(await getRefusal(read(id, app.visitor))).toEqual([401, "not-signed-in"]);
		expect(await getRefusal(read(987_654))).toEqual([404, "league-unknown"]);
		const { managers, page } = await read(everyone.id, app.visitor);
		expect([managers.length, managers[0]?.fullName, page]).toEqual([3, "", null]);
		expect(managers[0]?.teamName).toMatch(/./);
		const params = { id: h2h.id, userId: ann.userId, otherId: bea.userId };
		expect(await getRefusal(outsider.client(showLeagueRivalry, { params }))).toEqual([403, "league-members-only"]);
	});
});

describe("the public page", () => {
	const setPage = async (client: Client, isOn: boolean, id = renewed.id) =>
		(await client(setHistoryPage, { params: { id }, body: { isOn } })).page;
	const open = (token: string | null, suffix = "") =>
		app.app.inject({
			method: "GET",
			url: `${buildSharePath({ type: "history", timestamp: 1, snapshot: token ?? "" })}${suffix}`,
		});

	test("of a private league is off until its commissioner turns it on [D2.9.272]", async () => {
		expect((await read(renewed.id)).page).toEqual({ isOn: false, token: null, mayManage: true });
		expect((await read(renewed.id, bea.client)).page).toEqual({ isOn: false, token: null, mayManage: false });
		expect(await getRefusal(setPage(bea.client, true))).toEqual([403, "league-history-off"]);
		expect(await getRefusal(setPage(outsider.client, true))).toEqual([403, "league-members-only"]);
		const page = await setPage(ann.client, true);
		expect(page).toEqual({ isOn: true, token: expect.stringMatching(/^[\w-]{22}$/), mayManage: true });
		expect(await setPage(bea.client, true)).toEqual({ ...page, mayManage: false });
	});

	test("shows champions, ladder and records, with team names only [D2.9.272]", async () => {
		const { page, managers } = await read(renewed.id);
		const answer = await open(page?.token ?? null);
		expect(answer.statusCode).toBe(200);
		expect(answer.body).toContain('<meta property="og:title" content="The Rucks II: league history">');
		const getName = ({ userId }: LeagueManager) => managers.find((manager) => manager.userId === userId);
		const champion = getName(cleo)?.teamName ?? "-";
		expect(answer.body).toContain(`<td>${champion}</td><td>${getName(ann)?.teamName}</td>`);
		expect(answer.body).toContain(`Champion of Small season: ${champion}.`);
		expect(answer.body).toContain("<td>Under way</td>");
		expect(answer.body).toContain(`>${champion}</th><td>1</td><td>2–1–0</td>`);
		expect(answer.body).toContain(">Highest score: 130</th>");
		expect(answer.body).toContain("<td>Small season, round 4</td>");
		expect(getName(ann)?.fullName).toMatch(/./);
		expect(answer.body).not.toContain(getName(ann)?.fullName);
		expect(answer.body).not.toContain(renewed.code);
		const picture = await open(page?.token ?? null, ".png");
		expect([picture.statusCode, picture.headers["content-type"]]).toEqual([200, "image/png"]);
	});

	test("ends with its link, and gets another when on again [D2.9.272]", async () => {
		const { token } = await setPage(ann.client, true);
		expect(await getRefusal(setPage(bea.client, false))).toEqual([403, "not-commissioner"]);
		expect(await setPage(ann.client, false)).toEqual({ isOn: false, token: null, mayManage: true });
		expect([(await open(token)).statusCode, (await open(token, ".png")).statusCode]).toEqual([404, 404]);
		expect(await getRefusal(setPage(bea.client, true))).toEqual([403, "league-history-off"]);
		const again = await setPage(ann.client, true);
		expect(again.token).not.toBe(token);
		expect([(await open(token)).statusCode, (await open(again.token)).statusCode]).toEqual([404, 200]);
	});

	test("of a public league is on until its commissioner turns it off [D2.9.272]", async () => {
		expect((await read(everyone.id, outsider.client)).page).toEqual({ isOn: true, token: null, mayManage: false });
		const { token } = await setPage(outsider.client, true, everyone.id);
		expect((await open(token)).body).toContain("Everyone: league history");
		await app.database.db.updateTable("leagues").set({ privacy: "private" }).where("id", "=", everyone.id).execute();
		expect((await open(token)).statusCode).toBe(404);
		await app.database.db.updateTable("leagues").set({ privacy: "public" }).where("id", "=", everyone.id).execute();
		await setPage(ann.client, false, everyone.id);
		expect((await open(token)).statusCode).toBe(404);
		expect(await getRefusal(setPage(outsider.client, true, everyone.id))).toEqual([403, "league-history-off"]);
	});
});

test("trophies are those of public leagues, the viewer's own, and the cup [D2.9.271]", async () => {
	const list = async ({ userId }: LeagueManager, client: Client) =>
		(await client(showTrophies, { params: { userId } })).trophies.map(({ kind, leagueName, seasonName }) =>
			[kind, leagueName ?? "", seasonName].join(", "),
		);
	const cup = "cup, , Small season";
	const second = "runner-up, Everyone, Small season";
	const others = await list(cleo, outsider.client);
	expect(others.toSorted()).toEqual([cup, second]);
	expect((await list(cleo, app.visitor)).toSorted()).toEqual([cup, second]);
	expect((await list(cleo, ann.client)).toSorted()).toEqual(["champion, The Rucks, Small season", cup, second]);
	expect(await list(bea, ann.client)).toEqual(["elimination, Last One, Small season"]);
	expect(await list(bea, outsider.client)).toEqual([]);
	expect(await list(outsider, outsider.client)).toEqual([]);
});

test("a correction of a published round changes the history [D2.9.268]", async () => {
	const correct = async (points: number) => {
		await app.database.db
			.updateTable("standings")
			.set({ points })
			.where("season_id", "=", 7)
			.where("round_id", "=", 2)
			.where("team_id", "=", (where) =>
				where.selectFrom("teams").where("season_id", "=", 7).where("user_id", "=", ann.userId).select("id"),
			)
			.execute();
		await settle(7, 2);
	};
	const before = await read(renewed.id);
	await correct(201);
	const { records, ladder } = await read(renewed.id);
	expect(records.highest).toMatchObject([{ seasonId: 7, roundId: 2, userId: ann.userId, points: 201 }]);
	expect(records.largestMargin).toMatchObject([{ seasonId: 7, roundId: 2, winnerId: ann.userId, margin: 100 }]);
	expect(records.losingRun).toMatchObject([
		{ userId: bea.userId, length: 2 },
		{ userId: ann.userId, length: 2 },
	]);
	expect(ladder.map(({ userId, won }) => [userId, won])).toEqual([
		[cleo.userId, 2],
		[ann.userId, 2],
		[bea.userId, 1],
	]);
	await correct(99);
	expect(await read(renewed.id)).toEqual(before);
});

test("a manager who has left keeps her match-ups [D2.9.267]", async () => {
	app.clocks.setSeason(Date.parse("2026-09-05T00:00:00Z"));
	await app.seasons.refresh();
	const before = (await read(renewed.id)).ladder.find(({ userId }) => userId === bea.userId);
	await bea.client(leaveLeague, { params: { id: renewed.id }, body: {} });
	expect((await read(renewed.id)).ladder.find(({ userId }) => userId === bea.userId)).toEqual(before);
	expect(await getRefusal(read(renewed.id, bea.client))).toEqual([403, "league-members-only"]);
});

test("an erased manager's results stay without her name [D2.9.270]", async () => {
	const { db } = app.database;
	const audit = { actor: "command line", reason: "asked by mail" };
	const { ladder } = await read(renewed.id);
	await eraseAccount({ db, media: app.media }, cleo.userId, { now: app.clocks.wallNow(), audit });
	const after = await read(renewed.id);
	expect(after.ladder).toEqual(ladder);
	expect(after.managers.find(({ userId }) => userId === cleo.userId)).toMatchObject({ teamName: "", fullName: "" });
	expect(after.seasons[1]?.championId).toBe(cleo.userId);
	expect((await ann.client(showTrophies, { params: { userId: cleo.userId } })).trophies).toEqual([]);
	const { page } = await ann.client(setHistoryPage, { params: { id: renewed.id }, body: { isOn: true } });
	const path = buildSharePath({ type: "history", timestamp: 1, snapshot: page.token ?? "" });
	expect((await app.app.inject({ method: "GET", url: path })).body).toContain("<td>Former team</td>");
});
