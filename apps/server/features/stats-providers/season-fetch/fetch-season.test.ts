import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type SeasonApiServer, startSeasonApi } from "../../../../../testing/season/fetched-season.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import { runFb } from "../../../../../testing/server/run-fb.ts";
import type { ApiSeason, ApiSquadEntry } from "../../../../../testing/stats-providers/afl-season-answers.ts";
import { readConfig } from "../../../config.ts";
import type { Database } from "../../../db/open.ts";
import type { AflAnswer } from "../../rehearsal/provider/afl-api-server.ts";
import { fetchSeason as fetchSeasonFolder } from "./fetch-season.ts";
import { compSeasonDetail } from "./provider-schemas.ts";
import { createSeasonApi } from "./season-api.ts";

let database: Database;
let server: SeasonApiServer;
let out: string;
let runs = 0;
const original = { squads: "", matches: "" };

beforeAll(async () => {
	database = await createTestDatabase();
	server = await startSeasonApi({ rounds: 2 });
	original.squads = JSON.stringify([...server.season.squads]);
	original.matches = JSON.stringify([...server.season.matchesByRound]);
});
beforeEach(() => {
	out = path.join(server.folder, `season-${runs++}`);
});
afterEach(() => {
	const { season } = server;
	for (const [id, squad] of JSON.parse(original.squads)) season.squads.set(id, squad);
	for (const [id, matches] of JSON.parse(original.matches)) season.matchesByRound.set(id, matches);
	season.rounds.splice(2);
	season.pageSize = 50;
	season.seasonPageSize = 20;
	season.compSeasons.splice(2);
	server.override = () => undefined;
	server.api.refuseTokens(null);
});
afterAll(async () => {
	await server.close();
	await database.close();
});

function runCommand(...args: string[]) {
	for (const [name, value] of Object.entries({ ...server.env, DATABASE_URL: database.url })) vi.stubEnv(name, value);
	return runFb(args).finally(() => vi.unstubAllEnvs());
}
async function fetchSeason(...args: string[]) {
	server.api.requests.length = 0;
	return runCommand("season", "fetch", "--provider", "afl-api", "--season", "2027", "--out", out, ...args);
}
const read = (name: string): string => readFileSync(path.join(out, name), "utf8");
const readRows = (name: string): string[][] =>
	read(name)
		.trim()
		.split("\n")
		.map((line) => line.split(","));
const findRow = (name: string, providerId: string): string[] | undefined =>
	readRows(name).find((row) => row.at(-1) === providerId);
function saveDecision(kind: string, id: string, decision: string): void {
	const rows = readRows("decisions.csv").map((row) =>
		row[0] === kind && row[1] === id ? [...row.slice(0, -1), decision] : row,
	);
	writeFileSync(path.join(out, "decisions.csv"), `${rows.map((row) => row.join(",")).join("\n")}\n`);
}
const listDecisions = () => readRows("decisions.csv").slice(1);

const getClub = (season: ApiSeason, index: number): ApiSquadEntry[] => season.squads.get(20 + index) ?? [];
function getEntry(season: ApiSeason, club: number, index: number): ApiSquadEntry {
	const entry = getClub(season, club)[index];
	if (!entry) throw new Error("There is no such entry");
	return entry;
}
const computePreviousAverage = (id: number) => {
	const lines = [...server.previous.results.values()]
		.flatMap((result) => result.lines)
		.filter((l) => l.playerId === id);
	const points = lines.map(
		({ stats: s }) => 3 * s.K + 2 * s.H + 3 * s.M + 4 * s.T + s.FF - 3 * s.FA + s.HO + 6 * s.G + s.B,
	);
	return { matches: lines.length, average: points.reduce((sum, point) => sum + point, 0) / Math.max(1, lines.length) };
};

test("presets go by their year too, and other names are refused (D1.9.70)", async () => {
	const dated = await fetchSeason("--rules", "official-2023");
	expect([dated.code, dated.out.includes("handballs 2, 3 trades a round")]).toEqual([0, true]);
	const unknown = await fetchSeason("--rules", "official-2028");
	expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining("Not one of first-bounce, official-2023.")]);
});

test("a season is fetched as a folder that season import reads (D1.9.71)", async () => {
	const { code, out: printed, err } = await fetchSeason();
	expect({ code, err: err.split("\n").slice(0, 3) }).toEqual({
		code: 0,
		err: ["Round 1: 9 matches", "Round 2: 9 matches", expect.stringMatching(/^.+: 30 players$/)],
	});
	expect(printed).toContain("2 rounds, handballs 2, 3 trades a round, cap $15,500,000");
	expect(printed).toContain("rules         the official game's of 2023: compare them with those of 2027");
	expect(printed).toContain("players.csv   540 players");
	expect(printed).toContain("For live stats: FEED=afl-api AFL_API_SEASON=2027 AFL_API_COMPETITION=264");
	expect(readdirSync(out).toSorted()).toEqual([
		".answers",
		"decisions.csv",
		"draft.csv",
		"matches.csv",
		"players.csv",
		"positions.csv",
		"rounds.csv",
		"season.json",
		"squads.csv",
	]);
	expect(JSON.parse(read("season.json"))).toMatchObject({
		id: 2027,
		lastRound: 2,
		scoring: { H: 2 },
		trades: { limit: 3, per: "round" },
		salaryCap: 15_500_000,
	});
	const [match] = server.generated.matches.toSorted((a, b) => a.startsAt - b.startsAt);
	expect(readRows("matches.csv")[1]).toEqual([
		String(7_000 + (match?.id ?? 0)),
		"1",
		String(match?.homeSquadId),
		String(match?.awaySquadId),
		new Date(match?.startsAt ?? 0).toISOString(),
		match?.venue,
		match?.timeZone,
		"",
		"",
		`CD_M${match?.id}`,
	]);
	const dryRun = await runCommand("season", "import", out, "--dry-run");
	expect(dryRun).toMatchObject({ code: 0, err: "" });
	expect(dryRun.out).toContain("540 players added");
	expect(dryRun.out).toContain("18 matches added");
});

