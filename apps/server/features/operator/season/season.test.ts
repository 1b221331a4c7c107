import { listAudit } from "@first-bounce/contract/operator/audit";
import {
	dismissPayload,
	listPayloads,
	releasePayload,
	showPayload,
	uploadStats,
} from "@first-bounce/contract/operator/feeds";
import * as players from "@first-bounce/contract/operator/players";
import * as season from "@first-bounce/contract/operator/season";
import { changeSquadImage, listOperatorSquads } from "@first-bounce/contract/operator/squads";
import { correctStatLines, previewStats, showStatLines } from "@first-bounce/contract/operator/stats";
import { EMPTY_STAT_LINE } from "@first-bounce/rules/scoring/stats";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { finishRound, saveKicks, setMatchStatus } from "../../../../../testing/season/play-rounds.ts";
import {
	createSeededRandom,
	DAY,
	drawSlots,
	FIRST_BOUNCE,
	HOUR,
	seedTeam,
} from "../../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	type Client,
	createTestApp,
	createTestOperator,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";
import { buildManualPayload } from "../../../../../testing/stats-providers/manual-payload.ts";
import { buildStatLine } from "../../seasons/current/stat-line.ts";
import { buildSquadsFile } from "../../static-files/season-files.ts";
import { processPayload } from "../../stats-providers/intake/process-payload.ts";
import { manualFeed } from "../../stats-providers/manual/manual-feed.ts";
import { buildPlayerPool } from "../../team/team-state.ts";

let app: TestApp;
let client: Client;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

const reason = "as the league told us";
const getLastAudit = async () => (await client(listAudit, { query: {} })).entries[0];
const EMPTY_STATS = { ...EMPTY_STAT_LINE, TOG: 80 };
const buildMatchParams = (id: number) => ({ id });
const listMatches = (id: number) => app.season.listMatchesOfRound(id);

beforeEach(async () => {
	await app.database.pool.query("TRUNCATE users, audit CASCADE");
	await app.database.pool.query("TRUNCATE stat_lines, stat_corrections, feed_payloads");
	await app.database.pool.query("UPDATE matches SET status = 'scheduled', completed_at = NULL, is_abandoned = false");
	await app.database.pool.query("UPDATE rounds SET status = 'scheduled', published_at = NULL, magic_number = NULL");
	await app.database.pool.query("DELETE FROM player_prices WHERE round_id > 1");
	await app.database.pool.query("UPDATE seasons SET data_version = data_version + 1");
	app.clocks.setSeason(FIRST_BOUNCE - DAY);
	await app.seasons.refresh();
	({ client } = await createTestOperator(app));
});

