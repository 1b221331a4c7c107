import { playersFile } from "@first-bounce/contract/stats/static-data";
import type { PlayerId } from "@first-bounce/rules/ids";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database } from "../../db/open.ts";
import { testDatabase } from "../../testing/database.ts";
import {
	createSeededRandom,
	DAY,
	drawSlots,
	FIRST_BOUNCE,
	type SeededTeam,
	type SmallSeason,
	seedSeason,
	seedTeams,
} from "../../testing/season/small-season.ts";
import { loadShownSeason } from "../seasons/current/load-season-snapshot.ts";
import { createFixedClocks } from "../seasons/current/season-clock.ts";
import { createStaticFiles, type StaticFiles } from "./static-files.ts";

const TEN_MINUTES = 10 * 60_000;

let database: Database;
let season: SmallSeason;
let files: StaticFiles;
let clocks: ReturnType<typeof createFixedClocks>;
let now: number;

beforeEach(async () => {
	database = await testDatabase();
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

async function plant(count: number, seed = 1): Promise<SeededTeam[]> {
	const random = createSeededRandom(seed);
	return seedTeams(
		database.db,
		season,
		Array.from({ length: count }, () => ({ slots: drawSlots(season, random) })),
	);
}

/** The published figures by player, after everything that was due has been counted. */
async function figures(): Promise<ReadonlyMap<PlayerId, number | null>> {
	await files.refresh();
	await files.close();
	const players = playersFile.parse(JSON.parse(String(files.file("players")?.json)));
	return new Map(players.map(({ id, selections }) => [id, selections]));
}

async function afterTenMinutes() {
	now += TEN_MINUTES;
	clocks.set(now);
	return figures();
}

async function afterNextLock() {
	now = now < FIRST_BOUNCE ? FIRST_BOUNCE : now + DAY;
	clocks.set(now);
	return figures();
}

const saveSlots = (team: SeededTeam, slots: readonly PlayerId[]) =>
	database.db
		.updateTable("lineups")
		.set({ slots: [...slots], captain_id: slots[0] ?? 0, vice_captain_id: slots[1] ?? 0, emergency: [] })
		.where("team_id", "=", team.id)
		.execute();

/** The team's utility makes room for somebody else. */
function withOtherUtility({ slots }: SeededTeam): PlayerId[] {
	const other = season.players.find(({ id }) => !slots.includes(id));
	return [...slots.slice(0, -1), other?.id ?? 0];
}

const tradeUtility = (team: SeededTeam) => saveSlots(team, withOtherUtility(team));

const first = <Each>([one]: readonly Each[]): Each => {
	if (one === undefined) throw new Error("There is none");
	return one;
};

test.each([99, 100, 150])("the figures around one rival's trade say nothing of it, with %i teams", async (count) => {
	const teams = await plant(count);
	await startServer();
	const before = await figures();
	await tradeUtility(first(teams));
	const later = await afterTenMinutes();
	const atLock = await afterNextLock();
	const changed = [...before].filter(([id, figure]) => later.get(id) !== figure || atLock.get(id) !== figure);
	expect(changed).toEqual([]);
	expect(new Set(before.values()).has(null)).toBe(count < 100);
});

test("a rival's trade stays hidden behind 18 others, and is one of 20 when it shows", async () => {
	const teams = await plant(120);
	await startServer();
	const before = await figures();
	for (const team of teams.slice(0, 19)) await tradeUtility(team);
	expect(await afterTenMinutes()).toEqual(before);
	expect(await afterNextLock()).toEqual(before);
	await tradeUtility(teams[19] ?? first(teams));
	expect(await afterTenMinutes()).not.toEqual(before);
});

test("figures are whole percentages of complete teams", async () => {
	const random = createSeededRandom(3);
	const slots = drawSlots(season, random);
	const [held = 0] = slots;
	const without = Array.from({ length: 200 }, () => drawSlots(season, random)).filter((ids) => !ids.includes(held));
	await seedTeams(database.db, season, [
		...Array.from({ length: 80 }, () => ({ slots })),
		...without.slice(0, 70).map((other) => ({ slots: other })),
	]);
	await startServer();
	// 80 of 150 is 53.33 %.
	expect((await figures()).get(held)).toBe(53);
});

test("nobody has a figure below 100 complete teams, and all have at 100", async () => {
	await plant(99);
	await startServer();
	expect(new Set((await figures()).values())).toEqual(new Set([null]));
	await plant(1, 2);
	expect(new Set((await afterTenMinutes()).values())).not.toContain(null);
});

test("figures are taken away when fewer than 100 complete teams are left", async () => {
	const teams = await plant(100);
	await startServer();
	expect(new Set((await figures()).values())).not.toContain(null);
	await database.db.deleteFrom("teams").where("id", "=", first(teams).id).execute();
	expect(new Set((await afterTenMinutes()).values())).toEqual(new Set([null]));
});

test("a team that trades to and fro 20 times is one team, and none once it is as it was", async () => {
	const teams = await plant(120);
	const [rival, toggler, ...others] = teams;
	if (!rival || !toggler) throw new Error("There are no teams");
	await startServer();
	const before = await figures();
	await tradeUtility(rival);
	for (let times = 0; times < 20; times++) {
		await tradeUtility(toggler);
		await saveSlots(toggler, toggler.slots);
	}
	for (const team of others.slice(0, 18)) await tradeUtility(team);
	expect(await afterTenMinutes()).toEqual(before);
	await tradeUtility(toggler);
	expect(await afterTenMinutes()).not.toEqual(before);
});

test("a team that only moves its players about has not changed", async () => {
	const teams = await plant(120);
	await startServer();
	const before = await figures();
	for (const team of teams.slice(0, 30)) await saveSlots(team, team.slots.toReversed());
	await tradeUtility(teams[40] ?? first(teams));
	expect(await afterTenMinutes()).toEqual(before);
});

test("a restart neither counts again nor forgets which teams have changed", async () => {
	const teams = await plant(120);
	await startServer();
	const before = await figures();
	for (const team of teams.slice(0, 10)) await tradeUtility(team);
	await files.close();
	await startServer();
	expect(await figures()).toEqual(before);
	for (const team of teams.slice(10, 19)) await tradeUtility(team);
	expect(await afterTenMinutes()).toEqual(before);
	await tradeUtility(teams[19] ?? first(teams));
	expect(await afterTenMinutes()).not.toEqual(before);
});

test("teams that come and teams that are deleted are teams that changed", async () => {
	const teams = await plant(140);
	await startServer();
	const before = await figures();
	await plant(10, 5);
	const gone = teams.slice(0, 9).map(({ id }) => id);
	await database.db.deleteFrom("teams").where("id", "in", gone).execute();
	expect(await afterTenMinutes()).toEqual(before);
	await database.db
		.deleteFrom("teams")
		.where("id", "=", teams[9]?.id ?? 0)
		.execute();
	expect(await afterTenMinutes()).not.toEqual(before);
});

test("two servers on one database publish the same figures", async () => {
	const teams = await plant(120);
	await startServer();
	await figures();
	const other = files;
	await startServer();
	for (const team of teams.slice(0, 20)) await tradeUtility(team);
	const here = await afterTenMinutes();
	await other.refresh();
	await other.close();
	const there = playersFile.parse(JSON.parse(String(other.file("players")?.json)));
	expect(new Map(there.map(({ id, selections }) => [id, selections]))).toEqual(here);
});