test.each([
	["an entry", () => null, null],
	["a player", (entry: ApiSquadEntry) => ({ ...entry, player: null }), null],
	["an id", (entry: ApiSquadEntry) => ({ ...entry, player: { ...entry.player, providerId: 7 } }), null],
	["a surname", (entry: ApiSquadEntry) => ({ ...entry, player: { ...entry.player, surname: true } }), null],
	["a birthday", (entry: ApiSquadEntry) => ({ ...entry, player: { ...entry.player, dateOfBirth: 7 } }), ""],
	["a surname of dots", (entry: ApiSquadEntry) => ({ ...entry, player: { ...entry.player, surname: "…" } }), null],
	["an empty surname", (entry: ApiSquadEntry) => ({ ...entry, player: { ...entry.player, surname: " " } }), null],
	[
		"a birthday that does not exist",
		(entry: ApiSquadEntry) => ({ ...entry, player: { ...entry.player, dateOfBirth: "2001-02-30" } }),
		"",
	],
	[
		"a birthday in the year 1",
		(entry: ApiSquadEntry) => ({ ...entry, player: { ...entry.player, dateOfBirth: "0001-01-01" } }),
		"",
	],
	[
		"a birthday of a child",
		(entry: ApiSquadEntry) => ({ ...entry, player: { ...entry.player, dateOfBirth: "2020-03-04" } }),
		"",
	],
	["a jumper number as text", (entry: ApiSquadEntry) => ({ ...entry, jumperNumber: "12" }), "born"],
])("a fetch keeps everybody else if one player has an odd %s", async (_, change, birthday) => {
	const club = getClub(server.season, 0);
	const first = getEntry(server.season, 0, 0);
	Object.assign(club, { 0: change(first) });
	const { code, out: printed } = await fetchSeason();
	expect(code).toBe(0);
	expect(readRows("players.csv")).toHaveLength(birthday === null ? 540 : 541);
	if (birthday === null) expect(printed).toMatch(/players of .+: entry 1.*, so it was left out/);
	if (birthday === "") expect(findRow("players.csv", first.player.providerId)?.[5]).toBe("");
	if (birthday === "born") expect(listDecisions()).toEqual([]);
});

test("a fetch leaves out one odd match, asks about starts", async () => {
	const matches = server.season.matchesByRound.get(1) ?? [];
	Object.assign(matches[0] ?? {}, { providerId: null });
	Object.assign(matches[1] ?? {}, { utcStartTime: 7 });
	const { code, out: printed } = await fetchSeason();
	expect(code).toBe(0);
	expect(printed).toContain("matches of round 1: entry 1.providerId: ");
	expect(listDecisions().map(([kind]) => kind)).toEqual(["start"]);
	expect(readRows("matches.csv")).toHaveLength(17);
});

test("a fetch takes a match that is listed twice once", async () => {
	const matches = server.season.matchesByRound.get(1) ?? [];
	matches.push(...matches.slice(0, 1));
	expect(await fetchSeason()).toMatchObject({ code: 0 });
	expect(readRows("matches.csv")).toHaveLength(19);
});

test("a fetch takes the later start of a match listed twice", async () => {
	const matches = server.season.matchesByRound.get(1) ?? [];
	const [first] = matches;
	if (!first) throw new Error("There is no match");
	const later = new Date(Date.parse(first.utcStartTime ?? "") + 86_400_000).toISOString();
	matches.unshift({
		...first,
		id: 9_999,
		providerId: "CD_M9999",
		utcStartTime: later,
		home: first.away,
		away: first.home,
	});
	const { code, out: printed } = await fetchSeason();
	expect(code).toBe(0);
	expect(printed).toContain(
		`match ${first.providerId} has the clubs of CD_M9999, which starts later, and was left out`,
	);
	expect(readRows("matches.csv")).toHaveLength(19);
	expect(findRow("matches.csv", "CD_M9999")).toBeDefined();
});

test.each([
	["name", null],
	["id", false],
])("a fetch keeps a match although a club's %s is odd", async (field, value) => {
	const [match] = server.season.matchesByRound.get(1) ?? [];
	Object.assign(match ?? {}, { home: { team: { ...match?.home.team, [field]: value } } });
	expect(await fetchSeason()).toMatchObject({ code: 0 });
	expect(readRows("matches.csv")).toHaveLength(19);
	expect(readRows("squads.csv")).toHaveLength(19);
});

