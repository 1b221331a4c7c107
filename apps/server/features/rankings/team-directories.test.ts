import { renameTeam } from "@first-bounce/contract/accounts/account";
import { showRankings } from "@first-bounce/contract/stats/rankings";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createStandingsTable } from "../../../../testing/season/play-rounds.ts";
import { createSeededRandom, drawSlots, seedTeams } from "../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../testing/server/failure.ts";
import { type Client, createTestApp, type TestApp } from "../../../../testing/server/test-app.ts";
import { waitFor } from "../../../../testing/server/wait-for.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { incrementDataVersion } from "../seasons/current/season-version-queries.ts";
import type { SaveEvents } from "../standings/recent-saves.ts";
import { createTeamDirectories } from "./team-directories.ts";

let app: TestApp;
let ownClient: Client;
let teams: Awaited<ReturnType<typeof seedTeams>>;

beforeAll(async () => {
	app = await createTestApp({}, {}, { withPgListener: true });
	const random = createSeededRandom(3);
	const { db } = app.database;
	teams = await seedTeams(
		db,
		app.season,
		Array.from({ length: 5 }, () => ({ slots: drawSlots(app.season, random) })),
	);
	const rows = teams.map(({ id }, index) => ({
		season_id: app.season.id,
		round_id: 1,
		team_id: id,
		points: 50 - index,
		round_rank: index + 1,
		total_points: 50 - index,
		highest_points: 50,
		overall_rank: index + 1,
		team_value: 1,
	}));
	await createStandingsTable(db, app.season, 1);
	await db.insertInto("standings").values(rows).execute();
	await db.updateTable("matches").set({ status: "complete" }).where("round_id", "=", 1).execute();
	await db.updateTable("rounds").set({ status: "complete", published_at: new Date() }).where("id", "=", 1).execute();
	await db.transaction().execute((trx) => incrementDataVersion(trx, app.season.id));
	await app.seasons.refresh();
	await app.standings.refresh();
	ownClient = app.as(await app.getToken(teams[0]?.userId ?? 0));
	// The teams are read again in the background.
	await waitFor(async () => {
		const { rankings } = await ownClient(showRankings, { query: {} });
		for (const { teamName, teamValue } of rankings) expect([teamName !== "", teamValue > 0]).toEqual([true, true]);
	});
});
afterAll(() => app.close());

const listTeamNames = async (query = {}) =>
	(await ownClient(showRankings, { query })).rankings.map(({ teamName, fullName }) => teamName || fullName || "nobody");
const changeTeam = (index: number, values: object) =>
	app.database.db
		.updateTable("users")
		.set(values)
		.where("id", "=", teams[index]?.userId ?? 0)
		.execute();

test("repeated requests return the same page, with each caller's own row", async () => {
	const readers = [ownClient, app.as(await app.getToken(teams[3]?.userId ?? 0))];
	const queries = [{}, { page: 2, limit: 2 }, { page: 3, limit: 2 }, { direction: "asc", limit: 3 }] as const;
	const requests = queries.flatMap((query) => readers.map((reader) => () => reader(showRankings, { query })));
	const first = await Promise.all(requests.map((send) => send()));
	for (let times = 0; times < 30; times++) expect(await Promise.all(requests.map((send) => send()))).toEqual(first);
	for (const { rankings, currentUserRanking } of first)
		expect(rankings.filter(({ isCurrentLeagueUser }) => isCurrentLeagueUser)).toEqual(
			rankings.filter(({ teamId }) => teamId === currentUserRanking?.teamId),
		);
});

test("new names, clubs and deactivations soon show in the rankings", async () => {
	expect(await listTeamNames()).toHaveLength(5);
	await changeTeam(1, { team_name: 'The "Ruck\\Rovers' });
	await waitFor(async () => expect((await listTeamNames())[1]).toBe('The "Ruck\\Rovers'));
	await changeTeam(3, { team_name: null, first_name: "Ada", last_name: "🏉Reef" });
	await waitFor(async () => expect((await listTeamNames())[3]).toBe("Ada R."));
	await changeTeam(2, { is_active: false });
	await waitFor(async () => expect((await listTeamNames())[2]).toBe("nobody"));
	expect(await listTeamNames({ squadId: 14 })).toEqual([]);
	await changeTeam(3, { supported_squad_id: 14, state: "QLD" });
	await waitFor(async () => expect(await listTeamNames({ squadId: 14, state: "QLD" })).toHaveLength(1));
});

test("a changed team name shows within a second on every server", async () => {
	const second = await app.startSecondServer();
	const userId = teams[0]?.userId ?? 0;
	const servers = [ownClient, second.as(await app.getToken(userId))];
	const getFirstTeamName = async (client: Client) =>
		(await client(showRankings, { query: {} })).currentUserRanking?.teamName;
	for (const client of servers) await getFirstTeamName(client);
	for (const teamName of ["Pōro", "Ngā Wāhine o te Pōro", "Roos"]) {
		await ownClient(renameTeam, { body: { teamName } });
		for (const client of servers)
			await vi.waitFor(async () => expect(await getFirstTeamName(client)).toBe(teamName), {
				timeout: 1_000,
				interval: 10,
			});
		expect((await listTeamNames())[0]).toBe(teamName);
	}
	await second.close();
});

test("an ended session cannot read the rankings", async () => {
	const userId = teams[4]?.userId ?? 0;
	const client = app.as(await app.getToken(userId));
	await client(showRankings, { query: {} });
	await app.database.db.deleteFrom("sessions").where("user_id", "=", userId).execute();
	await waitFor(async () =>
		expect((await getApiFailure(client(showRankings, { query: {} }))).code).toBe("not-signed-in"),
	);
});

