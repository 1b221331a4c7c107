import { getUser } from "@first-bounce/contract/accounts/user";
import { ApiFailure } from "@first-bounce/contract/client";
import {
	showLeague,
	showLeagueByCode,
	showLeaguesToJoin,
	showLeagueUsers,
	showMyLeagues,
} from "@first-bounce/contract/leagues/league";
import { createLeague, deleteLeague, joinLeague, updateLeague } from "@first-bounce/contract/leagues/league-actions";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY, FIRST_BOUNCE } from "../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../testing/server/failure.ts";
import {
	createLeagueManagers,
	createLeagueWith,
	createTestLeague,
	type LeagueManager,
} from "../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../testing/server/test-app.ts";

let app: TestApp;
let ada: LeagueManager;
let bea: LeagueManager;
let cleo: LeagueManager;

beforeAll(async () => {
	app = await createTestApp();
	const managers = await createLeagueManagers(app, 3);
	[ada, bea, cleo] = managers as [LeagueManager, LeagueManager, LeagueManager];
});
afterAll(() => app.close());

describe("a new league", () => {
	test("has every field, with its creator as commissioner and first member (D2.3.01, D2.3.02, D2.3.03, D2.3.04, D2.3.05)", async () => {
		const league = await createTestLeague(ada, { name: "  Long Kicks  ", type: "h2h", size: 4 });
		expect(league).toMatchObject({
			name: "Long Kicks",
			type: "h2h",
			privacy: "private",
			class: "regular",
			draftStatus: null,
			draftStart: null,
			size: 4,
			numTeams: 1,
			startId: 1,
			status: "scheduled",
			finals: true,
			h2hTiebreaker: "percentage",
			fixture: null,
			isMember: true,
			isCommissioner: true,
			avatar: null,
			avatarVersion: 0,
			landing: "about",
		});
		expect(league.code).toMatch(/^[A-HJKMNP-Z2-9]{6}$/);
		expect(league.leagueCommissioner.userId).toBe(ada.userId);
		await bea.client(joinLeague, { params: { code: league.code } });
		const joined = (await ada.client(showLeague, { params: { id: league.id } })).league;
		expect(joined).toMatchObject({ code: league.code, size: 4, numTeams: 2 });
		const publicForm = { type: "open", privacy: "public" } as const;
		expect(await createTestLeague(ada, publicForm)).toMatchObject({ ...publicForm, class: "regular" });
	});

	test("is the same when it is read again (D2.7.25)", async () => {
		const league = await createTestLeague(ada);
		expect((await ada.client(showLeague, { params: { id: league.id } })).league).toEqual(league);
	});

	test("has start, status, commissioner, and a fixture for members only (D2.3.06, D2.3.07, D2.3.08, D2.3.10)", async () => {
		const form = { type: "h2h", size: 2, privacy: "public", startId: 2, finals: true } as const;
		await app.database.db.updateTable("users").set({ supported_squad_id: 13 }).where("id", "=", ada.userId).execute();
		const league = await createTestLeague(ada, form);
		expect(league).toMatchObject({ startId: 2, status: "scheduled", fixture: null });
		expect(league.leagueCommissioner).toMatchObject({ userId: ada.userId, supportedSquadId: 13 });
		await bea.client(joinLeague, { params: { code: league.code } });
		const { fixture } = (await ada.client(showLeague, { params: { id: league.id } })).league;
		expect(Object.keys(fixture ?? {})).toEqual(["2", "3"]);
		expect(fixture?.["2"]?.flat().toSorted((a, b) => a - b)).toEqual([ada.teamId, bea.teamId]);
		expect(fixture?.["3"]).toEqual([]);
		const { league: shown } = await cleo.client(showLeague, { params: { id: league.id } });
		expect([shown.isMember, shown.fixture]).toEqual([false, null]);
		app.clocks.setSeason(FIRST_BOUNCE);
		expect((await ada.client(showLeague, { params: { id: league.id } })).league.status).toBe("scheduled");
		app.clocks.setSeason(FIRST_BOUNCE - DAY);
	});

	test("has no finals series unless the season allows it (D2.1.40)", async () => {
		const body = { name: "Series", startId: 1, type: "h2h", size: 4, finalsSeries: true } as const;
		const failure = await getApiFailure(ada.client(createLeague, { body }));
		expect(failure).toMatchObject({ status: 422, code: "finals-series-not-allowed" });
		expect(await createTestLeague(ada, { type: "h2h", size: 4 })).toMatchObject({ finals: true, finalsSeries: false });
	});

	test("returns its id; size matters for head-to-head only (D2.7.02, D2.7.05, D2.3.17, D2.3.18, D2.9.25)", async () => {
		const body = { name: "Open house", startId: 2, privacy: "public" as const, type: "open" as const, size: 4 };
		const { id, league } = await ada.client(createLeague, { body });
		expect(league).toMatchObject({
			id,
			name: "Open house",
			type: "open",
			size: 10_000,
			finals: null,
			h2hTiebreaker: null,
			startId: 2,
			privacy: "public",
		});
	});

	test("may have a number in its name that looks like a word", async () => {
		const body = { name: "Draft 455", startId: 2 };
		expect((await ada.client(createLeague, { body })).league.name).toBe("Draft 455");
	});

	test.each([
		["a name of blanks", { name: "   " }, "invalid-field"],
		["a name of 51 characters", { name: "K".repeat(51) }, "invalid-field"],
		["an offensive name", { name: "Sh1t kickers" }, "league-name-not-allowed"],
		["a name with a web address", { name: "visit www.example.org" }, "league-name-not-allowed"],
		["a name with a short web address", { name: "bit.ly/footy" }, "league-name-not-allowed"],
		["a round that does not exist", { startId: 9 }, "round-unknown"],
		["an odd size", { type: "h2h" as const, size: 5 }, "league-size"],
		["a size beyond the list", { type: "h2h" as const, size: 22 }, "league-size"],
	])("is refused with %s (D2.5.01, D2.5.04, D2.5.08, D2.5.09)", async (_, form, code) => {
		const refused = await getApiFailure(ada.client(createLeague, { body: { name: "Fine", startId: 1, ...form } }));
		expect([refused.status, refused.code]).toEqual([422, code]);
	});

	test("is refused without a start round, or with one that has started (D2.5.03, D2.5.06)", async () => {
		const without = await getApiFailure(ada.client(createLeague, { body: { name: "When" } as never }));
		expect(without.code).toBe("invalid-field");
		app.clocks.setSeason(FIRST_BOUNCE);
		const lateRefusal = await getApiFailure(ada.client(createLeague, { body: { name: "Late", startId: 1 } }));
		expect(lateRefusal.code).toBe("league-start-passed");
		app.clocks.setSeason(FIRST_BOUNCE - DAY);
	});
});