test("a fetch reads NA in decisions.csv and positions.csv as empty", async () => {
	Object.assign(server.season.matchesByRound.get(1)?.[1] ?? {}, { utcStartTime: null });
	await fetchSeason();
	writeFileSync(path.join(out, "decisions.csv"), read("decisions.csv").replace(/,$/gm, ",NA"));
	writeFileSync(path.join(out, "positions.csv"), `${read("positions.csv")}WING,NA\n`);
	expect(await fetchSeason()).toMatchObject({ code: 0 });
	expect(listDecisions().map(([kind]) => kind)).toEqual(["start"]);
});

test.each([
	["no list of a club's players", "teamId=22", /"players":.*/, '"players":null}}', "squads.csv", 19],
	["no squad of a club", "teamId=22", /"squad":.*/, '"squad":null}', "squads.csv", 19],
	["no list of a round's matches", "roundNumber=2", /"matches":.*/, '"matches":null}', "rounds.csv", 2],
	["no number of pages", "roundNumber=2", '"numPages":1', '"numPages":null', "rounds.csv", 3],
	["no numbers of a list", "roundNumber=2", /"pagination":\{.*?\}/, '"pagination":[]', "rounds.csv", 3],
] as const)("a fetch goes on if the provider has %s", async (_, about, value, odd, file, rows) => {
	server.override = (request) => {
		const body = request.includes(about) ? server.season.answer(request) : undefined;
		return body === undefined ? undefined : { body: body.replace(value, odd).replace(/"numEntries":\d+/, '"n":0') };
	};
	expect(await fetchSeason()).toMatchObject({ code: 0 });
	expect(readRows(file)).toHaveLength(rows);
});

test("a fetch notes what the import would refuse", async () => {
	const { team } = server.season.matchesByRound.get(1)?.[0]?.home ?? {};
	for (const { home, away } of [...server.season.matchesByRound.values()].flat())
		for (const side of [home, away]) if (side.team.providerId === team?.providerId) side.team.name = "…";
	const { code, out: printed } = await fetchSeason();
	expect(code).toBe(0);
	expect(printed).toContain("  the import would refuse squads.csv:2: name must be written in letters (…)");
});

test("a draft file of a spreadsheet keeps its picks", async () => {
	await fetchSeason();
	const [player] = server.season.squads.get(20) ?? [];
	const id = player?.player.providerId ?? "";
	writeFileSync(path.join(out, "draft.csv"), Buffer.from(`\uFEFFpick\tplayer_id\n7\t${id}\n`, "utf16le"));
	expect(await fetchSeason()).toMatchObject({ code: 0 });
	expect(readRows("draft.csv").slice(1)).toEqual([[`7\t${id}`]]);
	expect(await fetchSeason()).toMatchObject({ code: 0 });
});

test("opening prices follow last season's totals by the official weights (D1.9.72)", async () => {
	await fetchSeason();
	const rows = readRows("players.csv").slice(1);
	const wrongRows = rows.filter((row) => {
		const { matches, average } = computePreviousAverage(Number(row[0]));
		const factor = [1, 0.85, 0.9, 0.95][matches] ?? 1;
		const price = Math.max(300_000, Math.round((average * 12_950 * factor) / 1_000 + 1e-7) * 1_000);
		return Number(row[6]) !== price;
	});
	expect(rows).toHaveLength(540);
	expect(wrongRows).toEqual([]);
	expect(rows.filter((row) => row[6] === "300000").length).toBeLessThan(200);
});

