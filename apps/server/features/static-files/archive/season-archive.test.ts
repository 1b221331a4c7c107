import { createHash } from "node:crypto";
import { seasonsFile } from "@first-bounce/contract/stats/static-data";
import { STAT_KEYS, STATS } from "@first-bounce/rules/scoring/stats";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { finishRound, playRandomRound } from "../../../../../testing/season/play-rounds.ts";
import { createSeasonFolder } from "../../../../../testing/season/season-folder.ts";
import { createSeededRandom } from "../../../../../testing/season/small-season.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { registerErrors } from "../../../plugins/errors.ts";
import { registerRateLimit } from "../../../plugins/limits/rate-limits.ts";
import { importSeason } from "../../seasons/import/import-season.ts";
import { beginSeason } from "../../seasons/rollover/rollover.ts";
import { buildCsvPayload } from "../../stats-providers/csv/csv-feed.ts";
import { parseCsvPayload } from "../../stats-providers/csv/parse-csv.ts";
import { exportFiles } from "../export/export-files.ts";
import { registerPublicApi } from "../public-api.ts";
import { registerStaticFiles } from "../routes.ts";
import { createStaticFiles, type StaticFiles } from "../static-files.ts";
import { archiveClosedSeasons } from "./season-archive.ts";

const REVALIDATE = "public, max-age=0, must-revalidate";
const IMMUTABLE = "public, max-age=31536000, immutable";
const nextFolder = createSeasonFolder();
let app: TestApp;
let files: StaticFiles;
let server: FastifyInstance;

beforeAll(async () => {
	app = await createTestApp();
	const onError = (error: unknown) => {
		throw error;
	};
	const { db } = app.database;
	files = await createStaticFiles({
		db,
		currentSeason: app.seasons.peek,
		seasonNow: app.clocks.seasonNow,
		onError,
	});
	server = Fastify();
	registerErrors(server);
	await registerRateLimit(server);
	registerStaticFiles(server, files);
	registerPublicApi(server, files);
	await app.database.pool.query(`UPDATE matches SET provider_id = 'CD_M' || id;
		UPDATE players SET provider_id = 'CD_I' || id; UPDATE squads SET provider_id = 'CD_T' || id`);
	await playRandomRound(app, 1, createSeededRandom(5), async () => undefined);
	await files.refresh();
});
afterAll(async () => {
	await server.close();
	await files.close();
	await app.close();
	nextFolder.discard();
});

const get = (path: string, headers: Record<string, string> = {}) =>
	server.inject({ url: `/json/fantasy/${path}`, headers });

test("the current season's files are at its id's addresses too (D2.9.89)", async () => {
	const id = [...app.seasons.current().players.keys()][0];
	for (const name of ["players", "rounds", "squads", "season", "player_totals", "projections", "checksums"]) {
		const [plain, ofSeason] = await Promise.all([get(`${name}.json`), get(`1/${name}.json`)]);
		expect([name, ofSeason.statusCode, ofSeason.headers["cache-control"]]).toEqual([name, 200, REVALIDATE]);
		expect(ofSeason.body).toBe(plain.body);
	}
	expect((await get(`1/player_stats/${id}.json`)).body).toBe((await get(`player_stats/${id}.json`)).body);
	expect((await get("1/matches/101.json")).body).toBe((await get("matches/101.json")).body);
	const { etag } = (await get("1/players.json")).headers;
	expect((await get("1/players.json", { "if-none-match": String(etag) })).statusCode).toBe(304);
	for (const unknown of [
		"2/players.json",
		"1/stats/9.csv",
		"1/matches/9.json",
		"1/secrets.json",
		"1/player_stats/9.json",
	])
		expect([unknown, (await get(unknown)).statusCode]).toEqual([unknown, 404]);
	const publicFile = await server.inject("/api/public/v1/1/players.json");
	expect([publicFile.statusCode, publicFile.headers["access-control-allow-origin"]]).toEqual([200, "*"]);
	const getPublicFile = () => server.inject({ url: "/api/public/v1/1/players.json", remoteAddress: "198.51.100.7" });
	const statuses: number[] = [];
	for (let number = 0; number < 121; number++) statuses.push((await getPublicFile()).statusCode);
	expect(statuses).toEqual([...Array.from({ length: 120 }, () => 200), 429]);
});