describe("a league's picture", () => {
	const createPicture = (format: "png" | "gif" | "webp") =>
		sharp({ create: { width: 60, height: 40, channels: 3, background: "#c63" } })
			.withExif({ IFD0: { Copyright: "Somebody" } })
			.toFormat(format)
			.toBuffer();

	test("is uploaded as multipart and served as a square without metadata (D2.7.03, D2.3.11, D2.3.22, D2.3.24)", async () => {
		const avatar = new Blob([new Uint8Array(await createPicture("png"))], { type: "image/png" });
		const body = { name: "Pictured", startId: 1, type: "h2h" as const, size: 6, finals: false };
		const { league } = await ada.client(createLeague, { body, avatar });
		expect(league).toMatchObject({ size: 6, finals: false, avatarVersion: 1 });
		const served = await app.app.inject({ url: league.avatar ?? "" });
		const { width, height, exif, format } = await sharp(served.rawPayload).metadata();
		expect([width, height, exif, format]).toEqual([512, 512, undefined, "webp"]);
	});

	test("has a new address once it changes (D2.3.26)", async () => {
		const avatar = new Blob([new Uint8Array(await createPicture("png"))], { type: "image/png" });
		const { league } = await ada.client(createLeague, { body: { name: "Twice", startId: 1 }, avatar });
		const changed = await ada.client(updateLeague, { params: { id: league.id }, body: { name: "Again" }, avatar });
		expect(changed.league).toMatchObject({ name: "Again", avatarVersion: 2 });
		expect(changed.league.avatar).not.toBe(league.avatar);
	});

	test("can be WebP, whatever the upload declares, and removed by null (D2.3.11, D2.3.25, D2.5.10)", async () => {
		const avatar = new Blob([new Uint8Array(await createPicture("webp"))], { type: "image/png" });
		const { league } = await ada.client(createLeague, { body: { name: "Removed", startId: 1 }, avatar });
		const served = await app.app.inject({ url: league.avatar ?? "" });
		const { width, height } = await sharp(served.rawPayload).metadata();
		expect([width, height]).toEqual([512, 512]);
		const body = { name: "Removed", avatar: null };
		const changed = await ada.client(updateLeague, { params: { id: league.id }, body });
		expect(changed.league).toMatchObject({ avatar: null, avatarVersion: 0 });
	});

	test("cannot be a GIF, and then no league is created (D2.5.10)", async () => {
		const avatar = new Blob([new Uint8Array(await createPicture("gif"))], { type: "image/png" });
		const refused = await getApiFailure(ada.client(createLeague, { body: { name: "Giffed", startId: 1 }, avatar }));
		expect(refused.code).toBe("picture-type");
		const { leagues } = await ada.client(showMyLeagues, { query: { limit: 100 } });
		expect(leagues.map(({ name }) => name)).not.toContain("Giffed");
	});
});