test("the operator decides on odd players, and the next run obeys (D1.9.73, D1.9.74)", async () => {
	const { season } = server;
	const retired = getEntry(season, 0, 0);
	retired.jumperNumber = 0;
	const newcomer: ApiSquadEntry = {
		player: { id: 1, providerId: "CD_I900001", firstName: "Nia", surname: "Newcomer", dateOfBirth: "2008-05-04" },
		jumperNumber: 0,
		position: "RUCK",
	};
	getClub(season, 0).push(newcomer);
	const namesake = getEntry(season, 1, 0).player;
	const duplicate = { ...newcomer, jumperNumber: 0, player: { ...namesake, id: 2, providerId: "CD_I900002" } };
	getClub(season, 2).push({ ...duplicate, jumperNumber: 77 });
	const otherBirthday = { ...namesake, id: 3, providerId: "CD_I900003", dateOfBirth: "1990-01-01" };
	getClub(season, 3).push({ player: otherBirthday, jumperNumber: 78, position: "MIDFIELDER" });
	getEntry(season, 4, 0).position = "SWEEPER";
	getEntry(season, 4, 1).position = null;
	const moved = getEntry(season, 5, 0);
	getClub(season, 6).push({ ...moved, jumperNumber: 60 });
	moved.jumperNumber = 0;

	expect((await fetchSeason()).code).toBe(0);
	expect(listDecisions().map((row) => [row[0], row[1], row.at(-2)])).toEqual([
		["two-clubs", moved.player.providerId, server.generated.clubs[6]?.abbreviation],
		["no-jumper", retired.player.providerId, "out"],
		["no-jumper", "CD_I900001", "keep"],
		["same-person", namesake.providerId, "keep"],
		["same-person", "CD_I900002", "out"],
		["position", getEntry(season, 4, 1).player.providerId, "out"],
		["position", getEntry(season, 4, 0).player.providerId, "out"],
	]);
	expect(findRow("players.csv", retired.player.providerId)).toBeUndefined();
	expect(findRow("players.csv", "CD_I900001")?.slice(1, 6)).toEqual(["Nia", "Newcomer", "7386", "RUC", "2008-05-04"]);
	expect(findRow("players.csv", "CD_I900003")).toBeDefined();
	expect(readRows("positions.csv")).toContainEqual(["SWEEPER", ""]);
	expect((await runCommand("season", "import", out, "--dry-run")).code).toBe(0);

	saveDecision("no-jumper", retired.player.providerId, "keep");
	saveDecision("same-person", "CD_I900002", "keep");
	saveDecision("position", getEntry(season, 4, 1).player.providerId, "mid/fwd");
	saveDecision("two-clubs", moved.player.providerId, "out");
	writeFileSync(path.join(out, "positions.csv"), read("positions.csv").replace("SWEEPER,", "SWEEPER,DEF"));
	writeFileSync(path.join(out, "draft.csv"), "pick,player_id\n1,CD_I900001\n20,900003\n");
	expect((await fetchSeason()).code).toBe(0);
	expect(server.api.requests).toEqual([]);
	expect(findRow("players.csv", retired.player.providerId)?.[2]).toBe(retired.player.surname);
	expect(findRow("players.csv", "CD_I900001")?.[6]).toBe("369000");
	expect(findRow("players.csv", "CD_I900003")?.[6]).toBe("304000");
	expect(findRow("players.csv", "CD_I900002")).toBeDefined();
	expect(findRow("players.csv", moved.player.providerId)).toBeUndefined();
	expect(findRow("players.csv", getEntry(season, 4, 0).player.providerId)?.[4]).toBe("DEF");
	expect(findRow("players.csv", getEntry(season, 4, 1).player.providerId)?.[4]).toBe("MID/FWD");

	saveDecision("no-jumper", "CD_I900001", "maybe");
	expect(await fetchSeason()).toMatchObject({
		code: 1,
		err: expect.stringContaining("decisions.csv:4: decision must be keep or out (maybe)\nCorrect these lines"),
	});
	const players = read("players.csv");
	writeFileSync(path.join(out, "draft.csv"), "pick,player_id\n0,CD_I900001\n2,5\n");
	saveDecision("no-jumper", "CD_I900001", "");
	expect((await fetchSeason()).err).toMatch(
		/draft.csv:2: pick is not an id \(0\)\ndraft.csv:3: player_id 5 is in no squad/,
	);
	expect(read("players.csv")).toBe(players);
});

test("namesakes without a birthday are kept until the operator decides (D1.9.73)", async () => {
	const { player } = getEntry(server.season, 1, 0);
	// Spelt with an apostrophe at the other club.
	const surname = `${player.surname[0]}’${player.surname.slice(1)}`;
	const namesake = { ...player, surname, id: 4, providerId: "CD_I900004", dateOfBirth: null };
	getClub(server.season, 3).push({ player: namesake, jumperNumber: 79, position: "MIDFIELDER" });
	expect((await fetchSeason()).code).toBe(0);
	const { name: club } = server.generated.clubs[1] ?? {};
	expect(listDecisions().map((row) => [row[0], row[1], row.at(-2)])).toEqual([
		["same-person", player.providerId, "keep"],
		["same-person", "CD_I900004", "keep"],
	]);
	expect(read("decisions.csv")).toContain(`"same name, with a birthday missing, as ${player.providerId}, ${club}"`);
	expect(findRow("players.csv", "CD_I900004")?.[5]).toBe("");
	saveDecision("same-person", "CD_I900004", "out");
	expect((await fetchSeason()).code).toBe(0);
	expect(findRow("players.csv", "CD_I900004")).toBeUndefined();
	expect(findRow("players.csv", player.providerId)).toBeDefined();
});

test("a club whose answer lists no players needs a decision (D1.9.73)", async () => {
	const { id, name } = server.generated.clubs[2] ?? { id: 0, name: "" };
	server.season.squads.set(22, []);
	const { code, out: printed } = await fetchSeason();
	expect(code).toBe(0);
	expect(printed).toContain("Decisions needed: 1.");
	expect(printed).toContain(`${name}: the provider lists no players of this club (until then: keep)`);
	expect(listDecisions().map((row) => [row[0], row[1]])).toEqual([["no-players", `CD_T${id}`]]);
	expect(readRows("squads.csv")).toHaveLength(19);
	expect(readRows("players.csv")).toHaveLength(511);
	saveDecision("no-players", `CD_T${id}`, "out");
	expect((await fetchSeason()).err).toContain("decisions.csv:2: decision must be keep, or fetch again with --refresh");
	saveDecision("no-players", `CD_T${id}`, "keep");
	expect((await fetchSeason()).out).toContain("All 1 decisions in decisions.csv were followed.");
	server.season.squads.set(22, JSON.parse(original.squads)[2][1]);
	expect(await fetchSeason("--refresh")).toMatchObject({
		code: 0,
		out: expect.stringContaining(
			`decisions.csv:2: nothing asks for no-players CD_T${id}, so that decision was dropped`,
		),
	});
	expect(listDecisions()).toEqual([]);
	expect(readRows("players.csv")).toHaveLength(541);
});

