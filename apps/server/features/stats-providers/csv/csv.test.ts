import {
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	unlinkSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { EMPTY_STAT_LINE } from "@first-bounce/rules/scoring/stats";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DAY, FIRST_BOUNCE, HOUR, seedSeason } from "../../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import { buildManualPayload } from "../../../../../testing/stats-providers/manual-payload.ts";
import type { Database } from "../../../db/open.ts";
import { createFixedClocks } from "../../seasons/current/season-clock.ts";
import { createSeasonHolder, type SeasonHolder } from "../../seasons/current/season-holder.ts";
import { createFeedPoller } from "../intake/poll-feed.ts";
import { processPayload } from "../intake/process-payload.ts";
import { manualFeed } from "../manual/manual-feed.ts";
import { buildCsvPayload, createCsvFeed } from "./csv-feed.ts";

const folder = mkdtempSync(path.join(tmpdir(), "first-bounce-csv-"));
const clocks = createFixedClocks(FIRST_BOUNCE + 2 * DAY);
let database: Database;
let seasons: SeasonHolder;
beforeAll(async () => {
	database = await createTestDatabase();
});
beforeEach(async () => {
	await database.pool.query("TRUNCATE seasons CASCADE");
	await seedSeason(database.db);
	seasons = await createSeasonHolder(database.db, { on: () => () => false });
});
afterAll(async () => {
	rmSync(folder, { recursive: true });
	await database.close();
});

const SEASON_FILE = [
	"match_id,round_id,player_id,squad_id,kicks,handballs,marks,tackles,hitouts,frees_for,frees_against,goals,behinds,tog_percentage",
	"101,1,1001,11,10,5,4,3,0,1,2,0,0,80",
	"101,1,1013,12,8,2,1,6,0,0,0,1,1,75",
	"102,1,1025,13,4,0,0,0,0,0,0,0,0,75",
	"102,1,99,13,4,0,0,0,0,0,0,0,0,75",
].join("\n");
const FITZROY_FILE = [
	"providerId,player.playerId,teamId,kicks,handballs,marks,tackles,freesFor,freesAgainst,hitouts,goals,behinds,timeOnGroundPercentage,dreamTeamPoints,match_status",
	"CD_M101,CD_I1001,CD_T11,10,5,4,3,1,2,0,0,0,80.4,60,playing",
	"CD_M101,CD_I1002,CD_T11,NA,NA,NA,NA,NA,NA,NA,NA,NA,NA,NA,playing",
].join("\n");

const buildContext = () => ({ db: database.db, currentSeason: seasons.current, clocks });
const getScore = async (id: number) => {
	await seasons.refresh();
	return seasons.current().players.get(id)?.scores.get(1);
};

test("an uploaded stats file scores and ends its matches", async () => {
	const feed = createCsvFeed(null, seasons.current);
	const intake = await processPayload(buildCsvPayload("round-1.csv", Buffer.from(SEASON_FILE)), feed, buildContext());
	expect(intake).toEqual({
		verdict: "applied",
		problems: ["line 5: player 99 is unknown and was skipped"],
	});
	expect(await getScore(1001)).toBe(30 + 15 + 12 + 12 + 1 - 6);
	expect(seasons.current().rounds[0]?.matches.map(({ status }) => status)).toEqual(["complete", "complete"]);
});

test("a file with only unknown players is applied once added", async () => {
	const [header, , , , unknown] = SEASON_FILE.split("\n");
	const feed = createCsvFeed(null, seasons.current);
	const upload = () =>
		processPayload(buildCsvPayload("round-1.csv", Buffer.from(`${header}\n${unknown}`)), feed, buildContext());
	expect(await upload()).toEqual({ verdict: "unchanged", problems: ["line 2: player 99 is unknown and was skipped"] });
	await database.pool.query(
		"INSERT INTO players (season_id, id, first_name, last_name, squad_id, positions) SELECT season_id, 99, 'New', 'Player', squad_id, positions FROM players WHERE id = 1025",
	);
	await database.pool.query("UPDATE seasons SET data_version = data_version + 1");
	await seasons.refresh();
	expect((await upload()).verdict).toBe("applied");
	expect(await getScore(99)).toBe(12);
});

test("a row of an unknown player suggests players with a similar name (D2.9.235)", async () => {
	await database.pool.query("UPDATE players SET first_name = 'Ellie', last_name = 'Blackburn' WHERE id = 1002");
	await database.pool.query("UPDATE seasons SET data_version = data_version + 1");
	await seasons.refresh();
	const [header, row] = FITZROY_FILE.split("\n");
	const file = [
		`${header},player.givenName,player.surname`,
		`${row},Ada,Reef`,
		`${row?.replace("CD_I1001", "CD_I990001")},Elie,Blakburn`,
	];
	const feed = createCsvFeed(null, seasons.current);
	const intake = await processPayload(
		buildCsvPayload("round-1.csv", Buffer.from(file.join("\n"))),
		feed,
		buildContext(),
	);
	expect(intake).toEqual({
		verdict: "applied",
		problems: ["line 3: player 990001 (Elie Blakburn; perhaps Ellie Blackburn, id 1002) is unknown and was skipped"],
	});
});

