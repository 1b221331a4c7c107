import { resetDraft } from "@first-bounce/contract/draft/draft-process";
import { undoTransaction } from "@first-bounce/contract/draft/squads";
import { addFreeAgent, dropPlayer } from "@first-bounce/contract/draft/waivers";
import { draftOwnershipFile, draftPositionsFile } from "@first-bounce/contract/stats/draft-figures";
import type { PlayerId } from "@first-bounce/rules/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { finishRound } from "../../../../../testing/season/play-rounds.ts";
import { FIRST_BOUNCE } from "../../../../../testing/season/small-season.ts";
import { copyDraftLeague } from "../../../../../testing/server/copied-leagues.ts";
import { createDraftRoom, type DraftRoom, getFourManagers } from "../../../../../testing/server/draft-leagues.ts";
import { finishRoom, getSquad, listUnowned } from "../../../../../testing/server/draft-waivers.ts";
import type { LeagueManager } from "../../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { createStaticFiles, type StaticFiles } from "../static-files.ts";
import { countDrafts } from "./count-drafts.ts";

const HOUR = 3_600_000;
let app: TestApp;
let files: StaticFiles;
let room: DraftRoom;
let commissioner: LeagueManager;
let manager: LeagueManager;
/** One of the commissioner's players, whom she dropped before the draft was reset. */
let former: PlayerId;
/** The second manager's first and last player, one who replaces the latter, and one whom nobody has. */
let star: PlayerId;
let dropped: PlayerId;
let added: PlayerId;
let nobody: PlayerId;

beforeAll(async () => {
	app = await createTestApp();
	files = await createStaticFiles({
		db: app.database.db,
		currentSeason: app.seasons.peek,
		seasonNow: app.clocks.seasonNow,
		onError: (error) => {
			throw error;
		},
	});
	app.clocks.setSeason(FIRST_BOUNCE - 24 * HOUR);
	room = await createDraftRoom(app);
	await finishRoom(room);
	[commissioner, manager] = getFourManagers(room);
	[former = 0] = await getSquad(room, commissioner);
	const params = { id: room.id };
	await commissioner.client(dropPlayer, { params, body: { playerId: former } });
	await commissioner.client(resetDraft, { params, body: { name: "The Draft Club" } });
	await room.start();
	await finishRoom(room);
	[star = 0, , , dropped = 0] = await getSquad(room, manager);
	const line = app.seasons.current().players.get(dropped)?.position[0] ?? "MID";
	[added = 0, nobody = 0] = await listUnowned(room, line);
	// After the last waiver run before the first round.
	app.clocks.setSeason(FIRST_BOUNCE - HOUR);
});
afterAll(async () => {
	await files.close();
	await app.close();
});

async function read(name: string): Promise<string | undefined> {
	const found = await files.findSeasonFile(app.season.id, name);
	return found && String(found.file.content);
}
async function count() {
	await countDrafts(app.database.db, app.season.id);
	await app.seasons.refresh();
}
async function readRound() {
	const file = draftOwnershipFile.parse(JSON.parse((await read("draft_ownership/1")) ?? ""));
	const find = (id: PlayerId) => {
		const { ownedPercent, startedPercent, addedPercent, droppedPercent } =
			file.players.find((player) => player.id === id) ?? {};
		return [ownedPercent, startedPercent, addedPercent, droppedPercent];
	};
	return { ...file, find };
}

test("of a round are counted in whole percentages once it is published [D2.9.575]", async () => {
	const { db } = app.database;
	await copyDraftLeague(app, room.id, 12);
	const params = { id: room.id };
	const { transaction } = await manager.client(dropPlayer, { params, body: { playerId: star } });
	await commissioner.client(undoTransaction, {
		params,
		body: { changeId: transaction.id, reason: "The wrong player" },
	});
	await manager.client(addFreeAgent, { params, body: { playerId: added, dropId: dropped } });
	await copyDraftLeague(app, room.id, 11);
	await count();
	expect(await read("draft_ownership/1")).toBeUndefined();
	await finishRound(app, 1);
	await count();
	expect(await readRound()).toMatchObject({ roundId: 1, leagues: 24, teams: 96, players: [] });
	// With one league more there are enough teams.
	await copyDraftLeague(app, room.id, 1);
	await db.deleteFrom("draft_ownership").execute();
	await count();
	const { leagues, teams, find } = await readRound();
	expect([leagues, teams]).toEqual([25, 100]);
	expect(find(star)).toEqual([100, 25, 0, 0]);
	expect(find(dropped)).toEqual([48, 12, 0, 52]);
	expect(find(added)).toEqual([52, 13, 52, 0]);
	expect(find(former)?.slice(2)).toEqual([0, 0]);
	expect(find(nobody)).toEqual([undefined, undefined, undefined, undefined]);
	const rows = (await read("draft_ownership.csv"))?.trim().split(/\r?\n/) ?? [];
	expect(rows.find((row) => row.endsWith(`,${dropped}`))).toContain(",48,12,0,52,");
});

test("leave out mocks, robots and leagues that have not started [D2.9.575]", async () => {
	const { db } = app.database;
	const [mock = 0, robots = 0, later = 0] = await copyDraftLeague(app, room.id, 3);
	await db.updateTable("leagues").set({ is_mock: true }).where("id", "=", mock).execute();
	await db.updateTable("leagues").set({ start_id: 2 }).where("id", "=", later).execute();
	await db
		.deleteFrom("league_members")
		.where("league_id", "=", robots)
		.where("user_id", "<>", commissioner.userId)
		.execute();
	await db.deleteFrom("draft_ownership").execute();
	await count();
	expect(await readRound()).toMatchObject({ leagues: 25, teams: 100 });
});

test("average picks count drafts whose managers picked [D2.9.576]", async () => {
	const { db } = app.database;
	const readPositions = async () => draftPositionsFile.parse(JSON.parse((await read("draft_positions")) ?? ""));
	// Counted when 100 teams had drafted.
	const first = await readPositions();
	expect(first.drafts).toBe(25);
	expect(first.players.slice(0, 2)).toEqual([
		{ id: expect.any(Number), averagePick: 1, draftedPercent: 100 },
		{ id: star, averagePick: 2, draftedPercent: 100 },
	]);
	expect(first.players).toHaveLength(16);
	// Five leagues more with other picks; one was entered, one has keepers.
	const copies = await copyDraftLeague(app, room.id, 7);
	const [entered = 0, kept = 0, ...real] = copies;
	await db.updateTable("draft_picks").set({ made_by: "commissioner" }).where("league_id", "=", entered).execute();
	const ofKept = db.updateTable("draft_picks").set({ made_by: "keeper" }).where("league_id", "=", kept);
	await ofKept.where("overall", "=", 1).execute();
	for (const id of real) {
		const move = (from: number, to: number) =>
			db
				.updateTable("draft_picks")
				.set({ player_id: to })
				.where("league_id", "=", id)
				.where("player_id", "=", from)
				.execute();
		await move(dropped, nobody);
	}
	await count();
	const second = await readPositions();
	expect(second.drafts).toBe(32);
	const find = (id: PlayerId) => second.players.find((player) => player.id === id);
	expect(find(dropped)?.draftedPercent).toBe(84);
	// She was picked in fewer than ten drafts.
	expect(find(nobody)).toBeUndefined();
});