/** Writes the folder of a past season of four rounds. `kicks` lists each player's kicks by match, three points each. */
function writePreviousSeason(year: number, kicks: readonly (readonly number[])[]): string {
	const folder = path.join(server.folder, `previous-${year}-${runs}`);
	const write = (name: string, lines: readonly string[]) =>
		writeFileSync(path.join(folder, name), `${lines.join("\n")}\n`);
	mkdirSync(folder);
	writeFileSync(
		path.join(folder, "season.json"),
		JSON.stringify({ id: year, name: `Ours ${year}`, lastRound: 4, scoring: { H: 2 } }),
	);
	const rounds = [1, 2, 3, 4];
	write("squads.csv", ["id,name,abbreviation,provider_id", "5,Home,HOM,CD_T7386", "6,Away,AWA,CD_T7387"]);
	write("rounds.csv", ["id,name,finals", ...rounds.map((id) => `${id},Round ${id},false`)]);
	write("matches.csv", [
		"id,round_id,home_squad_id,away_squad_id,start_utc,venue,home_score,away_score",
		...rounds.map((id) => `${id},${id},5,6,${year}-09-0${id}T09:15:00Z,,1,2`),
	]);
	const footballers = server.generated.footballers.slice(0, kicks.length);
	write("players.csv", [
		"id,first_name,last_name,squad_id,position,birthday,round1_price,provider_id",
		...footballers.map(({ id }, index) => `${50 + index},A,B${index},5,MID,,300000,CD_I${id}`),
	]);
	write("stats.csv", [
		"match_id,round_id,player_id,squad_id,kicks,handballs,marks,tackles,hitouts,frees_for,frees_against,goals,behinds,tog_percentage",
		...kicks.flatMap((byRound, index) =>
			byRound.map((count, round) => `${round + 1},${round + 1},${50 + index},5,${count},0,0,0,0,0,0,0,0,80`),
		),
	]);
	return folder;
}

test("opening prices follow our own stats of recent seasons (D1.9.72, D1.9.75)", async () => {
	const ownDatabase = await createTestDatabase();
	const previous = database;
	database = ownDatabase;
	try {
		// The kicks of five players by match, worth three points each.
		const earlier = writePreviousSeason(2025, [[40, 40, 20, 20], [40, 40, 40, 40], [20], [], [10, 20, 30]]);
		const last = writePreviousSeason(2026, [[30], [20, 20, 20, 20], [10, 20], [], []]);
		for (const folder of [earlier, last]) expect((await runCommand("season", "import", folder)).code).toBe(0);
		expect((await fetchSeason()).code).toBe(0);
		const rows = server.generated.footballers.slice(0, 5).map(({ id }) => findRow("players.csv", `CD_I${id}`));
		expect(rows.map((row) => row?.[6])).toEqual([
			// One match last season, so the four matches of the season before count: 90 points.
			"1166000",
			// Four matches last season: 60 points.
			"777000",
			// Too few matches in both seasons, so last season's two count: 45 points × 0.9.
			"524000",
			// No match in either season, so the floor price.
			"300000",
			// Three matches of the season before: 60 points × 0.95.
			"738000",
		]);
		expect(server.api.requests.filter(({ path: requestPath }) => requestPath.includes("statspro"))).toEqual([]);
	} finally {
		database = previous;
		await ownDatabase.close();
	}
});

test("without own stats, opening prices follow the provider's totals (D1.9.72)", async () => {
	const { season } = server;
	const [first, second] = server.generated.footballers;
	if (!first || !second) throw new Error("There are no players");
	season.compSeasons.push({ id: 95, providerId: "CD_S2025264", name: "2025 Season", currentRoundNumber: 1 });
	const buildTotals = (id: number, gamesPlayed: number, kicks: number) => ({
		playerId: `CD_I${id}`,
		gamesPlayed,
		totals: { kicks },
	});
	const totalsOf2026 = season.totalsByYear.get(2026) ?? [];
	season.totalsByYear.set(2026, [buildTotals(first.id, 2, 60), buildTotals(second.id, 5, 100)]);
	season.totalsByYear.set(2025, [buildTotals(first.id, 10, 200), buildTotals(second.id, 10, 400)]);
	const { code, out: printed } = await fetchSeason();
	season.totalsByYear.set(2026, totalsOf2026);
	expect(code).toBe(0);
	expect([first, second].map(({ id }) => findRow("players.csv", `CD_I${id}`)?.[6])).toEqual(["777000", "777000"]);
	expect(printed).toContain("prices        1 from 2026, 1 from 2025, 538 at the floor price");
});