test("the R script of docs/season.md writes columns that are read (D1.9.87)", async () => {
	const guide = readFileSync(new URL("../../../../../docs/season.md", import.meta.url), "utf8");
	const columns = [...(/columns <- c\(([^)]*)\)/.exec(guide)?.[1] ?? "").matchAll(/"([^"]+)"/g)].map(
		([, name]) => name,
	);
	const cells: Readonly<Record<string, string>> = {
		providerId: "CD_M101",
		teamId: "CD_T11",
		"player.playerId": "CD_I1001",
		kicks: "10",
		handballs: "5",
		timeOnGroundPercentage: "80.4",
		match_status: "complete",
	};
	const row = columns.map((column) =>
		column === "utcStartTime" ? "2026-08-28T09:15:00" : (cells[column ?? ""] ?? "0"),
	);
	// The text is quoted as by R's write.csv.
	const quote = (values: readonly unknown[]) => values.map((value) => `"${value}"`).join(",");
	const text = `${quote(columns)}\n${quote(row)}\n`;
	expect(columns).toHaveLength(19);
	const feed = createCsvFeed(null, seasons.current);
	const intake = await processPayload(buildCsvPayload("round-01.csv", Buffer.from(text)), feed, buildContext());
	expect(intake).toEqual({ verdict: "applied", problems: [] });
	expect(await getScore(1001)).toBe(45);
	expect(seasons.current().rounds[0]?.matches[0]?.status).toBe("complete");
});

describe("a stats file without match_status", () => {
	const upload = async (at: number, text: string) => {
		const feed = createCsvFeed(null, seasons.current);
		const result = await processPayload(buildCsvPayload("round-1.csv", Buffer.from(text)), feed, {
			...buildContext(),
			clocks: createFixedClocks(at),
		});
		await seasons.refresh();
		return { ...result, status: seasons.current().rounds[0]?.matches[0]?.status };
	};
	const partial = SEASON_FILE.split("\n").slice(0, 3).join("\n");

	test("received 24 seconds after the bounce leaves its match playing", async () => {
		expect(await upload(FIRST_BOUNCE + 24_000, partial)).toEqual({
			verdict: "applied",
			problems: [],
			status: "playing",
		});
		const stored = await database.db.selectFrom("feed_payloads").select("notices").executeTakeFirst();
		expect(stored?.notices).toEqual([
			"match 101: the file does not say that the match is over, so it stays playing until match_status or an operator ends it",
		]);
		expect(await getScore(1001)).toBe(64);
	});

	test("does not end its match later when it is read again", async () => {
		await upload(FIRST_BOUNCE + 24_000, partial);
		expect((await upload(FIRST_BOUNCE + 5 * HOUR, partial)).status).toBe("playing");
	});

	test("ends its match if first received long after the bounce", async () => {
		expect((await upload(FIRST_BOUNCE + 4 * HOUR, partial)).status).toBe("complete");
	});

	test("keeps a complete match complete", async () => {
		await upload(FIRST_BOUNCE + 4 * HOUR, partial);
		const later = await upload(FIRST_BOUNCE + 4 * HOUR, partial.replace("101,1,1001,11,10", "101,1,1001,11,11"));
		expect([later.verdict, later.status]).toEqual(["applied", "complete"]);
	});

	test("ends its match once match_status is complete and enough time has passed", async () => {
		const rows = partial.split("\n");
		const ended = rows.map((row, index) => `${row},${index === 0 ? "match_status" : "complete"}`).join("\n");
		expect((await upload(FIRST_BOUNCE + 30 * 60_000, ended)).verdict).toBe("quarantined");
		expect((await upload(FIRST_BOUNCE + 2 * HOUR, `${ended}\n`)).status).toBe("complete");
	});
});

test("fitzRoy's columns are read, and a match marked as playing stays playing", async () => {
	const feed = createCsvFeed(null, seasons.current);
	const { verdict } = await processPayload(
		buildCsvPayload("fitzroy.csv", Buffer.from(FITZROY_FILE)),
		feed,
		buildContext(),
	);
	expect(verdict).toBe("applied");
	expect([await getScore(1001), await getScore(1002)]).toEqual([64, undefined]);
	expect(seasons.current().rounds[0]?.matches[0]?.status).toBe("playing");
});

