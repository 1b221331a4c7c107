import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { FIRST_BOUNCE, HOUR, seedSeason } from "../../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import { getRefusalCode } from "../../../../../testing/server/failure.ts";
import { buildStatLine, createPayload, createTestFeed } from "../../../../../testing/stats-providers/test-feed.ts";
import type { Database } from "../../../db/open.ts";
import { setMatchState } from "../../operator/season/match-state.ts";
import { createFixedClocks } from "../../seasons/current/season-clock.ts";
import { createSeasonHolder, type SeasonHolder } from "../../seasons/current/season-holder.ts";
import { buildUploadPayload, createCsvFeed } from "../csv/csv-feed.ts";
import type { FeedPayload } from "../feed.ts";
import { createFeedPoller } from "./poll-feed.ts";
import { processPayload } from "./process-payload.ts";
import { releasePayload } from "./release-payloads.ts";

const HEADER =
	"match_id,round_id,player_id,squad_id,kicks,handballs,marks,tackles,hitouts,frees_for,frees_against,goals,behinds,tog_percentage";
/** Builds a stats file of match 101 in which player 1001 has this many kicks, with further rows. */
const buildFile = (kicks: number, ...otherRows: readonly string[]) =>
	[HEADER, `101,1,1001,11,${kicks},0,0,0,0,0,0,0,0,80`, ...otherRows].join("\n");
const UNKNOWN_PLAYER = "101,1,99,11,4,0,0,0,0,0,0,0,0,75";

