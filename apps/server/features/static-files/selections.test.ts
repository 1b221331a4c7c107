import { playersFile } from "@first-bounce/contract/stats/static-data";
import type { PlayerId } from "@first-bounce/rules/ids";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
	createSeededRandom,
	DAY,
	drawSlots,
	FIRST_BOUNCE,
	type SeededTeam,
	type SmallSeason,
	seedSeason,
	seedTeams,
} from "../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../testing/server/database.ts";
import type { Database } from "../../db/open.ts";
import { loadShownSeason } from "../seasons/current/load-season-snapshot.ts";
import { createFixedClocks } from "../seasons/current/season-clock.ts";
import { createSelections } from "./selections.ts";
import { createStaticFiles, type StaticFiles } from "./static-files.ts";

const TEN_MINUTES = 10 * 60_000;

let database: Database;
let season: SmallSeason;
let files: StaticFiles;
let clocks: ReturnType<typeof createFixedClocks>;
let now: number;

beforeEach(async () => {
	database = await createTestDatabase();
	season = await seedSeason(database.db);
	now = FIRST_BOUNCE - DAY;
	clocks = createFixedClocks(now);
});
afterEach(async () => {
	await files.close();
	await database.close();
});

async function startServer() {
	const snapshot = await loadShownSeason(database.db);
	const onError = (error: unknown) => {
		throw error;
	};
	files = await createStaticFiles({
		db: database.db,
		currentSeason: () => snapshot,
		seasonNow: clocks.seasonNow,
		onError,
	});
}

async function seedRandomTeams(count: number, seed = 1): Promise<SeededTeam[]> {
	const random = createSeededRandom(seed);
	return seedTeams(
		database.db,
		season,
		Array.from({ length: count }, () => ({ slots: drawSlots(season, random) })),
	);
}

/** Reads the published percentages by player after the pending counts. */
async function readPercentages(): Promise<ReadonlyMap<PlayerId, number | null>> {
	await files.refresh();
	await files.close();
	const players = playersFile.parse(JSON.parse(String(files.getFile("players")?.content)));
	return new Map(players.map(({ id, selections }) => [id, selections]));
}

async function readAfterTenMinutes() {
	now += TEN_MINUTES;
	clocks.set(now);
	return readPercentages();
}

async function readAfterNextLock() {
	now = now < FIRST_BOUNCE ? FIRST_BOUNCE : now + DAY;
	clocks.set(now);
	return readPercentages();
}

const saveSlots = (team: SeededTeam, slots: readonly PlayerId[]) =>
	database.db
		.updateTable("lineups")
		.set({ slots: [...slots], captain_id: slots[0] ?? 0, vice_captain_id: slots[1] ?? 0, emergency: [] })
		.where("team_id", "=", team.id)
		.execute();

/** The team's slots with another utility player. */
function replaceUtility({ slots }: SeededTeam): PlayerId[] {
	const other = season.players.find(({ id }) => !slots.includes(id));
	return [...slots.slice(0, -1), other?.id ?? 0];
}

const tradeUtility = (team: SeededTeam) => saveSlots(team, replaceUtility(team));

const getFirst = <Each>([one]: readonly Each[]): Each => {
	if (one === undefined) throw new Error("empty list");
	return one;
};

test.each([99, 100, 150])("one rival's trade cannot be inferred from the percentages, with %i teams", async (count) => {
	const teams = await seedRandomTeams(count);
	await startServer();
	const before = await readPercentages();
	await tradeUtility(getFirst(teams));
	const later = await readAfterTenMinutes();
	const atLock = await readAfterNextLock();
	const changed = [...before].filter(([id, figure]) => later.get(id) !== figure || atLock.get(id) !== figure);
	expect(changed).toEqual([]);
	expect(new Set(before.values()).has(null)).toBe(count < 100);
});

test("a rival's trade is counted only together with 19 others", async () => {
	const teams = await seedRandomTeams(120);
	await startServer();
	const before = await readPercentages();
	for (const team of teams.slice(0, 19)) await tradeUtility(team);
	expect(await readAfterTenMinutes()).toEqual(before);
	expect(await readAfterNextLock()).toEqual(before);
	await tradeUtility(teams[19] ?? getFirst(teams));
	expect(await readAfterTenMinutes()).not.toEqual(before);
});

test("selections are whole percentages of complete teams (D1.3.23)", async () => {
	const random = createSeededRandom(3);
	const slots = drawSlots(season, random);
	const [pickedId = 0] = slots;
	const without = Array.from({ length: 200 }, () => drawSlots(season, random)).filter((ids) => !ids.includes(pickedId));
	await seedTeams(database.db, season, [
		...Array.from({ length: 80 }, () => ({ slots })),
		...without.slice(0, 70).map((other) => ({ slots: other })),
	]);
	await startServer();
	// 80 of 150 is 53.33 %.
	expect((await readPercentages()).get(pickedId)).toBe(53);
});