test("players and clubs keep last season's ids and prices (D1.9.75)", async () => {
	const previous = path.join(server.folder, "previous");
	const footballers = server.generated.footballers.slice(0, 3);
	const writeFile = (name: string, text: string) => writeFileSync(path.join(previous, name), text);
	mkdirSync(previous);
	writeFile("season.json", JSON.stringify({ id: 2026, name: "Ours", lastRound: 1, scoring: { H: 2 } }));
	writeFile("squads.csv", "id,name,abbreviation,provider_id\n5,Home,HOM,CD_T7386\n6,Away,AWA,CD_T7387\n");
	writeFile("rounds.csv", "id,name,finals\n1,Round 1,false\n");
	writeFile(
		"matches.csv",
		"id,round_id,home_squad_id,away_squad_id,start_utc,venue,home_score,away_score\n1,1,5,6,2026-08-28T09:15:00Z,,1,2\n",
	);
	const position = "MID";
	writeFile(
		"players.csv",
		`id,first_name,last_name,squad_id,position,birthday,round1_price,provider_id\n${footballers.map(({ id }, index) => `${50 + index},A,B${index},5,${position},,,CD_I${id}`).join("\n")}\n`,
	);
	writeFile(
		"stats.csv",
		"match_id,round_id,player_id,squad_id,kicks,handballs,marks,tackles,hitouts,frees_for,frees_against,goals,behinds,tog_percentage\n1,1,50,5,20,10,0,0,0,0,0,0,0,80\n",
	);
	server.season.squads
		.get(20)
		?.slice(1, 2)
		.forEach((entry) => {
			entry.position = "UNHEARD_OF";
		});
	expect((await fetchSeason("--former", previous)).code).toBe(0);
	expect(findRow("squads.csv", "CD_T7386")?.[0]).toBe("5");
	const rows = footballers.map(({ id }) => findRow("players.csv", `CD_I${id}`));
	expect(rows.map((row) => row?.[0])).toEqual(["50", "51", "52"]);
	// One match of 80 points: 80 × 12,950 × 0.85.
	expect(rows.map((row) => row?.[6])).toEqual(["881000", "300000", "300000"]);
	expect(rows[1]?.[4]).toBe("MID");
	expect(listDecisions().map((row) => [row[0], row.at(-2)])).toEqual([["position", "MID"]]);
	expect(server.api.requests.filter(({ path }) => path.includes("CD_S2026264"))).toEqual([]);
});

test("a match without ground or time is reported for decision (D1.9.76)", async () => {
	const { season } = server;
	const [first, second, third] = season.matchesByRound.get(1) ?? [];
	if (!first || !second || !third) throw new Error("Round 1 has no matches");
	first.venue = null;
	second.venue = { id: 3, name: "Paddock", timezone: null };
	third.utcStartTime = null;
	season.rounds.push({ id: 1, providerId: "CD_R202726403", name: "Semi Finals", roundNumber: 3 });
	const { code, out: printed } = await fetchSeason();
	expect(code).toBe(0);
	expect(printed).toContain("Semi Finals has no matches yet and was left out: fetch again with --refresh");
	expect(printed).toContain("has no ground yet");
	expect(printed).toContain("the time zone of Paddock is not known");
	expect(findRow("matches.csv", first.providerId)?.slice(5, 7)).toEqual(["", ""]);
	expect(findRow("matches.csv", third.providerId)).toBeUndefined();
	saveDecision("ground", first.providerId, "Pier Oval; Australia/Perth");
	saveDecision("ground", second.providerId, "Fremantle Oval");
	saveDecision("start", third.providerId, "2027-08-29T04:05:00Z");
	expect((await fetchSeason()).code).toBe(0);
	expect(findRow("matches.csv", first.providerId)?.slice(5, 7)).toEqual(["Pier Oval", "Australia/Perth"]);
	expect(findRow("matches.csv", second.providerId)?.slice(5, 7)).toEqual(["Fremantle Oval", "Australia/Perth"]);
	expect(findRow("matches.csv", third.providerId)?.[4]).toBe("2027-08-29T04:05:00.000Z");

	const pairings = season.matchesByRound.get(2)?.slice(0, 1) ?? [];
	season.matchesByRound.set(
		3,
		structuredClone(pairings).map((match) => ({ ...match, id: 99, providerId: "CD_M99" })),
	);
	await fetchSeason();
	expect(readRows("rounds.csv")).toHaveLength(3);
	expect((await fetchSeason("--refresh")).code).toBe(0);
	expect(readRows("rounds.csv").at(-1)).toEqual(["3", "Semi Finals", "true"]);
	expect(findRow("matches.csv", "CD_M99")?.[1]).toBe("3");
	expect(findRow("matches.csv", first.providerId)?.[5]).toBe("Pier Oval");
	expect(readdirSync(path.join(out, ".answers", "earlier"))).toHaveLength(1);
});

test("seasons on several pages are joined, short lists refused (D1.9.77)", async () => {
	server.season.seasonPageSize = 1;
	expect((await fetchSeason()).code).toBe(0);
	const requestedPaths = server.api.requests
		.map(({ path: requestPath }) => requestPath)
		.filter((requestPath) => requestPath.includes("/competitions/"));
	expect(requestedPaths).toEqual([
		"/afl/v2/competitions/3/compseasons?pageSize=20",
		"/afl/v2/competitions/3/compseasons?pageSize=20&page=1",
	]);
	// Opening prices come from the season on the second page.
	expect(server.api.requests.at(-1)?.path).toBe("/statspro/playersStats/seasons/CD_S2026264");
	server.season.seasonPageSize = 20;
	server.override = (request) => {
		const body = request.includes("/competitions/") ? server.season.answer(request) : undefined;
		return body === undefined ? undefined : { body: body.replace('"numEntries":2', '"numEntries":3') };
	};
	const { code, err } = await fetchSeason("--refresh");
	expect(code).toBe(1);
	expect(err).toContain("2 of 3 seasons of competition 3\nThe provider's list is incomplete.");
});

