import { HOUR_MS } from "@first-bounce/rules/durations";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import {
	AWAY_TEAM_ID,
	buildPlayerId,
	buildPlayerStatsResponse,
	buildRosterResponse,
	buildRoundResponse,
	HOME_TEAM_ID,
	MATCH_NAME,
} from "../../../../../testing/stats-providers/afl-api-answers.ts";
import { AFL_START, seedAflSeason, UNKNOWN_PLAYER } from "../../../../../testing/stats-providers/afl-api-season.ts";
import type { Database } from "../../../db/open.ts";
import { createFixedClocks } from "../../seasons/current/season-clock.ts";
import { createSeasonHolder, type SeasonHolder } from "../../seasons/current/season-holder.ts";
import type { FeedPayload } from "../feed.ts";
import { processPayload } from "../intake/process-payload.ts";
import { parseAflPayload } from "./afl-api-feed.ts";

const ROUND_NAME = "CD_R202501401";
/** A further match of round 1, of two clubs without players. */
const OTHER_MATCH = { id: 13, name: "CD_M20250140102", home: 9003, away: 9004 };
const ODD_PLAYER = buildPlayerId(HOME_TEAM_ID, 2);

const MISSING = Symbol("missing");
const ODD_VALUES: readonly (readonly [string, unknown])[] = [
	["missing", MISSING],
	["null", null],
	["a number as text", "8"],
	["text", "abc"],
	["a boolean", true],
	["a negative number", -3],
	["a fraction", 7.5],
	["a huge number", 1e12],
	["an empty list", []],
	["a list", [1, 1]],
	["an empty object", {}],
	["an object", { total: 1 }],
];
type Json = Record<string, unknown>;

/** Replaces or removes the value at a path such as `items.1.match.status`. */
function replaceAt(content: unknown, path: string, value: unknown): void {
	const keys = path.split(".");
	const last = keys.pop() ?? "";
	const parent = keys.reduce((object, key) => (object as Json)[key], content) as Json;
	if (value === MISSING && Array.isArray(parent)) parent.splice(Number(last), 1);
	else if (value === MISSING) delete parent[last];
	else parent[last] = value;
}
const listCases = (paths: readonly string[]) =>
	paths.flatMap((path) => ODD_VALUES.map(([name, value]) => [path, name, value] as const));

let database: Database;
let seasons: SeasonHolder;
/** Whether the last test has changed the season. */
let hasProcessed = false;
const clocks = createFixedClocks(AFL_START + HOUR_MS);

beforeAll(async () => {
	database = await createTestDatabase();
	await seedAflSeason(database.db);
	const { home, away, id, name } = OTHER_MATCH;
	for (const squad of [home, away])
		await database.db
			.insertInto("squads")
			.values({ season_id: 1, id: squad, name: `Squad ${squad}`, abbreviation: `S${squad}` })
			.execute();
	const match = { season_id: 1, round_id: 1, home_squad_id: home, away_squad_id: away };
	await database.db
		.insertInto("matches")
		.values({ ...match, id, provider_id: name, starts_at: new Date(AFL_START) })
		.execute();
	await database.db.updateTable("matches").set({ provider_id: MATCH_NAME }).where("id", "=", 11).execute();
	await database.pool.query("CREATE TABLE saved_matches AS TABLE matches");
	seasons = await createSeasonHolder(database.db, { on: () => () => false });
});
afterAll(() => database.close());
beforeEach(async () => {
	clocks.set(AFL_START + HOUR_MS);
	if (!hasProcessed) return;
	hasProcessed = false;
	await database.pool.query(`
		DELETE FROM feed_payloads; DELETE FROM stat_reviews; DELETE FROM stat_events; DELETE FROM stat_lines;
		UPDATE rounds SET status = 'scheduled';
		UPDATE players SET status = 'uncertain', status_round_id = NULL;
		UPDATE matches AS m SET status = 'scheduled', completed_at = NULL, minutes = NULL, quarter = NULL, clock_seconds = NULL, is_break = false,
			home_score = NULL, away_score = NULL, stats_as_of = NULL, lines_from_payload = s.lines_from_payload,
			state_from_payload = s.state_from_payload, provider_id = s.provider_id, listed_as = NULL, listed_status = NULL,
			listed_round = NULL, announced_start = NULL,
			announced_since = NULL
		FROM saved_matches AS s WHERE m.id = s.id;
		UPDATE seasons SET data_version = data_version + 1`);
	await seasons.refresh();
});

