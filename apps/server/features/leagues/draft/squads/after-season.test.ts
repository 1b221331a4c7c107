import { correctSquads, putInInjuredPlace } from "@first-bounce/contract/draft/squads";
import { afterAll, beforeAll, expect, test } from "vitest";
import { finishRound, setMatchStatus } from "../../../../../../testing/season/play-rounds.ts";
import { DAY, FIRST_BOUNCE, HOUR } from "../../../../../../testing/season/small-season.ts";
import { getOutcome } from "../../../../../../testing/server/draft-leagues.ts";
import { createTradeRoom, runTradesOf, type TradeRoom } from "../../../../../../testing/server/squad-trades.ts";
import { createTestApp, type TestApp } from "../../../../../../testing/server/test-app.ts";
import { incrementDataVersion } from "../../../seasons/current/season-version-queries.ts";
import { checkSquads } from "../check-squads.ts";

let app: TestApp;
let room: TradeRoom;
beforeAll(async () => {
	app = await createTestApp({}, { rounds: 1 });
	app.clocks.setSeason(FIRST_BOUNCE - 5 * DAY);
	room = await createTradeRoom(app);
});
afterAll(() => app.close());

test("squads and the last line-ups stay as they are after the season [D2.9.569]", async () => {
	const { params, managers, squads } = room;
	const [ada, bea, cleo] = managers;
	const { db } = app.database;
	const [playerId = 0] = squads[2] ?? [];
	// The trade waits for the round to be over, because a player of the first match is in it.
	app.clocks.setSeason(FIRST_BOUNCE + HOUR);
	await setMatchStatus(app, app.season.listMatchesOfRound(1).slice(0, 1), "playing");
	const trade = await room.accept(bea, await room.offer(ada, bea, [squads[0]?.[2], squads[1]?.[2]]));
	expect(trade.state).toBe("accepted");
	await db.updateTable("players").set({ status: "injured" }).where("id", "=", playerId).execute();
	await incrementDataVersion(db, app.season.id);
	await finishRound(app, 1);
	const lineups = await db.selectFrom("lineups").orderBy("team_id").selectAll().execute();

	await runTradesOf(app);
	const [ended] = await room.list(ada);
	expect([ended?.state, ended?.reason]).toEqual(["failed", { code: "not-possible" }]);
	expect(await getOutcome(cleo.client(putInInjuredPlace, { params, body: { playerId } }))).toBe("season-complete");
	const moves = [{ playerId, toTeamId: null }];
	const correction = ada.client(correctSquads, { params, body: { moves, reason: "A slip" } });
	expect(await getOutcome(correction)).toBe("season-complete");
	expect(await db.selectFrom("lineups").orderBy("team_id").selectAll().execute()).toEqual(lineups);
	expect((await checkSquads(db)).findings).toEqual([]);
});