describe("a player", () => {
	test("can be given another status and positions, audited", async () => {
		const body = { reason, status: "injured" as const, positions: ["DEF" as const, "FWD" as const] };
		const { player } = await client(players.changePlayer, { params: { id: 1001 }, body });
		expect(player).toMatchObject({ status: "injured", positions: ["DEF", "FWD"] });
		expect(app.seasons.current().players.get(1001)).toMatchObject({ status: "injured", position: ["DEF", "FWD"] });
		expect(await getLastAudit()).toMatchObject({
			action: "player-changed",
			subject: "player:1:1001",
			reason,
			before: { status: "uncertain", positions: ["DEF"] },
			after: { status: "injured" },
		});
	});

	test("can be given positions from a chosen round, planned until then (D2.9.57)", async () => {
		const params = { id: 1003 };
		const changePositions = (positions: ("DEF" | "MID" | "RUC")[], positionsFromRound?: number) =>
			client(players.changePlayer, {
				params,
				body: { reason, positions, ...(positionsFromRound ? { positionsFromRound } : {}) },
			});
		const getPosition = () => app.seasons.current().players.get(1003)?.position;
		const { player } = await changePositions(["RUC"], 3);
		expect(player).toMatchObject({
			positions: ["DEF"],
			plannedPositions: [{ fromRound: 3, positions: ["RUC"] }],
		});
		expect(await getLastAudit()).toMatchObject({
			before: { positions: ["DEF"], plannedPositions: [] },
			after: { positions: ["DEF"], plannedPositions: [{ fromRound: 3, positions: ["RUC"] }] },
		});
		await finishRound(app, 1);
		expect(getPosition()).toEqual(["DEF"]);
		expect((await getApiFailure(changePositions(["MID"], 1))).code).toBe("round-started");
		expect((await getApiFailure(changePositions(["MID"], 99))).code).toBe("round-unknown");
		const without = client(players.changePlayer, { params, body: { reason, positionsFromRound: 3 } });
		expect((await getApiFailure(without)).code).toBe("invalid-field");
		// Without a round, the positions count from the first round that has not begun, and replace the planned ones.
		await changePositions(["MID"]);
		expect(getPosition()).toEqual(["MID"]);
		await changePositions(["RUC"], 3);
		await finishRound(app, 2);
		expect(getPosition()).toEqual(["RUC"]);
		const { rows } = await app.database.pool.query(
			"DELETE FROM former_positions WHERE player_id = 1003 RETURNING until_round, positions",
		);
		expect(rows).toEqual([
			{ until_round: 1, positions: ["DEF"] },
			{ until_round: 2, positions: ["MID"] },
		]);
		await app.database.pool.query("UPDATE players SET positions = '{DEF}' WHERE id = 1003");
	});

	test("can be added from a later round on, above the floor", async () => {
		const newPlayer = {
			reason,
			id: 9001,
			firstName: "Nia",
			lastName: "Late",
			squadId: 11,
			positions: ["MID" as const],
		};
		const belowFloor = client(players.addPlayer, { body: { ...newPlayer, price: 299_000, fromRound: 2 } });
		expect((await getApiFailure(belowFloor)).code).toBe("price-below-floor");
		const notInSteps = client(players.addPlayer, { body: { ...newPlayer, price: 300_001, fromRound: 2 } });
		expect((await getApiFailure(notInSteps)).code).toBe("price-not-in-steps");
		const samePositions = { ...newPlayer, positions: ["MID" as const, "MID" as const] };
		const duplicate = client(players.addPlayer, { body: { ...samePositions, price: 300_000, fromRound: 2 } });
		expect((await getApiFailure(duplicate)).code).toBe("invalid-field");
		await client(players.addPlayer, { body: { ...newPlayer, price: 300_000, fromRound: 2 } });
		expect(buildPlayerPool(app.seasons.current())(9001)).toBeUndefined();
		await finishRound(app, 1);
		expect(buildPlayerPool(app.seasons.current())(9001)).toMatchObject({ cost: 300_000 });
		const again = client(players.addPlayer, { body: { ...newPlayer, price: 300_000, fromRound: 3 } });
		expect((await getApiFailure(again)).code).toBe("player-exists");
		await app.database.pool.query("DELETE FROM players WHERE id = 9001");
	});

	test("cannot be born when no player of the season was", async () => {
		const newPlayer = {
			reason,
			id: 9001,
			firstName: "Nia",
			lastName: "Late",
			squadId: 11,
			positions: ["MID" as const],
		};
		const child = { ...newPlayer, price: 300_000, fromRound: 3, birthday: "2023-03-15" };
		expect((await getApiFailure(client(players.addPlayer, { body: child }))).code).toBe("birthday-implausible");
		const change = (birthday: string | null) =>
			client(players.changePlayer, { params: { id: 1003 }, body: { reason, birthday } });
		for (const birthday of ["2023-03-15", "0001-01-01"])
			expect((await getApiFailure(change(birthday))).code).toBe("birthday-implausible");
		expect((await change("1999-03-15")).player.birthday).toBe("1999-03-15");
		expect((await change(null)).player.birthday).toBeNull();
	});

	test("who departs cannot be picked, but stays in teams", async () => {
		const params = { id: 1002 };
		const { player } = await client(players.markPlayerDeparted, { params, body: { reason, departed: true } });
		expect(player).toMatchObject({ departedRound: 1, status: "not-playing" });
		const season = app.seasons.current();
		expect(buildPlayerPool(season)(1002)).toBeUndefined();
		const lineup = { roundId: 1, slots: [1002], captainId: 0, viceCaptainId: 0, emergency: [], bank: 0 };
		expect(buildPlayerPool(season, { lineups: [lineup] })(1002)).toBeDefined();
		await client(players.markPlayerDeparted, { params, body: { reason, departed: false } });
		expect(buildPlayerPool(app.seasons.current())(1002)).toBeDefined();
	});

	test("can be given photos and none, with addresses never reused (D1.3.71, D1.3.72)", async () => {
		const picture = await sharp({ create: { width: 30, height: 40, channels: 3, background: "#c30" } })
			.png()
			.toBuffer();
		const send = (avatar?: Blob) =>
			client(players.changePlayerPhoto, { params: { id: 1003 }, body: { reason }, ...(avatar ? { avatar } : {}) });
		const blob = new Blob([new Uint8Array(picture)], { type: "image/png" });
		const versions = [await send(blob), await send(), await send(blob)].map(({ player }) => player.photoVersion);
		expect(versions).toEqual([1, 0, 2]);
		const served = await app.app.inject("/media/players/1/1003/2.webp");
		expect([served.statusCode, served.headers["content-type"]]).toEqual([200, "image/webp"]);
		expect((await sharp(served.rawPayload).metadata()).width).toBe(512);
		expect(await getLastAudit()).toMatchObject({ action: "player-photo", after: { photoVersion: 2 } });
	});
});