test("stats.csv has fitzRoy's columns, and FEED=csv reads the season's stats from it (D2.9.90)", async () => {
	const season = app.seasons.current();
	const answer = await get("1/stats/1.csv");
	expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
	const [header, first] = answer.body.split("\n");
	const optionalStats = STAT_KEYS.filter((key) => STATS[key].isOptional).map((key) => `${STATS[key].aflName},`);
	expect(header).toBe(
		`providerId,utcStartTime,round.roundNumber,teamId,team.name,player.playerId,player.givenName,player.surname,kicks,handballs,marks,tackles,freesFor,freesAgainst,hitouts,goals,behinds,${optionalStats.join("")}timeOnGroundPercentage,match_status,match_id,squad_id,player_id,fantasy_points`,
	);
	expect(first).toMatch(/^CD_M101,2026-\d\d-\d\dT\d\d:\d\d:00\.000\+0000,1,CD_T11,/);
	const parsed = parseCsvPayload(buildCsvPayload("round-1.csv", answer.rawPayload), season);
	if (!parsed.ok) throw new Error(parsed.problems.join("\n"));
	const expected = season.rounds[0]?.matches.map(({ id, lines }) => ({
		matchId: id,
		status: "complete",
		lines: lines.map(({ playerId, squadId, stats: { other: _, ...stats } }) => ({ playerId, squadId, stats })),
	}));
	expect(expected?.flatMap(({ lines }) => lines).length).toBeGreaterThan(40);
	expect(parsed.reports).toMatchObject(expected ?? []);
	// The other rounds have not been played.
	expect((await get("1/stats.csv")).body).toBe(answer.body);
	expect((await get("1/stats/2.csv")).body).toBe(`${header}\n`);
});

test("prices.csv has a row for each player and round (D2.9.90)", async () => {
	const { players } = app.seasons.current();
	const rows = (await get("1/prices.csv")).body.trim().split("\n");
	expect(rows[0]).toBe(
		"round.roundNumber,player.playerId,player.givenName,player.surname,team.name,position,price,squad_id,player_id",
	);
	expect(rows).toHaveLength(1 + 2 * players.size);
	const [player] = players.values();
	const second = (await get("1/prices/2.csv")).body.trim().split("\n");
	expect(second).toHaveLength(1 + players.size);
	expect(second[1]).toMatch(new RegExp(`^2,CD_I${player?.id},.*,${player?.prices.get(2)},11,${player?.id}$`));
});

test("a closed season's files are archived once, with checksums (D2.9.91)", async () => {
	for (const round of [2, 3]) await finishRound(app, round);
	await app.seasons.refresh();
	await files.refresh();
	const names = [
		"players.json",
		"rounds.json",
		"stats.csv",
		"prices/3.csv",
		"matches/101.json",
		"player_stats/1001.json",
	];
	const before = await Promise.all(names.map((name) => get(`1/${name}`)));
	await importSeason(app.database.db, nextFolder.path);
	await beginSeason(app.database.db, 7, { actor: "command line", reason: "the year is over" });
	await app.seasons.refresh();
	await files.refresh();
	await archiveClosedSeasons(app.database.db);
	await app.database.pool.query("UPDATE squads SET name = 'Renamed later' WHERE season_id = 1");
	await archiveClosedSeasons(app.database.db);

	for (const [index, name] of names.entries()) {
		const after = await get(`1/${name}`);
		expect([name, after.statusCode, after.headers["cache-control"]]).toEqual([name, 200, IMMUTABLE]);
		if (name !== "players.json") expect(after.body).toBe(before[index]?.body);
		expect((await get(`1/${name}`, { "accept-encoding": "br" })).headers["content-encoding"]).toBe("br");
	}
	const checksums: Record<string, string> = (await get("1/checksums.json")).json();
	expect(Object.keys(checksums)).toHaveLength(7 + 1 + 72 + 6 + 4 * (1 + 3) + 2 * 3);
	for (const [name, hash] of Object.entries(checksums)) {
		const { rawPayload } = await get(`1/${name.endsWith(".csv") ? name : `${name}.json`}`);
		expect([name, createHash("sha256").update(rawPayload).digest("base64url").slice(0, 22)]).toEqual([name, hash]);
	}
	expect((await get("7/season.json")).headers["cache-control"]).toBe(REVALIDATE);
	const seasons = await server.inject("/api/public/v1/seasons.json");
	expect(seasonsFile.parse(seasons.json())).toMatchObject([
		{ id: 7, isCurrent: true },
		{ id: 1, isCurrent: false },
	]);
});

test("an export has the season's files, and archived ones immutably (D2.9.91)", async () => {
	const written = new Map<string, string | undefined>();
	await exportFiles(files, async (key, _, { cacheControl }) => void written.set(key, cacheControl));
	expect(written.get("json/fantasy/players.json")).toBe(REVALIDATE);
	expect(written.get("json/fantasy/7/players.json")).toBe(REVALIDATE);
	expect(written.get("json/fantasy/7/stats.csv")).toBe(REVALIDATE);
	for (const name of ["players.json", "players.json.br", "stats.csv", "stats/2.csv.br", "checksums.json"])
		expect([name, written.get(`json/fantasy/1/${name}`)]).toEqual([name, IMMUTABLE]);
});