let database: Database;
let seasons: SeasonHolder;
let folder: string;
const clocks = createFixedClocks(FIRST_BOUNCE + HOUR);
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
	await database.pool.query("TRUNCATE seasons, audit CASCADE");
	await seedSeason(database.db);
	seasons = await createSeasonHolder(database.db, { on: () => () => false });
	folder = mkdtempSync(path.join(tmpdir(), "first-bounce-order-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const buildContext = () => ({ db: database.db, currentSeason: seasons.current, clocks });
const createFeed = () => createCsvFeed(folder, seasons.current);
/** Watches the folder as a server does after its start. Returns a function that polls it this many times. */
function watchFolder() {
	const { poll } = createFeedPoller(createFeed(), buildContext());
	return async (polls: number) => {
		for (let count = 0; count < polls; count++) {
			await poll();
			await seasons.refresh();
		}
	};
}
async function upload(name: string, text: string) {
	const intake = await processPayload(buildUploadPayload(name, Buffer.from(text)), createFeed(), buildContext());
	await seasons.refresh();
	return intake;
}
async function changeSeason(): Promise<void> {
	await database.pool.query("UPDATE seasons SET data_version = data_version + 1");
	await seasons.refresh();
}
const getPoints = async (playerId: number) => {
	await seasons.refresh();
	return seasons.current().players.get(playerId)?.scores.get(1);
};
const listVerdicts = async () =>
	(await database.db.selectFrom("feed_payloads").select("verdict").orderBy("id").execute()).map(
		({ verdict }) => verdict,
	);

describe("an uploaded file is not overwritten by a file in the folder", () => {
	test.each([
		["a partial file", buildFile(3), "match.csv"],
		["a file with an unknown player", buildFile(3, UNKNOWN_PLAYER), "match.csv"],
		["a file of the same name", buildFile(3, UNKNOWN_PLAYER), "101.csv"],
	])("if that is %s of the same match", async (_, text, name) => {
		writeFileSync(path.join(folder, "101.csv"), text);
		const poll = watchFolder();
		await poll(3);
		expect(await getPoints(1001)).toBe(9);
		expect((await upload(name, buildFile(7))).verdict).toBe("applied");
		await poll(3);
		await changeSeason();
		await poll(3);
		expect(await getPoints(1001)).toBe(21);
	});

	test("after a restart of the server", async () => {
		writeFileSync(path.join(folder, "101.csv"), buildFile(3, UNKNOWN_PLAYER));
		await watchFolder()(3);
		await upload("101.csv", buildFile(7));
		await watchFolder()(3);
		expect(await getPoints(1001)).toBe(21);
	});

	test("until that file changes", async () => {
		writeFileSync(path.join(folder, "101.csv"), buildFile(3, UNKNOWN_PLAYER));
		const poll = watchFolder();
		await poll(3);
		await upload("101.csv", buildFile(7));
		writeFileSync(path.join(folder, "101.csv"), buildFile(10, UNKNOWN_PLAYER));
		await poll(3);
		expect(await getPoints(1001)).toBe(30);
	});
});

test("a file without match_status is read once, and gives a warning", async () => {
	writeFileSync(path.join(folder, "101.csv"), buildFile(3));
	await watchFolder()(3);
	expect(
		await database.db.selectFrom("feed_payloads").select(["verdict", "faults as problems", "notices"]).execute(),
	).toEqual([
		{
			verdict: "applied",
			problems: [],
			notices: [
				"match 101: the file does not say that the match is over, so it stays playing until match_status or an operator ends it",
			],
		},
	]);
});

test("an operator's reverted match is not restarted by earlier payloads", async () => {
	writeFileSync(path.join(folder, "101.csv"), buildFile(3, UNKNOWN_PLAYER));
	const poll = watchFolder();
	await poll(3);
	const reverted = { status: "scheduled", minutes: null, homeScore: null, awayScore: null } as const;
	await setMatchState({ db: database.db, seasons, clocks }, 101, reverted, {
		actor: "operator:1",
		reason: "Not begun",
	});
	await changeSeason();
	await poll(3);
	expect(await getPoints(1001)).toBeUndefined();
	expect(seasons.current().rounds[0]?.matches[0]?.status).toBe("scheduled");
	writeFileSync(path.join(folder, "101.csv"), buildFile(10));
	await poll(3);
	expect(await getPoints(1001)).toBe(30);
});

test("an added player gets her stats from the newest payload", async () => {
	writeFileSync(path.join(folder, "101.csv"), buildFile(3, UNKNOWN_PLAYER));
	const poll = watchFolder();
	await poll(3);
	await database.pool.query(
		`INSERT INTO players (season_id, id, first_name, last_name, squad_id, positions, from_round)
			SELECT season_id, 99, 'P', '99', 11, positions, from_round FROM players WHERE id = 1001`,
	);
	await database.pool.query(
		"INSERT INTO player_prices SELECT season_id, round_id, 99, price FROM player_prices WHERE player_id = 1001",
	);
	await changeSeason();
	await poll(2);
	expect(await getPoints(99)).toBe(12);
});

describe("a quarantined payload", () => {
	const buildLine = (K: number) => ({ playerId: 1001, squadId: 11, stats: buildStatLine({ K }) });
	const early = createPayload("101", [{ matchId: 101, status: "playing", lines: [buildLine(300)] }]);
	const later = createPayload("another subject", [{ matchId: 101, status: "playing", lines: [buildLine(7)] }]);
	const createPoller = (...answers: FeedPayload[]) =>
		createFeedPoller(
			createTestFeed(async () => answers.splice(0)),
			buildContext(),
		);

	test("is closed unapplied once a later one was applied", async () => {
		const { poll } = createPoller(early);
		await poll();
		expect(await listVerdicts()).toEqual(["quarantined"]);
		await processPayload(later, createTestFeed(), buildContext());
		await seasons.refresh();
		await poll();
		expect(await listVerdicts()).toEqual(["superseded", "applied"]);
		expect(await getPoints(1001)).toBe(21);
		const audit = await database.db.selectFrom("audit").select(["action", "actor"]).execute();
		expect(audit).toEqual([{ action: "payload-superseded", actor: "feed intake" }]);
	});

	test("is not released once a later one was applied", async () => {
		await processPayload(early, createTestFeed(), buildContext());
		await processPayload(later, createTestFeed(), buildContext());
		const { id } = await database.db.selectFrom("feed_payloads").select("id").orderBy("id").executeTakeFirstOrThrow();
		const sources = { ...buildContext(), parse: createTestFeed().parse };
		const release = releasePayload(sources, id, { actor: "operator:1", reason: "Seen at the ground" });
		expect(await getRefusalCode(release)).toBe("payload-superseded");
		expect(await getPoints(1001)).toBe(21);
	});

	test("does not bring back quarter, clock and break", async () => {
		const atHalfTime = { status: "playing", quarter: 2, clockSeconds: 1_200, isBreak: true } as const;
		const payload = createPayload("101", [{ matchId: 101, ...atHalfTime, lines: [buildLine(300)] }]);
		await processPayload(createPayload("clock", [{ matchId: 101, ...atHalfTime }]), createTestFeed(), buildContext());
		await processPayload(payload, createTestFeed(), buildContext());
		await seasons.refresh();
		const audit = { actor: "operator:1", reason: "Seen at the ground" };
		const state = { status: "playing", minutes: 70, homeScore: 30, awayScore: 20 } as const;
		await setMatchState({ ...buildContext(), seasons }, 101, state, audit);
		await seasons.refresh();
		const { id } = await database.db
			.selectFrom("feed_payloads")
			.where("verdict", "=", "quarantined")
			.select("id")
			.executeTakeFirstOrThrow();
		await releasePayload({ ...buildContext(), parse: createTestFeed().parse }, id, audit);
		const match = await database.db
			.selectFrom("matches")
			.where("id", "=", 101)
			.select(["minutes", "quarter", "clock_seconds", "is_break"])
			.executeTakeFirstOrThrow();
		expect(match).toEqual({ minutes: 70, quarter: null, clock_seconds: null, is_break: false });
	});
});