test("a deactivated account's session cannot read the rankings", async () => {
	const client = app.as(await app.getToken(teams[3]?.userId ?? 0));
	await client(showRankings, { query: {} });
	await changeTeam(3, { is_active: false });
	await waitFor(async () => expect((await getApiFailure(client(showRankings, { query: {} }))).code).toBe("not-active"));
});

test("a manager who registers later is shown once in the standings", async () => {
	const random = createSeededRandom(9);
	const [late] = await seedTeams(app.database.db, app.season, [{ slots: drawSlots(app.season, random) }]);
	const client = app.as(await app.getToken(late?.userId ?? 0));
	expect((await client(showRankings, { query: {} })).currentUserRanking).toBeNull();
	await app.database.db
		.insertInto("standings")
		.values({
			season_id: app.season.id,
			round_id: 1,
			team_id: late?.id ?? 0,
			points: 9,
			round_rank: 6,
			total_points: 9,
			highest_points: 9,
			overall_rank: 6,
			team_value: 1,
		})
		.execute();
	await app.database.db
		.updateTable("rounds")
		.set({ published_at: new Date(9) })
		.where("id", "=", 1)
		.execute();
	await app.database.db.transaction().execute((trx) => incrementDataVersion(trx, app.season.id));
	await app.seasons.refresh();
	await app.standings.refresh();
	await waitFor(async () =>
		expect((await client(showRankings, { query: {} })).currentUserRanking).toMatchObject({ rank: 6 }),
	);
});

/** Creates team directories whose notifications are sent by the test, and whose database connections can fail. */
function createTestDirectories() {
	const { pool } = app.database;
	let notify: (payload: string) => unknown = () => undefined;
	let notifySaved: Parameters<SaveEvents["onSaved"]>[0] = () => undefined;
	const saves: SaveEvents = {
		onSaved: (listener) => {
			notifySaved = listener;
			return () => undefined;
		},
	};
	const failures = { next: false };
	const unreliablePool = new Proxy(pool, {
		get: (target, name) => {
			if (name === "connect" && failures.next) return async () => Promise.reject(new Error("connection lost"));
			const value: unknown = Reflect.get(target, name);
			return typeof value === "function" ? value.bind(target) : value;
		},
	});
	const pgListener = {
		on: (_: string, listener: (payload: string) => unknown) => {
			notify = listener;
			return () => undefined;
		},
	};
	const directories = createTeamDirectories({ pool: unreliablePool, pgListener, saves, onError: () => undefined });
	const readName = async (season: SeasonSnapshot, index: number): Promise<string> => {
		const directory = await directories.load(season);
		return directory.getOwner(teams[index]?.id ?? 0).teamName;
	};
	return {
		failures,
		readName,
		readValue: async (season: SeasonSnapshot, index: number) =>
			(await directories.load(season)).getOwner(teams[index]?.id ?? 0).value,
		notify: (payload: string) => notify(payload),
		notifySaved: (index: number) =>
			notifySaved([{ teamId: teams[index]?.id ?? 0, userId: teams[index]?.userId ?? 0, version: 2 }]),
		close: directories.close,
	};
}

test("a team's value is read again after any save", async () => {
	const { readValue, notifySaved, close } = createTestDirectories();
	const season = app.seasons.current();
	const before = await readValue(season, 4);
	const another = await readValue(season, 3);
	expect(another).not.toBe(before);
	const slots = [...(teams[3]?.slots ?? [])];
	const [captain_id = 0, vice_captain_id = 0] = slots;
	await app.database.db
		.updateTable("lineups")
		.set({ slots, captain_id, vice_captain_id, emergency: [] })
		.where("team_id", "=", teams[4]?.id ?? 0)
		.execute();
	expect(await readValue(season, 4)).toBe(before);
	notifySaved(4);
	await waitFor(async () => expect(await readValue(season, 4)).toBe(another));
	close();
});

test("a change that could not be read is read later", async () => {
	const { failures, readName, notify, close } = createTestDirectories();
	const season = app.seasons.current();
	await readName(season, 1);
	await changeTeam(1, { team_name: "Read at last" });
	failures.next = true;
	await expect(async () => notify(String(teams[1]?.userId))).rejects.toThrow("connection lost");
	failures.next = false;
	await notify(String(teams[2]?.userId));
	expect(await readName(season, 1)).toBe("Read at last");
	close();
});

test("all teams are read again after too many changes", async () => {
	const { readName, notify, close } = createTestDirectories();
	const current = app.seasons.current();
	let isReading = false;
	const watchedPlayers = new Map([...current.players].map(([id, player]) => [id, player]));
	const get = watchedPlayers.get.bind(watchedPlayers);
	watchedPlayers.get = (id) => {
		if (!isReading) notify("all");
		isReading = true;
		return get(id);
	};
	const season = { ...current, players: watchedPlayers };
	await readName(season, 1);
	expect(isReading).toBe(true);
	await changeTeam(1, { team_name: "Not as it was" });
	expect(await readName(season, 1)).toBe("Not as it was");
	close();
});

test("two seasons asked for together each get their own teams", async () => {
	const { readName, close } = createTestDirectories();
	const season = app.seasons.current();
	await changeTeam(1, { team_name: "Of this season" });
	const other = { ...season, seasonId: season.seasonId + 1 };
	expect(await Promise.all([readName(other, 1), readName(season, 1)])).toEqual(["", "Of this season"]);
	close();
});