test("a club can be given images, with addresses never reused (D1.3.71, D1.3.72)", async () => {
	const drawPicture = (background: string) =>
		sharp({ create: { width: 40, height: 50, channels: 4, background } })
			.png()
			.toBuffer();
	const send = async (background?: string) => {
		const avatar = background && new Blob([new Uint8Array(await drawPicture(background))], { type: "image/png" });
		return client(changeSquadImage, { params: { id: 11 }, body: { reason }, ...(avatar ? { avatar } : {}) });
	};
	const getFileVersion = () => buildSquadsFile(app.seasons.current())[0]?.imageVersion;
	expect(getFileVersion()).toBe(0);
	expect((await send("#c30")).squad).toEqual({ id: 11, name: "Squad 11", abbreviation: "S11", imageVersion: 1 });
	expect(getFileVersion()).toBe(1);
	expect((await send()).squad.imageVersion).toBe(0);
	expect(getFileVersion()).toBe(0);
	expect((await send("#03c0")).squad.imageVersion).toBe(2);
	expect(getFileVersion()).toBe(2);
	expect(await getLastAudit()).toMatchObject({
		action: "squad-image",
		subject: "squad:1:11",
		before: { imageVersion: 0 },
		after: { imageVersion: 2 },
	});
	expect((await client(listOperatorSquads, {})).squads[0]).toMatchObject({ id: 11, imageVersion: 2 });

	const first = await app.app.inject("/media/squads/1/11/1.webp");
	const second = await app.app.inject("/media/squads/1/11/2.webp");
	expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
	expect(second.headers).toMatchObject({
		"content-type": "image/webp",
		"cache-control": "public, max-age=31536000, immutable",
	});
	expect(first.rawPayload.equals(second.rawPayload)).toBe(false);
	// Nothing is cropped, and the background stays transparent.
	expect(await sharp(second.rawPayload).metadata()).toMatchObject({ width: 410, height: 512, hasAlpha: true });
	for (const missing of ["/media/squads/1/11/3.webp", "/media/squads/2/11/1.webp", "/media/squads/1/12/1.webp"])
		expect((await app.app.inject(missing)).statusCode).toBe(404);
	expect(await getApiFailure(client(changeSquadImage, { params: { id: 99 }, body: { reason } }))).toMatchObject({
		status: 404,
	});
});

test.each([
	["a player's photo", players.changePlayerPhoto, 1003],
	["a club's image", changeSquadImage, 11],
])("teams can be saved while %s is stored", async (_, change, id) => {
	const picture = await sharp({ create: { width: 30, height: 40, channels: 3, background: "#c30" } })
		.png()
		.toBuffer();
	const put = vi.spyOn(app.media, "put").mockImplementation(async () => {
		// As a save of a team does.
		await app.database.pool.query(
			"BEGIN; SET LOCAL lock_timeout = '1s'; SELECT pg_advisory_xact_lock_shared(1, 1); COMMIT",
		);
	});
	const avatar = new Blob([new Uint8Array(picture)], { type: "image/png" });
	await client(change, { params: { id }, body: { reason }, avatar });
	expect(put).toHaveBeenCalledTimes(1);
	put.mockRestore();
});

