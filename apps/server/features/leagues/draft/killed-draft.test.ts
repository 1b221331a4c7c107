import { createClient } from "@first-bounce/contract/client";
import { showDraftBoard } from "@first-bounce/contract/draft/draft";
import { makePick, setDraftOrder, startDraft } from "@first-bounce/contract/draft/draft-process";
import { createLeague, joinLeague } from "@first-bounce/contract/leagues/league-actions";
import { afterEach, beforeEach, expect, test } from "vitest";
import { seedManager } from "../../../../../testing/season/saving-managers.ts";
import {
	createSeededRandom,
	DAY,
	FIRST_BOUNCE,
	type SmallSeason,
	seedSeason,
} from "../../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import { SMALL_SQUAD } from "../../../../../testing/server/draft-leagues.ts";
import { type ServerProcess, startServerProcess } from "../../../../../testing/server/server-process.ts";
import type { Database } from "../../../db/open.ts";
import { setClock } from "../../seasons/current/set-clock.ts";

let database: Database;
let season: SmallSeason;
let server: ServerProcess;
let tokens: string[];
beforeEach(async () => {
	database = await createTestDatabase();
	season = await seedSeason(database.db);
	await setClock(database.db, { seasonAt: FIRST_BOUNCE - DAY, speed: 0 }, Date.now());
	const random = createSeededRandom(9);
	tokens = [];
	for (let index = 0; index < 4; index++) tokens.push((await seedManager(database, season, random)).token);
	await start();
});
afterEach(async () => {
	await server.kill();
	await database.close();
});

async function start(): Promise<void> {
	server = await startServerProcess({
		DATABASE_URL: database.url,
		FEED: "manual",
		BACKUP_BEFORE_UPGRADE: "off",
	});
}
const as = (token = "") =>
	createClient({ origin: server.address, language: "en", fetch, headers: () => ({ "x-sid": token }) });

/** Starts a draft of four managers, in which the first has the first turn. */
async function startFour() {
	const draft = { squad: SMALL_SQUAD, pickTurnTime: 60 };
	const body = { name: "Four", startId: 1, class: "draft", size: 4, draft } as const;
	const { league } = await as(tokens[0])(createLeague, { body });
	for (const token of tokens.slice(1)) await as(token)(joinLeague, { params: { code: league.code } });
	const params = { id: league.id };
	const getBoard = (since = 0) => as(tokens[0])(showDraftBoard, { params, query: { since } });
	const { seats } = await getBoard();
	const teamIds = seats.map(({ teamId }) => teamId);
	await as(tokens[0])(setDraftOrder, { params, body: { method: "manual", teamIds } });
	await as(tokens[0])(startDraft, { params });
	const defenders = season.players.filter(({ position }) => position.includes("DEF"));
	/** The pick on the clock in a version of the board, as its manager would send it. */
	const prepare = async (version = 0) => {
		const { activePick } = await getBoard(version);
		const { overallPick = 0, teamId = 0 } = activePick ?? {};
		const player = defenders[overallPick];
		const key = crypto.randomUUID();
		const token = tokens[teamIds.indexOf(teamId)] ?? "";
		return { token, args: { params, body: { overallPick, playerId: player?.id ?? 0, key } } };
	};
	return { getBoard, prepare };
}

test("a server killed between a pick and its event loses no pick", async () => {
	const { getBoard, prepare } = await startFour();
	const first = await prepare();
	const { version } = await as(first.token)(makePick, first.args);

	const answered = await prepare(version);
	await as(answered.token)(makePick, answered.args);
	await server.kill();
	await start();
	// A room that knew the version before asks for what is newer, and gets the pick without an event.
	const missed = await getBoard(version);
	expect(missed.isWhole).toBe(false);
	expect(missed.completedPicks.map(({ overallPick, playerId }) => [overallPick, playerId])).toEqual([
		[2, answered.args.body.playerId],
	]);

	const unanswered = await prepare();
	const sending = as(unanswered.token)(makePick, unanswered.args).catch(() => null);
	await server.kill();
	await sending;
	await start();
	// Whether it was stored or not, sending it again makes it once.
	const { pick } = await as(unanswered.token)(makePick, unanswered.args);
	expect(pick).toMatchObject({ overallPick: 3, playerId: unanswered.args.body.playerId, madeBy: "manager" });
	const { completedPicks, log } = await getBoard();
	const made = completedPicks.map(({ overallPick, playerId }) => [overallPick, playerId]);
	expect(made.map(([overallPick]) => overallPick)).toEqual([1, 2, 3]);
	const entries = log.filter(({ action }) => action === "pick");
	expect(entries.map(({ overallPick, playerId }) => [overallPick, playerId])).toEqual(made);
});

test("after a crash clocks start again, and an upgrade pauses them [D2.9.376]", async () => {
	const { getBoard } = await startFour();
	await server.kill();
	// As if the server had been down for a minute in which the clock ran out.
	await database.pool.query(
		`UPDATE drafts SET deadline_at = now() - interval '20 seconds', due_at = now() - interval '17 seconds'`,
	);
	await database.pool.query("DELETE FROM draft_ticks");
	await database.pool.query("INSERT INTO draft_ticks (ticked_at) VALUES (now() - interval '60 seconds')");
	await start();
	await expect.poll(async () => (await getBoard()).log.at(-1)?.action, { timeout: 10_000 }).toBe("restarted");
	const restarted = await getBoard();
	expect(restarted.completedPicks).toEqual([]);
	const left = Date.parse(restarted.deadline ?? "") - Date.parse(restarted.serverTime);
	expect([left > 45_000, left <= 60_000]).toEqual([true, true]);

	await server.stop();
	// As if the next release had changed a function.
	const name = "accept-team-actions.sql";
	await database.pool.query("DELETE FROM kysely_migration WHERE name LIKE $1 || ' %'", [name]);
	await database.pool.query("DELETE FROM applied_migrations WHERE name = $1", [name]);
	await start();
	await expect.poll(async () => (await getBoard()).draftStatus, { timeout: 10_000 }).toBe("live");
	const { log, completedPicks } = await getBoard();
	expect(log.slice(-2)).toMatchObject([
		{ action: "paused", pauseReason: "upgrade", by: null },
		{ action: "resumed", by: null },
	]);
	expect(completedPicks).toEqual([]);
});
