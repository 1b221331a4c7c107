import { createClient } from "@first-bounce/contract/client";
import { showDraftBoard } from "@first-bounce/contract/draft/draft";
import { fillWithRobots, setDraftOrder, startDraft } from "@first-bounce/contract/draft/draft-process";
import { createLeague } from "@first-bounce/contract/leagues/league-actions";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedManager } from "../../../../../testing/season/saving-managers.ts";
import { createSeededRandom, DAY, FIRST_BOUNCE, seedSeason } from "../../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import { SMALL_SQUAD } from "../../../../../testing/server/draft-leagues.ts";
import { isLeader, type ServerProcess, startServerProcess } from "../../../../../testing/server/server-process.ts";
import type { Database } from "../../../db/open.ts";
import { setClock } from "../../seasons/current/set-clock.ts";

const SLEEP_SECONDS = 40;

let database: Database;
let token: string;
const processes: ServerProcess[] = [];
beforeAll(async () => {
	database = await createTestDatabase();
	const season = await seedSeason(database.db);
	await setClock(database.db, { seasonAt: FIRST_BOUNCE - DAY, speed: 0 }, Date.now());
	({ token } = await seedManager(database, season, createSeededRandom(9)));
	const env = { DATABASE_URL: database.url, FEED: "manual" };
	for (let index = 0; index < 2; index++) processes.push(await startServerProcess(env));
});
afterAll(async () => {
	for (const { kill } of processes) await kill();
	await database?.close();
});

test("a leader who sleeps past a deadline autopicks nobody", { timeout: 180_000 }, async () => {
	const [one, two] = processes as [ServerProcess, ServerProcess];
	await expect.poll(async () => (await isLeader(one)) !== (await isLeader(two))).toBe(true);
	const [leader, other] = (await isLeader(one)) ? [one, two] : [two, one];
	const client = createClient({ origin: other.address, language: "en", fetch, headers: () => ({ "x-sid": token }) });
	const draft = { squad: SMALL_SQUAD, pickTurnTime: 30 };
	const body = { name: "Sleepers", startId: 1, class: "draft", size: 4, draft } as const;
	const { league } = await client(createLeague, { body });
	const params = { id: league.id };
	await client(fillWithRobots, { params });
	const { seats } = await client(showDraftBoard, { params });
	const teamIds = seats.map(({ teamId }) => teamId);
	await client(setDraftOrder, { params, body: { method: "manual", teamIds } });
	await client(startDraft, { params });
	process.kill(leader.pid, "SIGSTOP");
	const countSeconds = async () =>
		Number((await database.pool.query("SELECT extract(epoch FROM now() - ticked_at) AS s FROM draft_ticks")).rows[0].s);
	await expect.poll(countSeconds, { timeout: 90_000, interval: 1_000 }).toBeGreaterThan(SLEEP_SECONDS);
	process.kill(leader.pid, "SIGCONT");
	const getLastAction = async () => (await client(showDraftBoard, { params })).log.at(-1)?.action;
	await expect.poll(getLastAction, { timeout: 20_000 }).toBe("restarted");
	const board = await client(showDraftBoard, { params });
	expect(board.completedPicks).toEqual([]);
	expect(Date.parse(board.deadline ?? "") - Date.parse(board.serverTime)).toBeGreaterThan(10_000);
});