describe("a match", () => {
	test("can be rescheduled and moved, but not once started", async () => {
		const startsAt = new Date(FIRST_BOUNCE + 2 * HOUR).toISOString();
		const later = { do: "reschedule" as const, startsAt, venue: "The other oval" };
		const { match: moved } = await client(season.changeMatch, {
			params: buildMatchParams(101),
			body: { reason, change: later },
		});
		expect(moved).toMatchObject({ startsAt, venue: "The other oval" });
		expect(await getLastAudit()).toMatchObject({ action: "match-rescheduled", subject: "match:1:101", reason });
		const toRound2 = { do: "move" as const, toRoundId: 2, startsAt: new Date(FIRST_BOUNCE + 8 * DAY).toISOString() };
		await client(season.changeMatch, { params: buildMatchParams(102), body: { reason, change: toRound2 } });
		expect(app.seasons.current().rounds[1]?.matches.map(({ id }) => id)).toContain(102);
		const reverted = { ...toRound2, toRoundId: 1, startsAt: new Date(FIRST_BOUNCE + DAY).toISOString() };
		await client(season.changeMatch, { params: buildMatchParams(102), body: { reason, change: reverted } });
		for (const [at, code] of [
			[FIRST_BOUNCE - 30 * DAY, "start-long-ago"],
			[FIRST_BOUNCE + 400 * DAY, "start-far-ahead"],
		] as const) {
			const farOff = { ...later, startsAt: new Date(at).toISOString() };
			const refused = client(season.changeMatch, {
				params: buildMatchParams(101),
				body: { reason, change: farOff },
			});
			expect((await getApiFailure(refused)).code).toBe(code);
			const moveFarOff = { ...toRound2, startsAt: farOff.startsAt };
			const moved = client(season.changeMatch, {
				params: buildMatchParams(102),
				body: { reason, change: moveFarOff },
			});
			expect((await getApiFailure(moved)).code).toBe(code);
		}
		await setMatchStatus(app, listMatches(1), "playing");
		const refused = client(season.changeMatch, { params: buildMatchParams(101), body: { reason, change: later } });
		expect((await getApiFailure(refused)).code).toBe("match-started");
	});

	test("can have status and score entered, which moves its round on", async () => {
		const state = { do: "state" as const, status: "playing" as const, minutes: 12, homeScore: 6, awayScore: null };
		await client(season.changeMatch, { params: buildMatchParams(101), body: { reason, change: state } });
		const { rounds } = await client(season.listRounds, {});
		expect(rounds[0]).toMatchObject({ phase: "playing", matches: [{ minutes: 12, homeScore: 6 }, {}] });
		for (const id of [101, 102]) {
			const change = { ...state, status: "complete" as const, minutes: 80 };
			await client(season.changeMatch, { params: buildMatchParams(id), body: { reason, change } });
		}
		expect((await client(season.listRounds, {})).rounds[0]?.phase).toBe("in-review");
		expect(await getLastAudit()).toMatchObject({ action: "match-state", before: { status: "scheduled" } });
	});
});

describe("a match that was started by mistake", () => {
	test("can be set back to scheduled, without stats and locks", async () => {
		const [first] = listMatches(1);
		if (!first) throw new Error("No match");
		await saveKicks(app, first, { 1001: 20 });
		await setMatchStatus(app, [first], "playing");
		expect(app.seasons.current().rounds[0]?.status).toBe("playing");
		const noResult = { minutes: null, homeScore: null, awayScore: null };
		const change = { do: "state" as const, status: "scheduled" as const, ...noResult };
		const { match: reverted } = await client(season.changeMatch, {
			params: buildMatchParams(101),
			body: { reason, change },
		});
		expect(reverted).toMatchObject({ status: "scheduled", ...noResult });
		const { rounds } = await client(season.listRounds, {});
		expect(rounds[0]?.phase).toBe("open");
		expect(app.seasons.current().players.get(1001)?.scores.get(1)).toBeUndefined();
		expect(await getLastAudit()).toMatchObject({
			action: "match-state",
			before: { status: "playing", lines: [{ player_id: 1001, kicks: 20 }] },
			after: { status: "scheduled" },
		});
	});
});

