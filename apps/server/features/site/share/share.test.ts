import { deactivateAccount } from "@first-bounce/contract/accounts/account";
import { exportOwnData } from "@first-bounce/contract/accounts/own-data";
import { shareMatchUp, shareResult, shareTeam, shareTrades } from "@first-bounce/contract/site/share";
import { buildSharePath, encodeShare, type SharePayload } from "@first-bounce/contract/site/share-link";
import { submitTrades } from "@first-bounce/contract/team/trade";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createKnownManager, type KnownTeamManager, LATE_FREE } from "../../../../../testing/season/known-team.ts";
import { finishRound, saveKicks, setMatchStatus } from "../../../../../testing/season/play-rounds.ts";
import { SMALL_SQUAD } from "../../../../../testing/server/draft-leagues.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	createLeagueManagers,
	createLeagueWith,
	createTestLeague,
} from "../../../../../testing/server/league-managers.ts";
import { createTestApp, TEST_URL, type TestApp } from "../../../../../testing/server/test-app.ts";

let app: TestApp;
let owner: KnownTeamManager;
beforeAll(async () => {
	app = await createTestApp();
	owner = await createKnownManager(app);
});
afterAll(() => app.close());

const get = (url: string) => app.app.inject({ url });
const getPage = async (payload: SharePayload) => (await get(buildSharePath(payload))).body;
/** The players of the small season have their ids as last names. */
const getSurname = (id: number): string => String(id);
const buildTeamPayload = async (roundId = 1): Promise<SharePayload> => {
	const { snapshot } = await owner.client(shareTeam, { params: { roundId }, body: {} });
	return { type: "team", timestamp: snapshot.timestamp, round: snapshot.roundId, snapshot: snapshot.id };
};
const getMeta = (html: string, name: string): string =>
	new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? "";