test("matches on several pages are joined, short lists refused (D1.9.77)", async () => {
	server.season.pageSize = 4;
	expect((await fetchSeason()).code).toBe(0);
	expect(readRows("matches.csv")).toHaveLength(19);
	const truncateResponse = (path: string) => {
		const body = path.includes("roundNumber=2") ? server.season.answer(path) : undefined;
		if (body === undefined) return undefined;
		const { meta, matches } = JSON.parse(body);
		return { body: JSON.stringify({ meta, matches: matches.slice(0, 3) }) };
	};
	server.override = truncateResponse;
	server.season.pageSize = 50;
	const { code, err } = await fetchSeason("--refresh");
	expect(code).toBe(1);
	expect(err).toContain("3 of 9 matches of round 2\nThe provider's list is incomplete. Run the command again later");
	expect(readRows("matches.csv")).toHaveLength(19);
});

test.each([
	["an error of the provider", { status: 503 }, "503 (4 attempts)\nRun the command again later", 4],
	["too many requests", { status: 429 }, "429 (4 attempts)\nRun the command again later", 4],
	[
		"a web page",
		{ body: "<!doctype html><h1>Down for maintenance</h1>" },
		"a web page instead of data (4 attempts)",
		4,
	],
	["an answer that is cut off", { cutOff: '{"squad":{}}' }, "(4 attempts)\nRun the command again later", 4],
	["other content", { body: "{}" }, "squad: Invalid input: expected object, received undefined (4 attempts)", 4],
	["a missing page", { status: 404 }, "404\nCheck AFL_API_SEASON_URL, AFL_API_URL and --season.", 1],
])("%s is reported, and the next run continues from there (D1.9.78)", async (_, answer, message, attempts) => {
	server.override = (path) => (path.startsWith("/afl/v2/squads?teamId=22&") ? answer : undefined);
	const { code, err, out: printed } = await fetchSeason();
	expect({ code, printed }).toEqual({ code: 1, printed: "" });
	expect(err).toContain(`/squads?teamId=22&compSeasonId=97&pageSize=1000: `);
	expect(err).toContain(message);
	expect(err.trimEnd().split("\n").at(-1)).toBe(`${out} was not changed.`);
	expect(existsSync(out)).toBe(false);
	const requestedPaths = server.api.requests.map(({ path }) => path);
	expect(requestedPaths.filter((path) => path.includes("teamId=22&"))).toHaveLength(attempts);

	server.override = () => undefined;
	expect(await fetchSeason()).toMatchObject({ code: 0 });
	const repeatedPaths = server.api.requests.map(({ path }) => path);
	expect(repeatedPaths.filter((path) => requestedPaths.includes(path))).toEqual([
		"/afl/v2/squads?teamId=22&compSeasonId=97&pageSize=1000",
	]);
	expect(readRows("players.csv")).toHaveLength(541);
	expect(readdirSync(server.folder).filter((name) => name.startsWith(path.basename(out)))).toEqual([
		path.basename(out),
	]);
});

/** Creates the settings of a client that does not really wait, and records how long it would have waited. */
function createSettings() {
	const waits: number[] = [];
	const recordWait = async (ms: number): Promise<void> => {
		waits.push(ms);
	};
	return { settings: { seasonUrl: `${server.api.url}/afl/v2`, statsUrl: server.api.url, wait: recordWait }, waits };
}

test("the fetch gives up after four ever longer waits (D1.9.78)", async () => {
	const noAnswers = {
		readAnswer: async () => null,
		saveAnswer: async () => undefined,
		saveInvalidAnswer: async () => "",
	};
	const settings = createSettings();
	server.override = () => ({ noResponse: true });
	const api = createSeasonApi({ ...settings.settings, timeoutMs: 100 }, noAnswers);
	await expect(api.get("/compseasons/97", compSeasonDetail)).rejects.toThrow(
		"/compseasons/97: no answer in time (4 attempts)",
	);
	expect(settings.waits).toEqual([2_000, 1_000, 4_000, 1_000, 8_000, 1_000]);
	let answers = 0;
	server.override = () => (answers++ === 0 ? { status: 429, headers: { "retry-after": "37" } } : undefined);
	const busy = createSettings();
	const { rounds } = await createSeasonApi(busy.settings, noAnswers).get("/compseasons/97", compSeasonDetail);
	expect(rounds.items).toHaveLength(2);
	expect(busy.waits).toEqual([37_000, 1_000]);
});

test("requests come one at a time, a second apart (D1.9.80)", async () => {
	const { settings, waits } = createSettings();
	server.api.requests.length = 0;
	const tokens = server.api.countTokens();
	const report = await fetchSeasonFolder({
		...settings,
		out,
		year: 2027,
		competition: 3,
		preset: "official",
		previous: [],
		refresh: false,
		overwrite: false,
		onProgress: () => undefined,
	});
	expect(report.season.players).toHaveLength(540);
	// The list of seasons, the season, two rounds, 18 clubs and last season's totals, and one token for the totals.
	expect([server.api.requests.length, server.api.countTokens() - tokens]).toEqual([23, 1]);
	expect(waits).toEqual(Array.from({ length: 23 }, () => 1_000));
	expect(server.api.getMaxConcurrent()).toBe(1);
});

