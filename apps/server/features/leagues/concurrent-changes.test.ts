import {
	createLeague,
	deleteLeague,
	joinLeague,
	leaveLeague,
	removeLeagueUser,
} from "@first-bounce/contract/leagues/league-actions";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createStandingsTable } from "../../../../testing/season/play-rounds.ts";
import { createSeededRandom, FIRST_BOUNCE } from "../../../../testing/season/small-season.ts";
import { getOutcome } from "../../../../testing/server/draft-leagues.ts";
import {
	createLeagueManagers,
	createLeagueWith,
	createTestLeague,
	type LeagueManager,
} from "../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../testing/server/test-app.ts";
import { waitForLock } from "../../../../testing/server/wait-for.ts";
import { findRow, listRows } from "../../db/rows.ts";
import { settleRound } from "./head-to-head/match-results.ts";
import { advanceLeagues, saveRoundActivity } from "./head-to-head/round-activity.ts";
import { startLeagues } from "./head-to-head/start-leagues.ts";
import { updateLeagueRow } from "./league-queries.ts";

let app: TestApp;
let managers: LeagueManager[];

beforeAll(async () => {
	app = await createTestApp();
	managers = await createLeagueManagers(app, 220);
}, 60_000);
afterAll(() => app.close());

/** An open league, which takes members after round 1 has begun. */
const OPEN_LEAGUE = { type: "open" as const, startId: 2, privacy: "public" as const };

/** Lists leagues whose rows in several tables contradict each other. */
const findInconsistencies = (): Promise<unknown[]> =>
	listRows(app.database.db)`
		SELECT l.id, l.deleted_at, l.size, l.num_teams, m.members, l.commissioner_id FROM leagues l
			CROSS JOIN LATERAL (SELECT count(*) AS members FROM league_members m WHERE m.league_id = l.id) AS m
		WHERE m.members <> l.num_teams OR m.members > l.size OR (l.deleted_at IS NULL AND m.members = 0)
			OR (l.deleted_at IS NOT NULL AND m.members > 0)
			OR (l.deleted_at IS NULL AND NOT EXISTS (
				SELECT FROM league_members c WHERE c.league_id = l.id AND c.user_id = l.commissioner_id))
		UNION ALL
		SELECT l.id, l.deleted_at, l.size, l.num_teams, count(*), 0 FROM leagues l JOIN league_matches x ON x.league_id = l.id
		WHERE l.drawn_at IS NULL OR l.deleted_at IS NOT NULL GROUP BY l.id
		UNION ALL
		SELECT l.id, NULL, 0, 0, count(*), 0 FROM leagues l JOIN league_matches x ON x.league_id = l.id AND x.round_id > 1
			CROSS JOIN LATERAL unnest(ARRAY[x.home_team_id, x.away_team_id]) AS team
		WHERE NOT EXISTS (SELECT FROM league_members m WHERE m.league_id = l.id AND m.team_id = team) GROUP BY l.id`;

test("of 200 users joining concurrently, exactly three get the last places", async () => {
	const league = await createLeagueWith(managers.slice(0, 17), { type: "h2h", size: 20 });
	const second = await app.startSecondServer();
	const outcomes = await Promise.all(
		managers.slice(20).map(async (manager, index) => {
			const server = index % 2 === 0 ? app : second;
			// One network may try 120 codes a minute.
			const client = server.as(await app.getToken(manager.userId), `192.0.2.${index}`);
			return getOutcome(client(joinLeague, { params: { code: league.code } }));
		}),
	);
	await second.close();
	const count = Map.groupBy(outcomes, (outcome) => outcome);
	expect(count.get("done")).toHaveLength(3);
	expect(count.get("league-full")).toHaveLength(197);
	expect(await findInconsistencies()).toEqual([]);
}, 60_000);

test("a user who joins twenty times concurrently is a member once", async () => {
	const [ada, bea] = managers as [LeagueManager, LeagueManager];
	const { code } = await createTestLeague(ada);
	const outcomes = await Promise.all(
		Array.from({ length: 20 }, () => getOutcome(bea.client(joinLeague, { params: { code } }))),
	);
	expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
	expect(await findInconsistencies()).toEqual([]);
});

test("a start that is moved as its round begins stays moved", async () => {
	const { db, pool } = app.database;
	const [ada] = managers as [LeagueManager];
	const { id } = await createTestLeague(ada, { type: "h2h", size: 4, startId: 1 });
	let starting: Promise<void> | undefined;
	await db.transaction().execute(async (trx) => {
		await updateLeagueRow(trx, id, { start_id: 3 });
		starting = startLeagues(db, app.seasons.current(), FIRST_BOUNCE);
		await waitForLock(app.database);
	});
	await starting;
	expect((await pool.query("SELECT start_id, size FROM leagues WHERE id = $1", [id])).rows).toEqual([
		{ start_id: 3, size: 4 },
	]);
});