describe("settings", () => {
	test("can be changed by the commissioner only (D1.6.08, D2.6.11, D2.6.13, D2.7.09, D2.1.16)", async () => {
		const league = await createLeagueWith([ada, bea]);
		const refused = await getApiFailure(
			bea.client(updateLeague, { params: { id: league.id }, body: { name: "Mine" } }),
		);
		expect([refused.status, refused.code]).toEqual([403, "not-commissioner"]);
		const body = { leagueId: league.id, name: "Ours", startId: 2, privacy: "public" as const };
		const changed = await ada.client(updateLeague, { params: { id: league.id }, body });
		expect(changed.league).toMatchObject({ name: "Ours", startId: 2, privacy: "public" });
	});

	test("keep joined public leagues public and started private ones private (D2.5.23, D2.5.24)", async () => {
		const shared = await createLeagueWith([ada, bea], { privacy: "public" });
		const singleMemberLeague = await createTestLeague(ada, { privacy: "public" });
		const hidden = await createTestLeague(ada);
		const setPrivacy = (id: number, privacy: "public" | "private") =>
			ada.client(updateLeague, { params: { id }, body: { privacy } });
		expect((await getApiFailure(setPrivacy(shared.id, "private"))).code).toBe("league-public-joined");
		expect((await setPrivacy(singleMemberLeague.id, "private")).league.privacy).toBe("private");
		app.clocks.setSeason(FIRST_BOUNCE);
		expect((await getApiFailure(setPrivacy(hidden.id, "public"))).code).toBe("league-private-started");
		app.clocks.setSeason(FIRST_BOUNCE - DAY);
	});

	test("make room in a full head-to-head league until it starts [D2.9.895]", async () => {
		const { id } = await createLeagueWith([ada, bea], { type: "h2h", size: 2 });
		const { league } = await ada.client(showLeague, { params: { id } });
		const resize = async (id: number, size: number) => {
			const { league: resized } = await ada.client(updateLeague, { params: { id }, body: { size } });
			return [resized.size, resized.hasFixture, resized.may.invite];
		};
		const getResizeFailure = async (id: number, size: number) => {
			const { status, code, message } = await getApiFailure(resize(id, size));
			return [status, code, message];
		};
		expect([league.size, league.hasFixture, league.may.invite]).toEqual([2, true, false]);
		expect(await resize(league.id, 6)).toEqual([6, false, true]);
		expect(await getResizeFailure(league.id, 5)).toEqual([
			422,
			"league-size",
			"Head-to-head leagues come in these sizes: 2, 4, 6, 8, 10, 12, 14, 16, 18, 20",
		]);
		expect(await resize(league.id, 2)).toEqual([2, true, false]);
		const joined = await createLeagueWith([ada, bea, cleo], { type: "h2h", size: 4 });
		expect((await getResizeFailure(joined.id, 2)).slice(1)).toEqual([
			"league-size",
			"Head-to-head leagues come in these sizes: 4, 6, 8, 10, 12, 14, 16, 18, 20",
		]);
		const open = await createTestLeague(ada);
		expect((await getResizeFailure(open.id, 4))[1]).toBe("league-not-h2h");
		app.clocks.setSeason(FIRST_BOUNCE);
		expect((await getResizeFailure(joined.id, 6))[1]).toBe("league-started");
		app.clocks.setSeason(FIRST_BOUNCE - DAY);
	});

	test("cannot change the start round once started, but the name", async () => {
		const league = await createTestLeague(ada);
		app.clocks.setSeason(FIRST_BOUNCE);
		const changeLeague = (body: { name?: string; startId?: number }) =>
			ada.client(updateLeague, { params: { id: league.id }, body });
		expect((await getApiFailure(changeLeague({ startId: 2 }))).code).toBe("league-started");
		expect((await changeLeague({ name: "Renamed", startId: 1 })).league.name).toBe("Renamed");
		app.clocks.setSeason(FIRST_BOUNCE - DAY);
	});
});