test("AFL_API_PAUSE_SECONDS sets the pause between requests (D1.9.80)", async () => {
	const { settings, waits } = createSettings();
	const { pauseMs } = readConfig({ AFL_API_PAUSE_SECONDS: "3" }).seasonApi;
	const noAnswers = {
		readAnswer: async () => null,
		saveAnswer: async () => undefined,
		saveInvalidAnswer: async () => "",
	};
	const api = createSeasonApi({ ...settings, pauseMs }, noAnswers);
	for (const refresh of [1, 2]) await api.get(`/compseasons/97?again=${refresh}`, compSeasonDetail);
	expect(waits).toEqual([3_000]);
});

test("unusable answers are kept for the operator (D1.9.78)", async () => {
	const page = "<!doctype html><h1>Down for maintenance</h1>";
	const answers: AflAnswer[] = [{ body: page }, { cutOff: '{"squad":{"team":{}}}' }, { body: "{}" }, { body: page }];
	server.override = (path) => (path.startsWith("/afl/v2/squads?teamId=22&") ? answers.shift() : undefined);
	const { code, err } = await fetchSeason();
	expect(code).toBe(1);
	const listInvalid = (folder: string) => {
		const invalidFolder = path.join(folder, ".answers", "invalid");
		const names = readdirSync(invalidFolder).toSorted();
		expect(names.every((name) => /^squads_teamId=22_.+\.(html|txt)$/.test(name))).toBe(true);
		return names.map((name) => readFileSync(path.join(invalidFolder, name), "utf8")).toSorted();
	};
	expect(listInvalid(`${out}.partial`)).toEqual([page, '{"squad":{', "{}"]);
	const [, file = ""] = /What it sent is in (.+\.html)\./.exec(err) ?? [];
	expect(readFileSync(file, "utf8")).toBe(page);
	expect((await fetchSeason("--refresh")).code).toBe(0);
	expect(listInvalid(out)).toEqual([page, '{"squad":{', "{}"]);
	// The valid answers of the failed run are kept as well, in a folder for each second in which it stored some.
	const earlier = readdirSync(path.join(out, ".answers", "earlier"), { recursive: true, encoding: "utf8" });
	expect(earlier.map((file) => path.basename(file))).toContain("compseasons_97.json");
	expect((await fetchSeason("--refresh")).code).toBe(0);
	expect(listInvalid(out)).toHaveLength(3);
});

test("a refused token is reported, an expired one renewed once (D1.9.79)", async () => {
	server.api.refuseTokens(403);
	const { code, err } = await fetchSeason();
	expect(code).toBe(1);
	expect(err).toContain("no token: 403: without it all opening prices would be the floor price");
	expect(err).toContain("The provider refuses our token. Check that you may use its data");
	expect(err).toContain("--former DIR");
	expect(existsSync(out)).toBe(false);
	server.api.refuseTokens(null);
	let isFirst = true;
	server.override = (path) => {
		if (!path.startsWith("/statspro/") || !isFirst) return undefined;
		isFirst = false;
		return { status: 401 };
	};
	const before = server.api.countTokens();
	expect((await fetchSeason()).code).toBe(0);
	expect(server.api.countTokens() - before).toBe(2);
	expect(server.api.requests.map(({ status }) => status).filter((status) => status !== 200)).toEqual([401]);
});

test("requests name the project, its version and a contact (D1.9.80)", async () => {
	vi.stubEnv("SUPPORT_EMAIL", "help@club.example");
	vi.stubEnv("PUBLIC_URL", "https://fantasy.club.example");
	await fetchSeason();
	const agents = new Set(server.api.requests.map(({ userAgent }) => userAgent));
	expect([...agents]).toEqual(["FirstBounce/0.1.0 (+https://fantasy.club.example; help@club.example)"]);
});

test("files changed by hand are replaced only with --overwrite (D1.9.81)", async () => {
	await fetchSeason();
	writeFileSync(path.join(out, "players.csv"), `${read("players.csv")}9,By,Hand,7386,MID,,300000,\n`);
	writeFileSync(path.join(out, "notes.txt"), "ours");
	const { code, err } = await fetchSeason();
	expect(code).toBe(1);
	expect(err).toContain("changed by hand since the last fetch: players.csv\n--overwrite replaces these files.");
	expect(read("players.csv")).toContain("By,Hand");
	expect((await fetchSeason("--overwrite")).code).toBe(0);
	expect(read("players.csv")).not.toContain("By,Hand");
	expect(read("notes.txt")).toBe("ours");
	out = server.folder;
	expect((await fetchSeason()).err).toContain("was not written by season fetch\nChoose another folder.");
});

test("a season can be fetched before there is a database", async () => {
	const dataDir = path.join(server.folder, "no-data");
	for (const [name, value] of Object.entries({ ...server.env, DATABASE_URL: "", DATA_DIR: dataDir }))
		vi.stubEnv(name, value);
	const { code } = await runFb(["season", "fetch", "--season", "2027", "--out", out]).finally(() => vi.unstubAllEnvs());
	expect([code, existsSync(dataDir)]).toEqual([0, false]);
});

test("an unknown season is refused with a list of known ones", async () => {
	const { code, err } = await runCommand("season", "fetch", "--season", "2031", "--out", out);
	expect(code).toBe(1);
	expect(err).toContain("competition 3 has no season 2031\nIt has 2026, 2027.");
	expect((await runCommand("season", "fetch", "--season", "next", "--out", out)).code).toBe(2);
});
