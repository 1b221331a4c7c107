import { showMyTeam } from "@first-bounce/contract/team/team";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSeededRandom, drawSlots, seedTeam } from "../../../../../testing/season/small-season.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { connect } from "../../../db/connect.ts";
import { createFindTeam } from "../../team/team-queries.ts";
import { createSessionStore } from "./session-store.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

const random = createSeededRandom(5);
const seedPeople = (count: number) =>
	Promise.all(
		Array.from({ length: count }, async () => {
			const team = await seedTeam(app.database.db, app.season, { slots: drawSlots(app.season, random) });
			return { userId: team.userId, teamId: team.id, token: await app.getToken(team.userId) };
		}),
	);

test("concurrent requests each get their own user and team", async () => {
	const callers = await seedPeople(20);
	const teams = await Promise.all(callers.map(({ token }) => app.as(token)(showMyTeam, {})));
	expect(teams.map(({ team }) => [team.userId, team.id])).toEqual(
		callers.map(({ userId, teamId }) => [userId, teamId]),
	);
});

test("ended, expired and made-up tokens find no session", async () => {
	const store = createSessionStore(app.database.pool, app.clocks.wallNow);
	const [one, ended, expired] = await seedPeople(3);
	if (!one || !ended || !expired) throw new Error("Expected three people");
	await store.end(ended.token);
	await app.database.pool.query("UPDATE sessions SET expires_at = $2 WHERE user_id = $1", [
		expired.userId,
		new Date(app.clocks.wallNow()),
	]);
	const tokens = [one.token, ended.token, "made up", expired.token, one.token];
	const found = await Promise.all(tokens.map((token) => store.find(token)));
	expect(found.map((session) => session?.userId ?? null)).toEqual([one.userId, null, null, null, one.userId]);
});

test("PostgreSQL uses one plan, however many sessions are requested together", async () => {
	const callers = await seedPeople(8);
	const { db, pool } = connect(app.database, 1);
	const store = createSessionStore(pool, app.clocks.wallNow);
	const findTeam = createFindTeam(pool);
	const { seasonId } = app.seasons.current();
	for (let turn = 0; turn < 20; turn++) {
		const group = callers.slice(0, 1 + (turn % callers.length));
		await Promise.all(group.flatMap(({ token, userId }) => [store.find(token), findTeam({ seasonId, userId })]));
	}
	const { rows } = await pool.query(
		"SELECT name, custom_plans > 5 AS is_replanned FROM pg_prepared_statements ORDER BY name",
	);
	await db.destroy();
	expect(rows).toEqual([
		{ name: "find-sessions", is_replanned: false },
		{ name: "find-teams", is_replanned: false },
	]);
});