describe("a round in review", () => {
	const setUpReview = async () => {
		await seedTeam(app.database.db, app.season, { slots: drawSlots(app.season, createSeededRandom(7)) });
		const [first] = listMatches(1);
		if (first) await saveKicks(app, first, { 1001: 20, 1005: 4 });
		app.clocks.setSeason(FIRST_BOUNCE + 2 * DAY);
		await setMatchStatus(app, listMatches(1), "complete");
	};

	test("shows the prices it would set, and is published by name", async () => {
		const early = client(season.publishRoundNow, { params: { id: 1 }, body: { reason } });
		expect((await getApiFailure(early)).code).toBe("round-not-in-review");
		await setUpReview();
		const review = await client(season.reviewPrices, { params: { id: 1 } });
		expect(review).toMatchObject({ isPublished: false });
		expect(review.changes.map(({ playerId }) => playerId)).toContain(1005);
		await client(season.publishRoundNow, { params: { id: 1 }, body: { reason } });
		expect(app.seasons.current().rounds[0]?.status).toBe("complete");
		expect(await getLastAudit()).toMatchObject({
			action: "round-published",
			reason,
			actor: expect.stringContaining("operator:"),
		});
		const price = review.changes.find(({ playerId }) => playerId === 1005)?.after;
		expect(app.seasons.current().players.get(1005)?.cost).toBe(price);
	});

	test("can be corrected after publication, with a preview first", async () => {
		await setUpReview();
		await client(season.publishRoundNow, { params: { id: 1 }, body: { reason } });
		const lines = [{ playerId: 1005, stats: { ...EMPTY_STATS, K: 14 } }];
		const preview = await client(previewStats, { params: buildMatchParams(101), body: { lines } });
		expect(preview.players).toEqual([{ playerId: 1005, name: "P 1005", before: 12, after: 42 }]);
		expect(preview).toMatchObject({ roundId: 1, isPublished: true });
		const storedLines = await app.database.db
			.selectFrom("stat_lines")
			.where("player_id", "=", 1005)
			.selectAll()
			.execute();
		expect(storedLines.map((row) => buildStatLine(row).K)).toEqual([4]);
		const done = await client(correctStatLines, { params: buildMatchParams(101), body: { reason, lines } });
		expect(done.players).toEqual(preview.players);
		const { lines: shown } = await client(showStatLines, { params: buildMatchParams(101) });
		expect(shown.find(({ playerId }) => playerId === 1005)).toMatchObject({ points: 42, isCorrected: true });
		expect(await getLastAudit()).toMatchObject({ action: "stats-corrected", subject: "match:1:101", reason });
		const { changed } = await client(season.rerunPrices, { params: { id: 1 }, body: { reason } });
		expect(changed).toBeGreaterThan(0);
		expect(await getLastAudit()).toMatchObject({ action: "prices-rerun" });
	});
});

describe("a feed's payload", () => {
	const insertPayload = async (body: string, verdict: "quarantined" | "applied") => {
		const row = { season_id: 1, source: "afl-api", kind: "match-stats" as const, subject: "101", verdict };
		const at = { received_at: new Date(), season_at: new Date(FIRST_BOUNCE), sha256: Buffer.alloc(32, body) };
		const faults = JSON.stringify(verdict === "quarantined" ? ["match 101: player 1001: K of 300"] : []);
		const payload = { ...row, ...at, body: Buffer.from(body), faults };
		return (await app.database.db.insertInto("feed_payloads").values(payload).returning("id").executeTakeFirstOrThrow())
			.id;
	};

	test("in quarantine is listed as plain text, and dismissed once", async () => {
		await insertPayload("{}", "applied");
		const id = await insertPayload('<script>alert("x")</script>', "quarantined");
		const { payloads } = await client(listPayloads, { query: { verdict: "quarantined" } });
		expect(payloads).toMatchObject([{ id, problems: ["match 101: player 1001: K of 300"] }]);
		expect(await client(showPayload, { params: { id } })).toMatchObject({
			text: '<script>alert("x")</script>',
			isCut: false,
		});
		const { payload } = await client(dismissPayload, { params: { id }, body: { reason } });
		expect(payload.verdict).toBe("dismissed");
		expect(await getLastAudit()).toMatchObject({ action: "payload-dismissed", before: { verdict: "quarantined" } });
		expect((await getApiFailure(client(dismissPayload, { params: { id }, body: { reason } }))).status).toBe(409);
	});
});