const buildPayload = (kind: FeedPayload["kind"], content: unknown, subject: string): FeedPayload => {
	const body = new TextEncoder().encode(typeof content === "string" ? content : JSON.stringify(content));
	return { source: "afl-api", kind, subject, body };
};
/** Parses an answer that has to be read. Returns its reports and all notes. */
function parseAnswer(kind: FeedPayload["kind"], content: unknown, subject = MATCH_NAME) {
	const parsed = parseAflPayload(buildPayload(kind, content, subject), seasons.current());
	if (!parsed.ok) throw new Error(parsed.problems.join());
	const problems = [...(parsed.notes ?? []), ...parsed.reports.flatMap(({ notes = [] }) => notes)];
	return { reports: parsed.reports, notes: listNotes({ problems }) };
}
async function processAnswer(kind: FeedPayload["kind"], content: unknown, subject = MATCH_NAME) {
	hasProcessed = true;
	const payload = buildPayload(kind, content, subject);
	const feed = { parse: (received: FeedPayload) => parseAflPayload(received, seasons.current()) };
	const intake = await processPayload(payload, feed, { db: database.db, currentSeason: seasons.current, clocks });
	await seasons.refresh();
	return intake;
}
const findMatch = (id: number) =>
	seasons
		.current()
		.rounds.flatMap(({ matches }) => matches)
		.find((match) => match.id === id);
const listLines = () => new Map(findMatch(11)?.lines.map(({ playerId, stats }) => [playerId, stats]));
/** The note about the player who is not in the season. */
const isStandingNote = (note: string) => note.includes(`CD_I${UNKNOWN_PLAYER}`);
const listNotes = ({ problems }: { readonly problems: readonly string[] }) =>
	problems.filter((note) => !isStandingNote(note));