describe("the league routes", () => {
	test("take only numbers of known leagues as ids", async () => {
		const answer = await app.app.inject({ url: "/api/en/fantasy/league/some-word" });
		expect(answer.statusCode).toBe(401);
		const refused = await getApiFailure(ada.client(showLeague, { params: { id: "some-word" as never } }));
		expect(refused.status).toBe(422);
		expect((await getApiFailure(ada.client(showLeague, { params: { id: 987_654 } }))).code).toBe("league-unknown");
	});

	test("refuse a body that names another league than the path", async () => {
		const league = await createTestLeague(ada);
		const call = ada.client(deleteLeague, { params: { id: league.id }, body: { leagueId: league.id + 1 } });
		expect((await getApiFailure(call)).code).toBe("league-mismatch");
	});
});

describe("lists", () => {
	test("of a user's leagues show ten per page, newest first (D2.2.01, D2.3.13, D2.7.22, D2.9.04, D2.3.51)", async () => {
		const [dora] = await createLeagueManagers(app, 1);
		if (!dora) throw new Error("no manager");
		const names = Array.from({ length: 12 }, (_, index) => `League ${index}`);
		for (const [index, name] of names.entries())
			await createTestLeague(dora, { name, privacy: index % 2 === 0 ? "public" : "private" });
		const first = await dora.client(showMyLeagues, {});
		expect(first.leagues.map(({ name }) => name)).toEqual(names.toReversed().slice(0, 10));
		const second = await dora.client(showMyLeagues, { query: { page: first.nextPage ?? 0 } });
		expect([second.leagues.length, second.nextPage]).toEqual([2, null]);
		const onlyPrivate = await dora.client(showMyLeagues, { query: { privacy: "private" } });
		expect(onlyPrivate.leagues.every(({ privacy }) => privacy === "private")).toBe(true);
		expect(onlyPrivate.leagues).toHaveLength(6);
	});

	test("of leagues to join show public ones with free places (D2.1.02, D2.1.19, D2.2.03, D2.6.03, D2.7.24)", async () => {
		const open = await createTestLeague(ada, { name: "Zebra finches", privacy: "public" });
		await createTestLeague(ada, { name: "Zebra crossing", privacy: "private" });
		await createLeagueWith([ada, bea], { name: "Zebra full", privacy: "public", type: "h2h", size: 2 });
		const query = { search: "zebra" };
		for (const client of [app.visitor, cleo.client]) {
			const { leagues } = await client(showLeaguesToJoin, { query });
			expect(leagues.map(({ id }) => id)).toEqual([open.id]);
		}
		expect((await ada.client(showLeaguesToJoin, { query })).leagues).toEqual([]);
	});

	test("of leagues to join give visitors no codes or commissioners' names [D2.7.24]", async () => {
		const open = await createTestLeague(ada, { name: "Numbat", privacy: "public" });
		const query = { search: "numbat" };
		const visible = async (client: LeagueManager["client"]) => {
			const [league] = (await client(showLeaguesToJoin, { query })).leagues;
			return [league?.id, league?.code, league?.leagueCommissioner.fullName];
		};
		const { fullName, teamName } = open.leagueCommissioner;
		expect(fullName).not.toBe("");
		expect(await visible(app.visitor)).toEqual([open.id, "", ""]);
		expect(await visible(cleo.client)).toEqual([open.id, open.code, fullName]);
		const hidden = { code: open.code, leagueCommissioner: { fullName: "", teamName } };
		expect((await app.visitor(showLeagueByCode, { params: { code: open.code } })).league).toMatchObject(hidden);
		const found = await app.visitor(showLeaguesToJoin, { query: { search: open.code } });
		expect(found.leagues).toMatchObject([hidden]);
	});

	test("find a league by its name, which can then be joined (D2.1.06)", async () => {
		const { id } = await createTestLeague(ada, { name: "Quokka Kickers", privacy: "public" });
		const { leagues } = await cleo.client(showLeaguesToJoin, { query: { search: "quokka" } });
		const { league } = await cleo.client(joinLeague, { params: { code: leagues[0]?.code ?? "" } });
		expect(league).toMatchObject({ id, isMember: true, numTeams: 2 });
	});

	test("find any part of a name, ignoring accents and case (D2.3.50)", async () => {
		await createTestLeague(ada, { name: "Café Übermut 100% drôle", privacy: "public" });
		const searchLeagues = async (search: string) => {
			const { leagues } = await cleo.client(showLeaguesToJoin, { query: { search } });
			return leagues.length;
		};
		expect(await searchLeagues("ubermut")).toBe(1);
		expect(await searchLeagues("CAFE Ü")).toBe(1);
		expect(await searchLeagues("fé")).toBe(1);
		expect(await searchLeagues("100% dro")).toBe(1);
		expect(await searchLeagues("100_")).toBe(0);
		expect(await searchLeagues("é%t")).toBe(0);
	});

	test("find a league by its whole code, private ones too (D1.1.04, D2.2.04, D2.2.05, D2.7.08, D2.6.02)", async () => {
		const league = await createTestLeague(ada, { name: "Coded" });
		const { leagues } = await app.visitor(showLeaguesToJoin, { query: { search: league.code.toLowerCase() } });
		expect(leagues.map(({ id }) => id)).toEqual([league.id]);
		const shown = await app.visitor(showLeagueByCode, { params: { code: league.code.toLowerCase() } });
		expect(shown.league).toMatchObject({ id: league.id, name: "Coded", isMember: false });
		expect(shown.members).toEqual([shown.league.leagueCommissioner.teamName]);
		expect((await getApiFailure(app.visitor(showLeagueByCode, { params: { code: "ab-c" } }))).status).toBe(422);
		expect((await getApiFailure(app.visitor(showLeagueByCode, { params: { code: "AAAAAA" } }))).code).toBe(
			"league-unknown",
		);
	});

	test("of a league's teams show a visitor the first twelve (D2.2.108)", async () => {
		const managers = [ada, ...(await createLeagueManagers(app, 12))];
		const { code } = await createLeagueWith(managers);
		const { league, members } = await app.visitor(showLeagueByCode, { params: { code } });
		expect(league.numTeams).toBe(13);
		const names = await Promise.all(
			managers.slice(0, 12).map(async ({ client }) => (await client(getUser, {})).user.fantasyTeamName),
		);
		expect(members).toEqual(names);
	});

	test("are searched for trimmed text, private leagues by whole code (D2.5.25)", async () => {
		const league = await createTestLeague(ada, { name: "Hidden" });
		const oddlyNamed = await createTestLeague(ada, { name: "?! é%_ 東京", privacy: "public" });
		const long = await createTestLeague(ada, { name: `Long ${"é".repeat(35)}`, privacy: "public" });
		const searchLeagues = async (search: string) =>
			(await app.visitor(showLeaguesToJoin, { query: { search } })).leagues.map(({ id }) => id);
		expect(await searchLeagues("?! é%_ 東京")).toEqual([oddlyNamed.id]);
		const withPercent = await searchLeagues("%");
		expect([withPercent.includes(oddlyNamed.id), withPercent.includes(long.id)]).toEqual([true, false]);
		expect(await searchLeagues("_ 東")).toEqual([oddlyNamed.id]);
		expect(await searchLeagues(`${" ".repeat(20)}long ${"é".repeat(35)}${" ".repeat(20)}`)).toEqual([long.id]);
		expect(await searchLeagues(`   ${"x".repeat(60)}   `)).toEqual([]);
		const countFound = async (search: string) =>
			(await app.visitor(showLeaguesToJoin, { query: { search } })).leagues.length;
		expect(await countFound(`  ${league.code} `)).toBe(1);
		expect(await countFound(league.code.slice(0, 5))).toBe(0);
		expect(await countFound("Hidden")).toBe(0);
		expect(await countFound("?! é%_/\\ 東京 ".padEnd(60, "x"))).toBe(0);
		expect((await getApiFailure(countFound("x".repeat(61)))).status).toBe(422);
	});

	test("have pages with neither gaps nor duplicates (D2.9.05, D2.9.06)", async () => {
		for (let index = 0; index < 25; index++) await createTestLeague(bea, { name: `Pager ${index}`, privacy: "public" });
		const first = await cleo.client(showLeaguesToJoin, { query: { search: "pager" } });
		const second = await cleo.client(showLeaguesToJoin, { query: { search: "pager", page: 2 } });
		expect([first.leagues.length, first.nextPage, second.leagues.length, second.nextPage]).toEqual([20, 2, 5, null]);
		expect(new Set([...first.leagues, ...second.leagues].map(({ id }) => id)).size).toBe(25);
	});

	test("of members are in the order they joined, for members only (D2.3.15, D2.3.16, D2.7.26)", async () => {
		const league = await createLeagueWith([ada, bea]);
		const { users, nextPage, total } = await bea.client(showLeagueUsers, { params: { id: league.id } });
		expect(users.map(({ userId, teamId }) => [userId, teamId])).toEqual([
			[ada.userId, ada.teamId],
			[bea.userId, bea.teamId],
		]);
		expect(users.map(({ isCommissioner }) => isCommissioner)).toEqual([true, false]);
		expect([nextPage, total]).toEqual([null, 2]);
		const refused = await getApiFailure(cleo.client(showLeagueUsers, { params: { id: league.id } }));
		expect([refused.status, refused.code]).toEqual([403, "league-members-only"]);
	});
});

describe("access to a league", () => {
	test("members can see a private league, every signed-in user a public one", async () => {
		const hidden = await createTestLeague(ada);
		const open = await createTestLeague(ada, { privacy: "public" });
		expect((await getApiFailure(cleo.client(showLeague, { params: { id: hidden.id } }))).code).toBe("league-private");
		const { league } = await cleo.client(showLeague, { params: { id: open.id } });
		expect(league).toMatchObject({ isMember: false, isCommissioner: false });
		expect(league.may).toMatchObject({ join: true, edit: false, delete: false, invite: false });
		const refused = await getApiFailure(app.visitor(showLeague, { params: { id: open.id } }));
		expect(refused).toBeInstanceOf(ApiFailure);
		expect(refused.status).toBe(401);
	});

	test("a visitor cannot join or create (D2.1.20, D2.6.04)", async () => {
		const open = await createTestLeague(ada, { privacy: "public" });
		expect((await getApiFailure(app.visitor(joinLeague, { params: { code: open.code } }))).status).toBe(401);
		expect((await getApiFailure(app.visitor(createLeague, { body: { name: "Ghost", startId: 1 } }))).status).toBe(401);
	});
});
