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

test("a server killed in a run leaves nothing of it [D2.9.417]", async () => {
	const app = await createTestApp();
	app.clocks.setSeason(FIRST_BOUNCE - 5 * DAY);
	const room = await createDraftRoom(app, { settings: { protectsBest: false } });
	await finishRoom(room);
	const [ada] = getFourManagers(room);
	const { db, pool, url } = app.database;
	const positions = new Map(app.season.players.map(({ id, position }) => [id, position.join()]));
	const own = (await getSquad(room, ada)).find((id) => positions.get(id) === "MID") ?? 0;
	const [playerId = 0] = await listUnowned(room, "MID");
	await claim(room, ada, { playerId, dropId: own });
	await setClock(db, { seasonAt: FIRST_RUN, speed: 0 }, Date.now());
	const listClaims = () => db.selectFrom("waiver_claims").select(["player_id", "state", "run"]).execute();
	const countRuns = async () => (await db.selectFrom("waiver_runs").select("run").execute()).length;
	const isOwned = async (id: number) => (await listOwners(db, room.id)).some((owner) => owner.playerId === id);

	// Saving what the run decided has to wait, so that the server is killed in the middle of it.
	const blocker = await pool.connect();
	await blocker.query("BEGIN; SELECT FROM waiver_claims FOR UPDATE");
	const env = { DATABASE_URL: url, FEED: "manual", BACKUP_BEFORE_UPGRADE: "off" };
	const killed = await startServerProcess(env);
	await waitFor(async () => {
		const { rowCount } = await pool.query(
			"SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE waiver_claims%'",
		);
		expect(rowCount).toBe(1);
	});
	await killed.kill();
	await blocker.query("ROLLBACK");
	blocker.release();
	expect(await countRuns()).toBe(0);
	expect([await isOwned(own), await isOwned(playerId)]).toEqual([true, false]);

	const next = await startServerProcess(env);
	await waitFor(async () => expect(await countRuns()).toBe(1));
	await next.stop();
	expect(await listClaims()).toEqual([{ player_id: playerId, state: "won", run: "first" }]);
	expect([await isOwned(own), await isOwned(playerId)]).toEqual([false, true]);
	expect((await checkSquads(db)).findings).toEqual([]);
	await app.close();
});