describe("a player's stats", () => {
	const buildStats = () => JSON.parse(buildPlayerStatsResponse());
	const entry = "homeTeamPlayerStats.2";

	test.each(
		listCases([
			entry,
			`${entry}.teamId`,
			`${entry}.player`,
			`${entry}.player.player`,
			`${entry}.player.player.player`,
			`${entry}.player.player.player.playerId`,
			`${entry}.player.player.player.playerName`,
			`${entry}.playerStats`,
			`${entry}.playerStats.stats`,
			`${entry}.playerStats.stats.kicks`,
			`${entry}.playerStats.stats.hitouts`,
			`${entry}.playerStats.timeOnGroundPercentage`,
			`${entry}.playerStats.lastUpdated`,
		]),
	)("costs nobody else theirs if %s is %s", (path, _, value) => {
		const content = buildStats();
		replaceAt(content, path, value);
		const { reports, notes } = parseAnswer("match-stats", content);
		expect(notes.length).toBeLessThanOrEqual(1);
		for (const note of notes) expect(note).toMatch(/homeTeamPlayerStats 3|player CD_I900102/);
		const lines = reports[0]?.lines?.filter(({ playerId }) => playerId !== ODD_PLAYER) ?? [];
		expect(lines).toHaveLength(44);
		expect(lines.slice(0, 3).map(({ playerId, squadId, stats }) => [playerId, squadId, stats.K])).toEqual([
			[9001, 9001, 0],
			[900_101, 9001, 7],
			[900_103, 9001, 2],
		]);
	});

	test.each(listCases(["homeTeamPlayerStats"]))("costs the other club nothing if %s is %s", (path, _, value) => {
		const content = buildStats();
		replaceAt(content, path, value);
		const { reports, notes } = parseAnswer("match-stats", content);
		expect(notes.length).toBeLessThanOrEqual(1);
		const lines = reports[0]?.lines?.filter(({ squadId }) => squadId === AWAY_TEAM_ID) ?? [];
		expect([lines.length, lines[1]?.stats.K, lines[22]?.stats.K]).toEqual([23, 4, 18]);
	});

	test.each([
		["a number as text counts", "kicks", "12", 12],
		["null keeps the count of before", "kicks", null, 14],
		["a word keeps the count of before", "kicks", "-", 14],
		["a boolean keeps the count of before", "kicks", false, 14],
	])("are read where they can be: %s", async (_, field, value, kicks) => {
		await processAnswer("match-stats", buildStats());
		const content = buildStats();
		content.homeTeamPlayerStats[2].playerStats.stats[field] = value;
		content.homeTeamPlayerStats[2].playerStats.stats.marks = 7;
		await processAnswer("match-stats", content);
		expect(listLines().get(ODD_PLAYER)).toMatchObject({ K: kicks, M: 7, H: 10 });
	});

	test("have a note if the provider calls one of them otherwise", async () => {
		const content = buildStats();
		for (const list of [content.homeTeamPlayerStats, content.awayTeamPlayerStats])
			for (const { playerStats } of list) {
				playerStats.stats.freeKicksFor = playerStats.stats.freesFor;
				delete playerStats.stats.freesFor;
			}
		const intake = await processAnswer("match-stats", content);
		expect([intake.verdict, listNotes(intake)]).toEqual([
			"applied",
			["match 11: the answer: freesFor is missing for every player"],
		]);
		expect(listLines().get(900_103)).toMatchObject({ K: 2, FF: 0 });
	});

	test("are counted for the list's club if none is given", async () => {
		const content = buildStats();
		for (const list of [content.homeTeamPlayerStats, content.awayTeamPlayerStats])
			for (const player of list) delete player.teamId;
		const intake = await processAnswer("match-stats", content);
		expect([intake.verdict, listNotes(intake)]).toEqual([
			"applied",
			["match 11: player CD_I900100 (Ada Ash) and 45 more: teamId is missing; she counts for the club of the list"],
		]);
		expect(listLines().size).toBe(45);
	});

	test.each([
		["null", null],
		["empty", []],
	])("are not there yet, without problem, if both lists are %s", async (_, list) => {
		const intake = await processAnswer("match-stats", { homeTeamPlayerStats: list, awayTeamPlayerStats: list });
		expect(intake).toEqual({ verdict: "unchanged", problems: [] });
	});

	test("stay as they were if a later answer lacks them", async () => {
		await processAnswer("match-stats", buildStats());
		const content = buildStats();
		content.homeTeamPlayerStats[2].playerStats = null;
		content.awayTeamPlayerStats = null;
		content.homeTeamPlayerStats[3].playerStats.stats.kicks = 5;
		const intake = await processAnswer("match-stats", content);
		expect([intake.verdict, listNotes(intake)]).toEqual([
			"applied",
			[
				"match 11: player CD_I900102 (Cleo Cedar): playerStats is null",
				"match 11: the answer: awayTeamPlayerStats is null; the club keeps its stats",
			],
		]);
		const lines = listLines();
		expect([lines.size, lines.get(ODD_PLAYER)?.K, lines.get(900_103)?.K, lines.get(900_201)?.K]).toEqual([
			45, 14, 5, 4,
		]);
	});

	test("are each club's own though the lists are swapped without clubs", async () => {
		await processAnswer("match-stats", buildStats());
		const { homeTeamPlayerStats: awayTeamPlayerStats } = buildStats();
		for (const player of awayTeamPlayerStats) delete player.teamId;
		awayTeamPlayerStats[3].playerStats.stats.kicks = 5;
		const intake = await processAnswer("match-stats", { homeTeamPlayerStats: [], awayTeamPlayerStats });
		expect([intake.verdict, listNotes(intake)]).toEqual([
			"applied",
			[
				"match 11: player CD_I900100 (Ada Ash) and 22 more: teamId is missing; she counts for the club of the list",
				"match 11: the answer: homeTeamPlayerStats is an empty list; the club keeps its stats",
			],
		]);
		const lines = listLines();
		expect([lines.size, lines.get(900_103)?.K, lines.get(900_201)?.K]).toEqual([45, 5, 4]);
	});

	test("are listed once if the same entry is there twice", async () => {
		const content = buildStats();
		content.homeTeamPlayerStats.push(content.homeTeamPlayerStats[2]);
		const intake = await processAnswer("match-stats", content);
		expect([intake.verdict, listNotes(intake), listLines().get(ODD_PLAYER)?.K]).toEqual(["applied", [], 14]);
	});

	test("are not made stale by one player's update in the future", async () => {
		const content = buildStats();
		content.homeTeamPlayerStats[2].playerStats.lastUpdated = "2099-01-01T00:00:00.000+0000";
		await processAnswer("match-stats", content);
		const next = buildStats();
		next.homeTeamPlayerStats[2].playerStats.stats.kicks = 15;
		expect((await processAnswer("match-stats", next)).verdict).toBe("applied");
		expect(listLines().get(ODD_PLAYER)?.K).toBe(15);
	});

	test.each([
		["a web page", "<html>Down for maintenance</html>"],
		["nothing", ""],
		["cut off", buildPlayerStatsResponse().slice(0, 4_000)],
		["a list", "[]"],
		["an error", `{"code": 500, "message": "Internal error"}`],
	])("are quarantined as a whole if the answer is %s", async (_, body) => {
		const intake = await processAnswer("match-stats", body);
		expect([intake.verdict, intake.problems.length]).toEqual(["quarantined", 1]);
	});
});

