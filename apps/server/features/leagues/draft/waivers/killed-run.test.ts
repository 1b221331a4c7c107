import { expect, test } from "vitest";
import { DAY, FIRST_BOUNCE } from "../../../../../../testing/season/small-season.ts";
import { createDraftRoom, getFourManagers } from "../../../../../../testing/server/draft-leagues.ts";
import { claim, finishRoom, getSquad, listUnowned } from "../../../../../../testing/server/draft-waivers.ts";
import { startServerProcess } from "../../../../../../testing/server/server-process.ts";
import { createTestApp } from "../../../../../../testing/server/test-app.ts";
import { waitFor } from "../../../../../../testing/server/wait-for.ts";
import { setClock } from "../../../seasons/current/set-clock.ts";
import { checkSquads } from "../check-squads.ts";
import { listOwners } from "../queries.ts";

const FIRST_RUN = Date.parse("2026-08-25T02:00:00Z");

test("a killed server leaves its unfinished runs to the next [D2.9.417] [D2.9.566]", async () => {
	const app = await createTestApp();
	app.clocks.setSeason(FIRST_BOUNCE - 5 * DAY);
	const { db, pool, url } = app.database;
	const positions = new Map(app.season.players.map(({ id, position }) => [id, position.join()]));
	const rooms = [await createDraftRoom(app), await createDraftRoom(app)] as const;
	const claims: { readonly id: number; readonly playerId: number; readonly dropId: number }[] = [];
	for (const room of rooms) {
		await finishRoom(room);
		const [ada] = getFourManagers(room);
		const dropId = (await getSquad(room, ada)).find((id) => positions.get(id) === "MID") ?? 0;
		const [playerId = 0] = await listUnowned(room, "MID");
		await claim(room, ada, { playerId, dropId });
		claims.push({ id: room.id, playerId, dropId });
	}
	await setClock(db, { seasonAt: FIRST_RUN, speed: 0 }, Date.now());
	const listRuns = async () => {
		const rows = await db.selectFrom("waiver_runs").orderBy("league_id").select(["league_id", "run"]).execute();
		return rows.map(({ league_id, run }) => [league_id, run]);
	};
	const listOwned = () =>
		Promise.all(
			claims.map(async ({ id, playerId, dropId }) => {
				const owned = (await listOwners(db, id)).map((owner) => owner.playerId);
				return [owned.includes(playerId), owned.includes(dropId)];
			}),
		);
	const [first, second] = rooms;

	// Saving what the first league's run decided has to wait, so that the server is killed in the middle of it.
	const blocker = await pool.connect();
	await blocker.query("BEGIN");
	await blocker.query("SELECT FROM waiver_claims WHERE league_id = $1 FOR UPDATE", [first.id]);
	const env = { DATABASE_URL: url, FEED: "manual", BACKUP_BEFORE_UPGRADE: "off" };
	const killed = await startServerProcess(env);
	await waitFor(async () => {
		const { rowCount } = await pool.query(
			"SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%UPDATE waiver_claims%'",
		);
		expect(rowCount).toBe(1);
		// The other league does not wait for it.
		expect(await listRuns()).toEqual([[second.id, "first"]]);
	});
	await killed.kill();
	await blocker.query("ROLLBACK");
	blocker.release();
	expect(await listOwned()).toEqual([
		[false, true],
		[true, false],
	]);

	const next = await startServerProcess(env);
	await waitFor(async () => expect(await listRuns()).toHaveLength(2));
	await next.stop();
	expect(await listRuns()).toEqual([
		[first.id, "first"],
		[second.id, "first"],
	]);
	const decided = await db
		.selectFrom("waiver_claims")
		.select(["player_id", "state", "run"])
		.orderBy("league_id")
		.execute();
	expect(decided).toEqual(claims.map(({ playerId }) => ({ player_id: playerId, state: "won", run: "first" })));
	expect(await listOwned()).toEqual([
		[true, false],
		[true, false],
	]);
	expect((await checkSquads(db)).findings).toEqual([]);
	await app.close();
});