describe("a share page", () => {
	test("of the game has title, picture and link, without script (D2.2.33)", async () => {
		const payload = { type: "general", timestamp: 1 } as const;
		const { statusCode, body, headers } = await get(buildSharePath(payload));
		expect([statusCode, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
		expect(getMeta(body, "og:title")).toBe("First Bounce: fantasy football for the women&#39;s game");
		expect(getMeta(body, "og:image")).toBe(`${TEST_URL}${buildSharePath(payload)}.png`);
		expect(getMeta(body, "twitter:card")).toBe("summary_large_image");
		expect(body).not.toContain("<script");
		expect(headers["content-security-policy"]).toMatch(
			/^default-src 'none'; img-src 'self'; font-src 'self'; style-src 'sha256-/,
		);
	});

	test("and its picture are in the chosen or browser's language", async () => {
		const payload = { type: "general", timestamp: 1 } as const;
		const french = { "accept-language": "fr-CA, en;q=0.5" };
		const { body, headers } = await app.app.inject({ url: buildSharePath(payload), headers: french });
		expect(body).toContain('<html lang="fr">');
		expect(getMeta(body, "og:title")).toBe("First Bounce\u00a0: le fantasy du football australien féminin");
		expect(headers.vary).toContain("accept-language");
		const english = await app.app.inject({
			url: buildSharePath(payload),
			headers: { ...french, cookie: "language=en" },
		});
		expect(english.body).toContain('<html lang="en">');
		const pictures = [french, {}].map((options) =>
			app.app.inject({ url: `${buildSharePath(payload)}.png`, headers: options }),
		);
		const [one, other] = await Promise.all(pictures);
		expect(one?.rawPayload.equals(other?.rawPayload ?? Buffer.alloc(0))).toBe(false);
		const unknownType = await app.app.inject({ url: "/share/nothing/abc", headers: french });
		expect([unknownType.statusCode, unknownType.body.includes("Le lien est cassé")]).toEqual([400, true]);
		expect(unknownType.body).toContain("<h1>Partage non valide</h1>");
	});

	test("has a picture of 1200 by 630, with standard or URL-safe base64", async () => {
		const payload = { type: "general", timestamp: 63 } as const;
		const plain = Buffer.from(JSON.stringify(payload)).toString("base64");
		const { rawPayload, headers } = await get(`${buildSharePath(payload)}.png`);
		expect(headers["content-type"]).toBe("image/png");
		const { width, height, format } = await sharp(rawPayload).metadata();
		expect([width, height, format]).toEqual([1200, 630, "png"]);
		expect((await get(`/share/general/${plain}`)).statusCode).toBe(200);
		expect((await get(`/share/general/${plain}.png`)).rawPayload.equals(rawPayload)).toBe(true);
	});

	test("shows 'Invalid share type' for any other type, without repeating the link (D2.8.09, D2.5.26)", async () => {
		const payload = encodeShare({ type: "general", timestamp: 1 });
		const markup = encodeURIComponent(`"><script>alert(1)</script>`);
		for (const url of [
			`/share/xyz/${payload}`,
			`/share/team/${payload}`,
			`/share/general/${markup}`,
			`/share/${markup}/${payload}`,
			`/share/general/${payload}!`,
			"/share/general/bm90IGpzb24",
			`/share/league/${"A".repeat(5_000)}`,
			`/share/general/../general/${markup}.png`,
		]) {
			const { statusCode, body } = await get(url);
			expect([url, [400, 404, 414].includes(statusCode)]).toEqual([url, true]);
			expect(body).not.toMatch(/alert|xyz|script>/);
		}
		expect((await get(`/share/xyz/${payload}`)).body).toContain("<h1>Invalid share type</h1>");
	});

	test("shows the same error for undecodable, overlong and empty links (D2.8.09)", async () => {
		const urls = ["/share/team/%00%ff", "/share/%ff", "/share/%c0%ae/x%", "/share/", "/share"];
		for (const url of [...urls, `/share/${"A".repeat(2_000)}/x`, "/share/team/", "/share/team/%00%ff?x=%ff"]) {
			const { statusCode, body, headers } = await get(url);
			expect([url, statusCode, headers["content-type"]]).toEqual([url, 400, "text/html; charset=utf-8"]);
			expect(body, url).toContain("<h1>Invalid share type</h1>");
			expect(body, url).not.toMatch(/%(25|00|ff|c0|e0)|AAAA/i);
			expect(headers["content-security-policy"], url).toMatch(/^default-src 'none'/);
			expect([headers["x-content-type-options"], headers["referrer-policy"]]).toEqual(["nosniff", "same-origin"]);
		}
	});

	test("that is requested too often shows an error with Retry-After", async () => {
		const busy = await createTestApp();
		const requestPage = () => busy.app.inject({ url: "/share/xyz/abc", headers: { "accept-language": "fr" } });
		for (let count = 1; count <= 240; count++) await requestPage();
		const { statusCode, body, headers } = await requestPage();
		expect([statusCode, headers["content-type"]]).toEqual([429, "text/html; charset=utf-8"]);
		expect(body).toContain("<h1>Un problème est survenu</h1>");
		expect(Number(headers["retry-after"])).toBeGreaterThan(0);
		await busy.close();
	});

	test("and its picture report an unexpected error", async () => {
		const reports: string[] = [];
		const failing = await createTestApp({ errorReporter: { report: (error) => void reports.push(String(error)) } });
		const address = buildSharePath({ ...(await buildTeamPayload()), snapshot: "AAAAAAAAAAAAAAAAAAAAAA" });
		for (const method of ["query", "connect"] as const)
			vi.spyOn(failing.database.pool, method).mockImplementation((() =>
				Promise.reject(new Error("refused by the test"))) as never);
		const [page, picture] = [
			await failing.app.inject({ url: address }),
			await failing.app.inject({ url: `${address}.png` }),
		];
		vi.restoreAllMocks();
		expect([page.statusCode, page.headers["content-type"]]).toEqual([500, "text/html; charset=utf-8"]);
		expect([picture.statusCode, picture.json().errors[0].code]).toEqual([500, "server-error"]);
		expect(reports).toEqual(["Error: refused by the test", "Error: refused by the test"]);
		await failing.close();
	});
});

describe("sharing a league", () => {
	test("shows a public league's details but a private one's name (D2.1.22)", async () => {
		const [commissioner] = await createLeagueManagers(app, 1);
		if (!commissioner) throw new Error("no commissioner");
		const open = await createTestLeague(commissioner, { name: "Open <Air> & Co", privacy: "public" });
		const closed = await createTestLeague(commissioner, { name: "The Back Room", privacy: "private" });
		const openPage = await getPage({ type: "league", timestamp: 1, leagueCode: open.code });
		expect(openPage).toContain("Join Open &lt;Air&gt; &amp; Co on First Bounce");
		expect(openPage).toMatch(/public open league with 1 team/);
		expect(openPage).toContain(`href="/leagues/join/${open.code}"`);
		const closedPage = await getPage({ type: "league", timestamp: 1, leagueCode: closed.code });
		expect(closedPage).toContain("Join The Back Room");
		expect(closedPage).not.toMatch(/1 team|round 1|open league/);
		expect((await get(buildSharePath({ type: "league", timestamp: 1, leagueCode: "ZZZZZZ" }))).statusCode).toBe(404);
	});

	test("names no start of a draft league, which follows from its draft", async () => {
		const [commissioner] = await createLeagueManagers(app, 1);
		if (!commissioner) throw new Error("no commissioner");
		const draft = { squad: SMALL_SQUAD, pickTurnTime: 60 };
		const given = { class: "draft", size: 4, startId: 2, draft, name: "The Room", privacy: "public" } as const;
		const { code } = await createLeagueWith([commissioner], given);
		const page = await getPage({ type: "league", timestamp: 1, leagueCode: code });
		expect(page).toContain("A public draft league with 1 team.");
		expect(page).not.toMatch(/round 2|head-to-head/);
	});
});

describe("sharing a team", () => {
	test("before the round shows only the team's name, as one snapshot (D2.1.21)", async () => {
		const payload = await buildTeamPayload();
		const html = await getPage(payload);
		expect(html).toContain("Yet to start. 16 players revealed at lockout.");
		expect((await buildTeamPayload()).snapshot).toBe(payload.snapshot);
		expect((await get(`${buildSharePath(payload)}.png`)).headers["content-type"]).toBe("image/png");
		expect((await get(buildSharePath({ ...payload, round: 2 }))).statusCode).toBe(404);
	});

	test("during the round shows what rivals see, with the rank [D2.9.750]", async () => {
		const [first] = app.season.listMatchesOfRound(1);
		if (!first) throw new Error("no match");
		const before = await buildTeamPayload();
		await setMatchStatus(app, [first], "playing");
		await saveKicks(app, first, { 1001: 10 });
		await setMatchStatus(app, [first], "complete");
		const payload = await buildTeamPayload();
		expect(payload.snapshot).not.toBe(before.snapshot);
		const row = await app.database.db
			.selectFrom("share_snapshots")
			.where("id", "=", payload.snapshot ?? "")
			.select("content")
			.executeTakeFirstOrThrow();
		expect(row.content).toMatchObject({ kind: "team", isLive: true, hidden: 3, overallRank: 1 });
		expect(JSON.stringify(row.content)).toContain(getSurname(1001));
		expect(await getPage(payload)).toContain("60 points, live. 3 players revealed at lockout.");
		expect(await getPage(before)).toContain("16 players revealed at lockout");
	});

	test("shows trades once locked, and refuses a round without any (D2.1.23)", async () => {
		await finishRound(app, 1);
		const { code } = await getApiFailure(owner.client(shareTrades, { params: { roundId: 2 } }));
		expect(code).toBe("no-trades-to-share");
		await owner.client(submitTrades, { body: { tradePairs: [{ playerInId: LATE_FREE.MID, playerOutId: 1053 }] } });
		const buildTradePayload = async (): Promise<SharePayload> => {
			const { snapshot } = await owner.client(shareTrades, { params: { roundId: 2 } });
			return { type: "trade", timestamp: snapshot.timestamp, round: 2, snapshot: snapshot.id };
		};
		const earlyPage = await getPage(await buildTradePayload());
		expect(earlyPage).toContain("1 trade revealed at lockout");
		expect(earlyPage).not.toContain(getSurname(LATE_FREE.MID));
		await finishRound(app, 2);
		const payload = await buildTradePayload();
		expect(await getPage(payload)).toContain(`${getSurname(LATE_FREE.MID)} in`);
		expect((await get(`${buildSharePath(payload)}.png`)).headers["content-type"]).toBe("image/png");
	});

	test("shows no team name once the owner's account is closed", async () => {
		const payload = await buildTeamPayload(1);
		const { team_name } = await app.database.db
			.selectFrom("users")
			.where("id", "=", owner.userId)
			.select("team_name")
			.executeTakeFirstOrThrow();
		expect(await getPage(payload)).toContain(String(team_name));
		await app.database.db.updateTable("users").set({ is_active: false }).where("id", "=", owner.userId).execute();
		expect(await getPage(payload)).not.toContain(String(team_name));
		expect(await getPage(payload)).toContain("A First Bounce team in round 1");
	});
});

describe("sharing a team before it locks", () => {
	let chooser: KnownTeamManager;
	let other: KnownTeamManager;
	let sharingApp: TestApp;
	const shareTeamLink = async (showsTeam: boolean, manager = chooser) => {
		const { snapshot } = await manager.client(shareTeam, { params: { roundId: 1 }, body: { showsTeam } });
		return {
			hidden: snapshot.hidden,
			payload: { type: "team", timestamp: 1, round: 1, snapshot: snapshot.id } as const,
		};
	};
	const getShare = (url: string) => sharingApp.app.inject({ url });
	const getContent = async (id: string) =>
		JSON.stringify(
			await sharingApp.database.db.selectFrom("share_snapshots").where("id", "=", id).selectAll().executeTakeFirst(),
		);
	beforeAll(async () => {
		sharingApp = await createTestApp();
		chooser = await createKnownManager(sharingApp);
		other = await createKnownManager(sharingApp);
	});
	afterAll(() => sharingApp.close());

	test("shows the team only on its owner's separate link (D2.9.41, D2.9.42)", async () => {
		const closed = await shareTeamLink(false);
		const open = await shareTeamLink(true);
		expect([closed.hidden, open.hidden]).toEqual([16, 0]);
		expect(open.payload.snapshot).not.toBe(closed.payload.snapshot);
		expect(await getContent(open.payload.snapshot)).toContain(`P. ${getSurname(1001)}`);
		expect(await getContent(closed.payload.snapshot)).not.toContain(getSurname(1001));
		const openPage = (await getShare(buildSharePath(open.payload))).body;
		expect(openPage).toContain("Shared before lockout. Changes made since are not shown.");
		expect((await getShare(buildSharePath(closed.payload))).body).toContain("16 players revealed at lockout");
		const pictures = await Promise.all([open, closed].map(({ payload }) => getShare(`${buildSharePath(payload)}.png`)));
		expect(pictures.map(({ headers }) => headers["content-type"])).toEqual(["image/png", "image/png"]);
		expect(pictures[0]?.rawPayload.equals(pictures[1]?.rawPayload ?? Buffer.alloc(0))).toBe(false);
		// The choice is not remembered: the next share hides the team again.
		const { snapshot } = await chooser.client(shareTeam, { params: { roundId: 1 }, body: {} });
		expect([snapshot.id, snapshot.hidden]).toEqual([closed.payload.snapshot, 16]);
	});

	test("cannot be forced by a changed link or by another account (D2.9.42)", async () => {
		const { payload } = await shareTeamLink(false);
		const forged = { ...payload, showsTeam: true, isRevealed: true, shows_team: true };
		const encoded = Buffer.from(JSON.stringify(forged)).toString("base64url");
		expect((await getShare(`/share/team/${encoded}?showsTeam=true`)).body).toContain("16 players revealed at lockout");
		const others = await shareTeamLink(true, other);
		expect(await getContent(others.payload.snapshot)).toContain(`"user_id":${other.userId}`);
		expect(await getContent(payload.snapshot)).toContain(`"user_id":${chooser.userId}`);
		const foreign = { params: { roundId: 1 }, body: { showsTeam: true, userId: chooser.userId } as never };
		expect((await getApiFailure(other.client(shareTeam, foreign))).code).toBe("invalid-field");
		expect((await getApiFailure(sharingApp.visitor(shareTeam, { params: { roundId: 1 }, body: {} }))).status).toBe(401);
	});

	test("still shows the team as shared after later changes (D2.9.42)", async () => {
		const { payload } = await shareTeamLink(true);
		const before = await getContent(payload.snapshot);
		await sharingApp.database.db
			.updateTable("lineups")
			.set({ captain_id: 1005 })
			.where("team_id", "=", chooser.id)
			.execute();
		const changed = await shareTeamLink(true);
		expect(changed.payload.snapshot).not.toBe(payload.snapshot);
		expect(await getContent(payload.snapshot)).toBe(before);
	});

	test("is exported, and a team's link ends with the account (D2.9.42)", async () => {
		const open = await shareTeamLink(true);
		const closed = await shareTeamLink(false);
		const { shares } = await chooser.client(exportOwnData, {});
		expect(shares.filter((row) => row.shows_team === true).map(({ id }) => id)).toContain(open.payload.snapshot);
		await chooser.client(deactivateAccount, {});
		expect((await getShare(buildSharePath(open.payload))).statusCode).toBe(404);
		expect((await getShare(buildSharePath(closed.payload))).statusCode).toBe(200);
		expect(await getContent(open.payload.snapshot)).toBeUndefined();
	});
});

describe("sharing a match-up", () => {
	test("names both teams and the league, for its two managers [D2.9.752]", async () => {
		const leagueApp = await createTestApp();
		const members = await createLeagueManagers(leagueApp, 3);
		const [first, second, stranger] = members;
		if (!first || !second || !stranger) throw new Error("no members");
		const league = await createLeagueWith([first, second], { type: "h2h", size: 2, name: "Tuesday Night" });
		await leagueApp.app.ready();
		const params = { leagueId: league.id, roundId: 1 };
		const share = async () => {
			const { snapshot } = await first.client(shareMatchUp, { params });
			const path = buildSharePath({ type: "result", timestamp: snapshot.timestamp, round: 1, snapshot: snapshot.id });
			return { id: snapshot.id, body: (await leagueApp.app.inject({ url: path })).body };
		};
		const names = async ({ userId }: { readonly userId: number }) =>
			(
				await leagueApp.database.db
					.selectFrom("users")
					.where("id", "=", userId)
					.select("team_name")
					.executeTakeFirstOrThrow()
			).team_name;
		const [own, opponent] = [await names(first), await names(second)];
		const before = await share();
		expect(getMeta(before.body, "og:title")).toBe(`${own} v ${opponent}`);
		expect(getMeta(before.body, "og:description")).toBe("Round 1, Tuesday Night. Who&#39;s your tip?");
		expect((await share()).id).toBe(before.id);
		expect((await getApiFailure(stranger.client(shareMatchUp, { params }))).status).toBe(403);
		await finishRound(leagueApp, 1);
		const after = await share();
		expect(after.id).not.toBe(before.id);
		expect(getMeta(after.body, "og:description")).toBe("Round 1, Tuesday Night. 0–0. Draw.");
		// The names are those of today: a closed account has none.
		await leagueApp.database.db
			.updateTable("users")
			.set({ is_active: false })
			.where("id", "=", second.userId)
			.execute();
		expect(getMeta((await share()).body, "og:title")).toBe(`${own} v Former team`);
		await leagueApp.close();
	});
});

describe("sharing a result", () => {
	test("shows score and ranks without leagues' or opponents' names (D2.9.38) [D2.9.751]", async () => {
		const emptyApp = await createTestApp();
		const members = await createLeagueManagers(emptyApp, 2);
		const [first, second] = members;
		if (!first || !second) throw new Error("no members");
		await createLeagueWith(members, { type: "h2h", size: 2, name: "Very Private" });
		await emptyApp.app.ready();
		const request = { params: { roundId: 1 } };
		expect((await getApiFailure(first.client(shareResult, request))).code).toBe("no-result-to-share");
		await finishRound(emptyApp, 1);
		const { snapshot } = await first.client(shareResult, request);
		const again = await first.client(shareResult, request);
		expect([again.snapshot.id, snapshot.hidden]).toEqual([snapshot.id, 0]);
		const link = buildSharePath({ type: "result", timestamp: snapshot.timestamp, round: 1, snapshot: snapshot.id });
		const { body, statusCode } = await emptyApp.app.inject({ url: link });
		expect(statusCode).toBe(200);
		expect(getMeta(body, "og:title")).toMatch(/: how round 1 went$/);
		expect(getMeta(body, "og:description")).toBe("0 points. 1 overall. 0 won, 0 lost, 1 drawn.");
		const stored = JSON.stringify(await emptyApp.database.db.selectFrom("share_snapshots").select("content").execute());
		expect(stored).toContain('"kind":"result"');
		expect(stored + body).not.toMatch(/Very Private|opponent/);
		const picture = await emptyApp.app.inject({ url: `${link}.png` });
		const { width, height } = await sharp(picture.rawPayload).metadata();
		expect([width, height]).toEqual([1200, 630]);
		const story = await sharp((await emptyApp.app.inject({ url: `${link}.story.png` })).rawPayload).metadata();
		expect([story.width, story.height, story.format]).toEqual([1080, 1920, "png"]);
		await emptyApp.database.db.updateTable("rounds").set({ revision: 1 }).where("id", "=", 1).execute();
		expect((await emptyApp.app.inject({ url: link })).body).toContain(
			"Scores have been corrected since this was shared.",
		);
		await emptyApp.close();
	});
});