describe("a round", () => {
	const buildRound = () => {
		const round = JSON.parse(buildRoundResponse("LIVE"));
		const [item] = round.items;
		const other = {
			...structuredClone(item),
			match: { ...item.match, matchId: OTHER_MATCH.name, homeTeamId: "CD_T9003", awayTeamId: "CD_T9004" },
		};
		return { ...round, items: [item, other] };
	};

	test.each(
		listCases([
			"roundId",
			"items.1",
			"items.1.match",
			"items.1.match.matchId",
			"items.1.match.date",
			"items.1.match.status",
			"items.1.match.homeTeamId",
			"items.1.match.awayTeamId",
			"items.1.match.venue",
			"items.1.round",
			"items.1.round.roundNumber",
			"items.1.score",
			"items.1.score.homeTeamScore",
			"items.1.score.homeTeamScore.matchScore",
			"items.1.score.homeTeamScore.matchScore.totalScore",
			"items.1.score.matchClock",
			"items.1.score.matchClock.periods",
			"items.1.score.matchClock.periods.1",
			"items.1.score.matchClock.periods.1.periodNumber",
			"items.1.score.matchClock.periods.1.periodSeconds",
			"items.1.score.matchClock.periods.1.periodCompleted",
		]),
	)("has its other matches applied if %s is %s", (path, _, value) => {
		const content = buildRound();
		replaceAt(content, path, value);
		const { reports, notes } = parseAnswer("round", content, ROUND_NAME);
		expect(notes.length).toBeLessThanOrEqual(1);
		for (const note of notes) expect(note).toMatch(/items 2|the provider reports (8|ABC)|does not list it/);
		expect(reports[0]).toMatchObject({
			matchId: 11,
			status: "playing",
			homeScore: 62,
			awayScore: 47,
			minutes: 121,
			quarter: 4,
		});
	});

	test.each([
		["homeTeamId", { match: { homeTeamId: null } }, { status: "playing", homeScore: 62, minutes: 121 }],
		["date", { match: { date: "soon" } }, { status: "playing", homeScore: 62, minutes: 121 }],
		["status", { match: { status: null } }, { homeScore: 62, awayScore: 47, minutes: 121 }],
		["a score as text", { score: { homeTeamScore: { matchScore: { totalScore: "62" } } } }, { homeScore: 62 }],
		[
			"a score",
			{ score: { homeTeamScore: null } },
			{ status: "playing", homeScore: null, awayScore: 47, minutes: 121 },
		],
		["periods", { score: { matchClock: { periods: null } } }, { status: "playing", homeScore: 62, minutes: null }],
	])("has the rest of a match applied if its %s is odd", async (_, changes: Json, expected) => {
		const content = buildRound();
		for (const [key, fields] of Object.entries(changes)) Object.assign(content.items[1][key], fields);
		await processAnswer("round", content, ROUND_NAME);
		expect(findMatch(13)).toMatchObject(expected);
	});

	test.each([
		["is missing", (periods: Json[]) => periods.splice(0, 1)],
		["has null seconds", (periods: Json[]) => Object.assign(periods[0] ?? {}, { periodSeconds: null })],
		["has no seconds", (periods: Json[]) => Object.assign(periods[0] ?? {}, { periodSeconds: 0 })],
	])("keeps clock and score of a match whose first quarter %s", async (_, change) => {
		await processAnswer("round", buildRound(), ROUND_NAME);
		const content = buildRound();
		change(content.items[1].score.matchClock.periods);
		content.items[1].score.homeTeamScore.matchScore.totalScore = 68;
		const { problems } = await processAnswer("round", content, ROUND_NAME);
		expect(problems).toEqual(["items 2 (CD_M20250140102): periods is missing for an earlier quarter"]);
		expect(findMatch(13)).toMatchObject({ minutes: 121, quarter: 4, homeScore: 68 });
	});

	test.each([
		[null, "items 2 (CD_M20250140102): status is null"],
		["FINISHED", "match 13: the provider reports FINISHED: move or abandon the match, or leave it"],
	])("has a match's score applied if its status is %s", async (status, problem) => {
		const content = buildRound();
		content.items[1].match.status = status;
		content.items[1].score.matchClock = null;
		content.items[1].score.homeTeamScore.matchScore.totalScore = 68;
		expect((await processAnswer("round", content, ROUND_NAME)).problems).toEqual([problem]);
		expect(findMatch(13)).toMatchObject({ status: "scheduled", homeScore: 68 });
	});

	test.each(["PLACEHOLDER", "UPCOMING", "SCHEDULED", "UNCONFIRMED_TEAMS", "CONFIRMED_TEAMS"])(
		"leaves a match scheduled whose status is %s, without a note",
		async (status) => {
			const content = buildRound();
			content.items[1].match.status = status;
			content.items[1].score = null;
			const { verdict, problems } = await processAnswer("round", content, ROUND_NAME);
			expect([verdict, problems, findMatch(13)?.status]).toEqual(["applied", [], "scheduled"]);
		},
	);

	test.each(["POSTPONED", "CANCELLED", "ABANDONED", "FORFEITED"])(
		"leaves a match scheduled whose status is %s, with one note",
		async (status) => {
			const content = buildRound();
			content.items[1].match.status = status;
			content.items[1].score = null;
			const { problems } = await processAnswer("round", content, ROUND_NAME);
			expect([problems, findMatch(13)?.status]).toEqual([
				[`match 13: the provider reports ${status}: move or abandon the match, or leave it`],
				"scheduled",
			]);
		},
	);

	test("gives each club its score though the provider swaps them", async () => {
		const content = buildRound();
		Object.assign(content.items[1].match, { homeTeamId: "CD_T9004", awayTeamId: "CD_T9003" });
		await processAnswer("round", content, ROUND_NAME);
		expect(findMatch(13)).toMatchObject({ homeScore: 47, awayScore: 62 });
	});

	test("finds a match whose clubs and id are others at the provider", async () => {
		const content = buildRound();
		Object.assign(content.items[1].match, {
			matchId: "CD_M20250140199",
			homeTeamId: "CD_T9004",
			awayTeamId: "CD_T9003",
		});
		const { problems } = await processAnswer("round", content, ROUND_NAME);
		expect(problems).toEqual([]);
		expect(findMatch(13)).toMatchObject({ providerId: "CD_M20250140199", homeScore: 47, awayScore: 62 });
	});

	test.each([
		["before", [1, 2], "items 3: match 13 is listed twice; this counts"],
		["after", [2, 1], "items 3: match 13 is listed twice; the first counts"],
	])("takes a match's new id though it is listed %s it too", async (_, order, problem) => {
		const content = buildRound();
		const replaced = structuredClone(content.items[1]);
		Object.assign(replaced, { score: null });
		replaced.match.status = "POSTPONED";
		content.items[1].match.matchId = "CD_M20250140199";
		const items = [content.items[0], replaced, content.items[1]];
		const { problems } = await processAnswer(
			"round",
			{ items: [0, ...order].map((index) => items[index]) },
			ROUND_NAME,
		);
		expect(problems).toEqual([problem]);
		expect(findMatch(13)).toMatchObject({ providerId: "CD_M20250140199", status: "playing", homeScore: 62 });
	});

	test("skips a match whose clubs are others than the season's", async () => {
		const content = buildRound();
		content.items[1].match.awayTeamId = "CD_T9001";
		const { problems } = await processAnswer("round", content, ROUND_NAME);
		expect(problems).toEqual(["items 2 (CD_M20250140102): its clubs are not those of match 13, so it was skipped"]);
		expect(findMatch(13)).toMatchObject({ status: "scheduled", homeScore: null });
	});

	test("counts a match once that is listed twice", async () => {
		const content = buildRound();
		content.items.push(structuredClone(content.items[1]), structuredClone(content.items[1]));
		content.items[3].match.status = "SCHEDULED";
		const { problems } = await processAnswer("round", content, ROUND_NAME);
		expect(problems).toEqual(["items 4: match 13 is listed twice; the first counts"]);
		expect(findMatch(13)?.status).toBe("playing");
	});

	test.each([
		["a web page", "<html>Down for maintenance</html>"],
		["without items", `{"code": 500}`],
		["of no match", `{"roundId": "CD_R202501401", "items": []}`],
		["null", "null"],
	])("is quarantined as a whole if the answer is %s", async (_, body) => {
		const intake = await processAnswer("round", body, ROUND_NAME);
		expect([intake.verdict, intake.problems.length]).toEqual(["quarantined", 1]);
	});
});