test("an uploaded stats file is processed like a feed's payload", async () => {
	const buildFile = (kicks: number) =>
		[
			"match_id,round_id,player_id,squad_id,kicks,handballs,marks,tackles,hitouts,frees_for,frees_against,goals,behinds,tog_percentage,match_status",
			...Array.from({ length: 2_000 }, () => ""),
			`101,1,1001,11,${kicks},0,0,0,0,0,0,0,0,80,playing`,
		].join("\n");
	app.clocks.setSeason(FIRST_BOUNCE + HOUR);
	const upload = (name: string, text: string) => client(uploadStats, { body: { name, text, reason } });
	const { payload } = await upload("round-1.csv", buildFile(7));
	expect(payload).toMatchObject({ source: "csv", subject: "upload/round-1.csv", verdict: "applied", problems: [] });
	expect(app.seasons.current().players.get(1001)?.scores.get(1)).toBe(21);
	expect(await getLastAudit()).toMatchObject({ action: "stats-uploaded", reason, after: { name: "round-1.csv" } });
	const absurd = await upload("round-1.csv", buildFile(300));
	expect(absurd.payload).toMatchObject({ verdict: "quarantined", problems: ["match 101: player 1001: K of 300"] });
	expect((await getApiFailure(upload("../../etc/passwd", "x"))).status).toBe(422);
	// A whole round with many columns exceeds the usual size limit of a request.
	expect((await upload("long.csv", `${buildFile(7)}${"\n".repeat(200_000)}`)).payload.verdict).not.toBe("quarantined");
});

test.each([
	{ outcome: "applied", row: "101,1,1001,11,9,0,0,0,0,0,0,0,0,80,playing" },
	{ outcome: "quarantined", row: "101,1,1001,11,300,0,0,0,0,0,0,0,0,80,playing" },
	{ outcome: "unreadable", row: "x,1,1001,11,9,0,0,0,0,0,0,0,0,80,playing" },
])("an upload that is $outcome is settled only with its audit entry", async ({ outcome, row }) => {
	const { pool } = app.database;
	await pool.query(`CREATE FUNCTION refuse_audit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no audit'; END $$;
		CREATE TRIGGER refuse_audit BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION refuse_audit()`);
	onTestFinished(async () => void (await pool.query("DROP FUNCTION IF EXISTS refuse_audit CASCADE")));
	const name = `lost-${outcome}.csv`;
	const heading = "match_id,round_id,player_id,squad_id,kicks,handballs,marks,tackles,hitouts,frees_for,frees_against";
	const text = `${heading},goals,behinds,tog_percentage,match_status\n${row}`;
	app.clocks.setSeason(FIRST_BOUNCE + HOUR);
	const upload = () => client(uploadStats, { body: { name, text, reason } });
	const getVerdict = async () =>
		(await pool.query("SELECT verdict FROM feed_payloads WHERE subject = $1", [`upload/${name}`])).rows[0]?.verdict;
	expect((await getApiFailure(upload())).status).toBe(500);
	expect(await getVerdict()).toBe("received");
	await pool.query("DROP TRIGGER refuse_audit ON audit");
	const { payload } = await upload();
	expect(await getVerdict()).toBe(outcome === "applied" ? "applied" : "quarantined");
	expect(await getLastAudit()).toMatchObject({
		action: "stats-uploaded",
		subject: `payload:1:${payload.id}`,
		after: { name, verdict: payload.verdict, problems: payload.problems },
	});
});

test("an implausible payload can be released by an audited operator", async () => {
	const stats = { ...EMPTY_STATS, K: 45 };
	const entry = { matchId: 101, status: "playing" as const, lines: [{ playerId: 1001, squadId: 11, stats }] };
	const services = { db: app.database.db, currentSeason: app.seasons.current, clocks: app.clocks };
	app.clocks.setSeason(FIRST_BOUNCE + HOUR);
	const { verdict } = await processPayload(buildManualPayload(entry), manualFeed, services);
	expect(verdict).toBe("applied");
	const absurd = { ...entry, lines: [{ playerId: 1001, squadId: 11, stats: { ...stats, K: 75 } }] };
	expect((await processPayload(buildManualPayload(absurd), manualFeed, services)).verdict).toBe("quarantined");
	await app.seasons.refresh();
	const [waiting] = (await client(listPayloads, { query: { verdict: "quarantined" } })).payloads;
	const { payload } = await client(releasePayload, { params: { id: waiting?.id ?? 0 }, body: { reason } });
	expect(payload.verdict).toBe("applied");
	expect(app.seasons.current().players.get(1001)?.scores.get(1)).toBe(225);
	expect(await getLastAudit()).toMatchObject({ action: "payload-released", reason });
});

test("the clock cannot be changed in a real season", async () => {
	const refused = await getApiFailure(client(season.setClock, { body: { action: "next" } }));
	expect([refused.status, refused.code]).toEqual([403, "demo-only"]);
});