test("a negative count is named, an implausible one stays local", async () => {
	const feed = createCsvFeed(null, seasons.current);
	const broken = SEASON_FILE.replace("101,1,1001,11,10", "101,1,1001,11,-10");
	const intake = await processPayload(buildCsvPayload("broken.csv", Buffer.from(broken)), feed, buildContext());
	expect(intake).toEqual({
		verdict: "applied",
		problems: [
			"line 5: player 99 is unknown and was skipped",
			"match 101: line 2: player 1001: kicks is negative (-10)",
		],
	});
	await database.pool.query("DELETE FROM stat_lines");
	const absurd = SEASON_FILE.replace("101,1,1001,11,10", "101,1,1001,11,300");
	expect(
		(await processPayload(buildCsvPayload("absurd.csv", Buffer.from(absurd)), feed, buildContext())).problems,
	).toContain("match 101: player 1001: K of 300");
	expect([await getScore(1001), await getScore(1025)]).toEqual([undefined, 12]);
});

test("a watched file is read once complete, and after changes", async () => {
	const feed = createCsvFeed(folder, seasons.current);
	const { poll } = createFeedPoller(feed, buildContext());
	const file = path.join(folder, "live.csv");
	writeFileSync(file, FITZROY_FILE.slice(0, 40));
	expect(await poll()).toBe(false);
	writeFileSync(file, FITZROY_FILE);
	expect(await poll()).toBe(false);
	expect(await poll()).toBe(true);
	expect(await poll()).toBe(false);
	writeFileSync(file, FITZROY_FILE.replace("CD_I1001,CD_T11,10", "CD_I1001,CD_T11,11"));
	utimesSync(file, new Date(), new Date(Date.now() + 5_000));
	await poll();
	await poll();
	expect(await getScore(1001)).toBe(67);
	expect(feed.health?.()).toMatchObject({ failures: 0 });
});

test("new files are read in the order in which they were written (D2.9.890)", async () => {
	const restored = mkdtempSync(path.join(folder, "restored-"));
	const write = (name: string, kicks: number, minutesAgo: number) => {
		const file = path.join(restored, name);
		writeFileSync(file, FITZROY_FILE.replace("CD_I1001,CD_T11,10", `CD_I1001,CD_T11,${kicks}`));
		utimesSync(file, new Date(), new Date(Date.now() - minutesAgo * 60_000));
	};
	write("round-01-corrected.csv", 12, 5);
	write("round-01.csv", 10, 90);
	const feed = createCsvFeed(restored, seasons.current);
	await feed.poll([], 0);
	const payloads = await feed.poll([], 0);
	expect(payloads.map(({ subject }) => subject)).toEqual(["round-01.csv", "round-01-corrected.csv"]);
});

test("a watched file may end in capitals", async () => {
	const capitals = mkdtempSync(path.join(folder, "capitals-"));
	for (const name of ["ROUND-01.CSV", "round-02.csv.tmp"]) writeFileSync(path.join(capitals, name), FITZROY_FILE);
	const feed = createCsvFeed(capitals, seasons.current);
	await feed.poll([], 0);
	expect((await feed.poll([], 0)).map(({ subject }) => subject)).toEqual(["ROUND-01.CSV"]);
});

test("an unreadable file shows in health, and others still score", async () => {
	const mixed = mkdtempSync(path.join(folder, "mixed-"));
	symlinkSync("/nowhere/at-all.csv", path.join(mixed, "a-gone.csv"));
	mkdirSync(path.join(mixed, "z-folder.csv"));
	writeFileSync(path.join(mixed, "live.csv"), FITZROY_FILE);
	const feed = createCsvFeed(mixed, seasons.current);
	const { poll } = createFeedPoller(feed, buildContext());
	expect([await poll(), await poll()]).toEqual([false, true]);
	expect(await getScore(1001)).toBe(64);
	expect(feed.health?.().lastFault).toBe("a-gone.csv cannot be read: it does not exist");
	unlinkSync(path.join(mixed, "a-gone.csv"));
	rmSync(path.join(mixed, "z-folder.csv"), { recursive: true });
	await poll();
	expect(feed.health?.()).toMatchObject({ failures: 0, lastFault: null });
});

test("a missing folder shows in the feed's health", async () => {
	const feed = createCsvFeed(path.join(folder, "nowhere"), seasons.current);
	expect(await feed.poll([], 0)).toEqual([]);
	expect(feed.health?.()).toMatchObject({
		failures: 1,
		lastFault: expect.stringMatching(/nowhere cannot be read: it does not exist$/),
	});
});

test("an operator's entry is stored and checked like any feed's payload", async () => {
	const counts = { ...EMPTY_STAT_LINE, K: 1, TOG: 50 };
	const lines = [{ playerId: 1001, squadId: 11, stats: counts }];
	const entry = buildManualPayload({ matchId: 101, status: "playing", minutes: 10, lines });
	expect((await processPayload(entry, manualFeed, buildContext())).verdict).toBe("applied");
	expect(await getScore(1001)).toBe(3);
	const invalidPayload = buildManualPayload({ matchId: 101, status: "scheduled" });
	expect((await processPayload(invalidPayload, manualFeed, buildContext())).verdict).toBe("quarantined");
});