describe("a line-up", () => {
	const buildRoster = () => JSON.parse(buildRosterResponse());
	const home = "matchRoster.homeTeam";
	const getStatus = (id: number) => seasons.current().players.get(id)?.status;
	beforeEach(() => clocks.set(AFL_START - HOUR_MS));

	test.each(
		listCases([
			"match",
			"matchRoster.matchId",
			home,
			`${home}.teamId`,
			`${home}.positions`,
			`${home}.positions.2`,
			`${home}.positions.2.position`,
			`${home}.positions.2.player`,
			`${home}.positions.2.player.playerId`,
		]),
	)("of the other club is applied if %s is %s", (path, _, value) => {
		const content = buildRoster();
		replaceAt(content, path, value);
		const { reports, notes } = parseAnswer("roster", content);
		expect(notes.length).toBeLessThanOrEqual(1);
		const statuses = new Map(reports[0]?.statuses?.map(({ playerId, status }) => [playerId, status]));
		expect([statuses.get(900_201), statuses.get(900_225)]).toEqual(["playing", "emergency"]);
	});

	test.each(listCases([`${home}.positions.2`]))("keeps its other players if %s is %s", (path, _, value) => {
		const content = buildRoster();
		replaceAt(content, path, value);
		const statuses = new Map(
			parseAnswer("roster", content).reports[0]?.statuses?.map(({ playerId, status }) => [playerId, status]),
		);
		expect([statuses.get(900_101), statuses.get(900_103), statuses.get(900_125)]).toEqual([
			"playing",
			"playing",
			"emergency",
		]);
	});

	test("leaves nobody out while one of its players cannot be read", async () => {
		const content = buildRoster();
		content.matchRoster.homeTeam.positions[2].player.playerId = null;
		await processAnswer("roster", content);
		expect(getStatus(ODD_PLAYER)).not.toBe("not-playing");
	});

	test("notes a position that no team has", () => {
		const content = buildRoster();
		content.matchRoster.homeTeam.positions[2].position = "WITHDRAWN";
		expect(parseAnswer("roster", content).notes).toEqual([
			expect.stringMatching(/: position is "WITHDRAWN"; she counts as named to play$/),
		]);
	});

	const addFrom = (from: "homeTeam" | "awayTeam", to: "homeTeam" | "awayTeam", index: number) => (roster: Json) => {
		const lists = roster.matchRoster as Record<string, { positions: unknown[] }>;
		lists[to]?.positions.push(structuredClone(lists[from]?.positions[index]));
	};
	const setTeam = (side: string, team: string) => (roster: Json) =>
		replaceAt(roster, `matchRoster.${side}.teamId`, team);

	test.each<[string, (roster: Json) => void, string[]]>([
		[
			"a player is listed for both clubs",
			addFrom("awayTeam", "homeTeam", 1),
			['match 11: player CD_I900201: teamId is "CD_T9001"; she is of another club and was skipped'],
		],
		[
			"both lists have the id of one club",
			setTeam("awayTeam", "CD_T9001"),
			['match 11: awayTeam: teamId is "CD_T9001"; the season\'s club counts'],
		],
		[
			"a list has the id of a club of another match",
			setTeam("awayTeam", "CD_T9003"),
			['match 11: awayTeam: teamId is "CD_T9003"; the season\'s club counts'],
		],
	])("has each player's own status if %s", async (_, change, problems) => {
		await processAnswer("roster", buildRoster());
		const before = [...seasons.current().players.values()].map(({ id, status }) => [id, status]);
		const content = buildRoster();
		change(content);
		const intake = await processAnswer("roster", content);
		expect(listNotes(intake)).toEqual(problems);
		expect([...seasons.current().players.values()].map(({ id, status }) => [id, status])).toEqual(before);
		expect([900_101, 900_125, 900_201, 900_225].map(getStatus)).toEqual([
			"playing",
			"emergency",
			"playing",
			"emergency",
		]);
	});

	test("names each club's players though the provider swaps the clubs", async () => {
		const content = buildRoster();
		const { homeTeam, awayTeam } = content.matchRoster;
		Object.assign(content.matchRoster, { homeTeam: awayTeam, awayTeam: { ...homeTeam, teamId: null } });
		const intake = await processAnswer("roster", content);
		expect(listNotes(intake)).toEqual(["match 11: awayTeam: teamId is null; the season's club counts"]);
		expect([900_101, 900_125, 900_201, 900_225].map(getStatus)).toEqual([
			"playing",
			"emergency",
			"playing",
			"emergency",
		]);
	});

	test("leaves a player as she is who is named in two ways", async () => {
		const content = buildRoster();
		content.matchRoster.homeTeam.positions.push({ ...content.matchRoster.homeTeam.positions[2], position: "EMERG" });
		const intake = await processAnswer("roster", content);
		expect(listNotes(intake)).toEqual([
			`match 11: player CD_I${ODD_PLAYER}: position is "EMERG"; she is listed with another one too and was skipped`,
		]);
		expect([getStatus(ODD_PLAYER), getStatus(900_103)]).toEqual(["uncertain", "playing"]);
	});

	test.each([
		["a web page", "<html>Down for maintenance</html>"],
		["without a roster", `{"code": 500}`],
	])("is quarantined if the answer is %s", async (_, body) => {
		expect((await processAnswer("roster", body)).verdict).toBe("quarantined");
	});
});