test("concurrent changes of leagues leave no orphans or oversized leagues", async () => {
	const random = createSeededRandom(5);
	const pickRandom = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
	const users = managers.slice(0, 24);
	const leagues: { id: number; code: string; by: LeagueManager }[] = [];
	for (const creator of users.slice(0, 6))
		leagues.push({ ...(await createTestLeague(creator, { type: "h2h", size: 4, finals: false })), by: creator });
	const runRandomAction = (): Promise<unknown> => {
		const manager = pickRandom(users);
		const { id, code, by } = pickRandom(leagues);
		const chance = random();
		if (chance < 0.5) return manager.client(joinLeague, { params: { code } });
		if (chance < 0.75) return manager.client(leaveLeague, { params: { id } });
		if (chance < 0.85) return by.client(removeLeagueUser, { params: { id, userId: manager.userId } });
		if (chance < 0.88) return by.client(deleteLeague, { params: { id } });
		return manager.client(createLeague, { body: { name: "Another", startId: 1, type: "h2h", size: 2 } });
	};
	const advance = () => advanceLeagues(app.database.db, app.seasons.current(), app.clocks.seasonNow());
	const runActions = async () => {
		// The clock advances, because a user may join only thirty leagues a minute.
		app.clocks.setWall(app.clocks.wallNow() + 60_000);
		await Promise.all(Array.from({ length: 40 }, () => getOutcome(runRandomAction())));
	};
	for (let waves = 0; waves < 6; waves++) await runActions();
	expect(await findInconsistencies()).toEqual([]);
	app.clocks.setSeason(FIRST_BOUNCE);
	await Promise.all([runActions(), advance(), advance(), runActions()]);
	await advance();
	expect(await findInconsistencies()).toEqual([]);
}, 60_000);

test("match-ups have their points even if leagues change during publication", async () => {
	const { db } = app.database;
	const random = createSeededRandom(11);
	const users = managers.slice(30, 60);
	const leagues = await Promise.all(
		users
			.slice(0, 5)
			.map((creator, index) =>
				createLeagueWith([creator, ...users.slice(10 + index * 3, 13 + index * 3)], OPEN_LEAGUE),
			),
	);
	const pickRandom = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
	const runActions = () => {
		app.clocks.setWall(app.clocks.wallNow() + 60_000);
		const runRandomAction = (): Promise<unknown> => {
			const { client } = pickRandom(users);
			const { id, code } = pickRandom(leagues);
			const chance = random();
			if (chance < 0.4) return client(joinLeague, { params: { code } });
			if (chance < 0.8) return client(leaveLeague, { params: { id } });
			if (chance < 0.9) return client(deleteLeague, { params: { id } });
			return client(createLeague, { body: { name: "Another", startId: 2, type: "h2h", size: 2 } });
		};
		return Promise.all(Array.from({ length: 40 }, () => getOutcome(runRandomAction())));
	};
	const settleMatches = async (points: number) => {
		await sql`INSERT INTO standings (season_id, round_id, team_id, points, round_rank, total_points, highest_points,
				overall_rank, team_value)
			SELECT ${app.season.id}, 1, id, id % 100 + ${points}, id, id, id, id, 1 FROM teams
			ON CONFLICT (season_id, round_id, team_id) DO UPDATE SET points = excluded.points`.execute(db);
		await db.transaction().execute((transaction) =>
			settleRound(transaction, {
				seasonId: app.season.id,
				roundId: 1,
				now: app.clocks.seasonNow(),
				standings: "standings",
			}),
		);
		await saveRoundActivity(db, app.season.id, 1);
	};
	await createStandingsTable(db, app.season, 1);
	await Promise.all([runActions(), settleMatches(1_000), runActions()]);
	await Promise.all([settleMatches(2_000), runActions(), runActions()]);
	expect(await findInconsistencies()).toEqual([]);
	const row = await findRow(db)<{ played: number; wrong: number }>`
		SELECT count(*)::int AS played, count(*) FILTER (WHERE home_points IS DISTINCT FROM home_team_id % 100 + 2000
			OR away_points IS DISTINCT FROM away_team_id % 100 + 2000)::int AS wrong
		FROM league_matches WHERE round_id = 1`;
	expect(row?.played).toBeGreaterThan(0);
	expect(row?.wrong).toBe(0);
}, 60_000);

test("a user who creates 60 leagues concurrently gets 50 (D2.6.07)", async () => {
	const busy = managers[210] as LeagueManager;
	const outcomes = await Promise.all(
		Array.from({ length: 60 }, (_, number) =>
			getOutcome(createTestLeague(busy, { ...OPEN_LEAGUE, name: `League ${number} of sixty` })),
		),
	);
	const count = Map.groupBy(outcomes, (outcome) => outcome);
	expect([count.get("done")?.length, count.get("too-many-leagues")?.length]).toEqual([50, 10]);
	expect(await findInconsistencies()).toEqual([]);
});