test("selections are null below 100 complete teams (D1.3.23)", async () => {
	await seedRandomTeams(99);
	await startServer();
	expect(new Set((await readPercentages()).values())).toEqual(new Set([null]));
	await seedRandomTeams(1, 2);
	expect(new Set((await readAfterTenMinutes()).values())).not.toContain(null);
});

test("selections become null again when fewer than 100 complete teams are left", async () => {
	const teams = await seedRandomTeams(100);
	await startServer();
	expect(new Set((await readPercentages()).values())).not.toContain(null);
	await database.db.deleteFrom("teams").where("id", "=", getFirst(teams).id).execute();
	expect(new Set((await readAfterTenMinutes()).values())).toEqual(new Set([null]));
});

test("a team that trades back and forth counts once, or never", async () => {
	const teams = await seedRandomTeams(120);
	const [rival, toggler, ...others] = teams;
	if (!rival || !toggler) throw new Error("no teams");
	await startServer();
	const before = await readPercentages();
	await tradeUtility(rival);
	for (let times = 0; times < 20; times++) {
		await tradeUtility(toggler);
		await saveSlots(toggler, toggler.slots);
	}
	for (const team of others.slice(0, 18)) await tradeUtility(team);
	expect(await readAfterTenMinutes()).toEqual(before);
	await tradeUtility(toggler);
	expect(await readAfterTenMinutes()).not.toEqual(before);
});

test("a team that only moves its players has not changed", async () => {
	const teams = await seedRandomTeams(120);
	await startServer();
	const before = await readPercentages();
	for (const team of teams.slice(0, 30)) await saveSlots(team, team.slots.toReversed());
	await tradeUtility(teams[40] ?? getFirst(teams));
	expect(await readAfterTenMinutes()).toEqual(before);
});

test("a restart continues the count with changed teams", async () => {
	const teams = await seedRandomTeams(120);
	await startServer();
	const before = await readPercentages();
	for (const team of teams.slice(0, 10)) await tradeUtility(team);
	await files.close();
	await startServer();
	expect(await readPercentages()).toEqual(before);
	for (const team of teams.slice(10, 19)) await tradeUtility(team);
	expect(await readAfterTenMinutes()).toEqual(before);
	await tradeUtility(teams[19] ?? getFirst(teams));
	expect(await readAfterTenMinutes()).not.toEqual(before);
});

test("new teams and deleted teams count as changed", async () => {
	const teams = await seedRandomTeams(140);
	await startServer();
	const before = await readPercentages();
	await seedRandomTeams(10, 5);
	const deletedIds = teams.slice(0, 9).map(({ id }) => id);
	await database.db.deleteFrom("teams").where("id", "in", deletedIds).execute();
	expect(await readAfterTenMinutes()).toEqual(before);
	await database.db
		.deleteFrom("teams")
		.where("id", "=", teams[9]?.id ?? 0)
		.execute();
	expect(await readAfterTenMinutes()).not.toEqual(before);
});

test("two servers on one database publish the same percentages", async () => {
	const teams = await seedRandomTeams(120);
	await startServer();
	await readPercentages();
	const other = files;
	await startServer();
	for (const team of teams.slice(0, 20)) await tradeUtility(team);
	const selection = await readAfterTenMinutes();
	await other.refresh();
	await other.close();
	const otherPlayers = playersFile.parse(JSON.parse(String(other.getFile("players")?.content)));
	expect(new Map(otherPlayers.map(({ id, selections }) => [id, selections]))).toEqual(selection);
});

test("a failed first count is repeated at the next refresh", async () => {
	await seedRandomTeams(100);
	await startServer();
	const snapshot = await loadShownSeason(database.db);
	if (!snapshot) throw new Error("no season");
	let isFailing = true;
	const db = new Proxy(database.db, {
		get: (target, name) => {
			if (isFailing) throw new Error("connection lost");
			const value: unknown = Reflect.get(target, name);
			return typeof value === "function" ? value.bind(target) : value;
		},
	});
	const selections = createSelections(
		db,
		async () => undefined,
		() => undefined,
	);
	await expect(selections.refresh(snapshot, "", now)).rejects.toThrow("connection lost");
	isFailing = false;
	await selections.refresh(snapshot, "", now);
	expect(selections.current()(getFirst(season.players).id)).not.toBeNull();
});
