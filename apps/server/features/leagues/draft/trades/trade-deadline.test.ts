import { showDraftLeague } from "@first-bounce/contract/draft/draft";
import { changeDraftSettings } from "@first-bounce/contract/draft/draft-process";
import { createLeague } from "@first-bounce/contract/leagues/league-actions";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY, FIRST_BOUNCE, HOUR } from "../../../../../../testing/season/small-season.ts";
import {
	createDraftRoom,
	type DraftRoom,
	getFourManagers,
	getOutcome,
} from "../../../../../../testing/server/draft-leagues.ts";
import { finishRoom } from "../../../../../../testing/server/draft-waivers.ts";
import { createTestApp, type TestApp } from "../../../../../../testing/server/test-app.ts";
import { advanceLeagues } from "../../head-to-head/round-activity.ts";

const ROUNDS = 8;

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp({}, { rounds: ROUNDS });
});
afterAll(() => app.close());

/** Sets the clock to an hour before the first match of a round. */
const goBefore = (roundId: number) => app.clocks.setSeason(FIRST_BOUNCE + (roundId - 1) * 7 * DAY - HOUR);
beforeEach(() => goBefore(7));

async function showDeadline({ id, ...room }: DraftRoom) {
	const { league } = await getFourManagers(room)[0].client(showDraftLeague, { params: { id } });
	return league.tradeDeadline;
}

test("a late league can trade in three quarters of its rounds [D2.9.937]", async () => {
	expect(await showDeadline(await createDraftRoom(app, { isStarted: false, startId: 7 }))).toBe(8);
	goBefore(5);
	expect(await showDeadline(await createDraftRoom(app, { isStarted: false, startId: 5 }))).toBe(7);
	goBefore(1);
	expect(await showDeadline(await createDraftRoom(app, { isStarted: false, startId: 1 }))).toBe(6);
});

test("a trade deadline before the league's start is refused [D2.9.937]", async () => {
	const room = await createDraftRoom(app, { isStarted: false, startId: 7 });
	const [ada] = getFourManagers(room);
	const create = (tradeDeadline: number | null) =>
		getOutcome(
			ada.client(createLeague, {
				body: { name: "Day Club", startId: 7, class: "draft", size: 8, draft: { tradeDeadline } },
			}),
		);
	expect([await create(6), await create(7), await create(null)]).toEqual([
		"draft-trade-deadline-early",
		"done",
		"done",
	]);
	const params = { id: room.id };
	const change = (body: { tradeDeadline?: number; captainDoubled?: boolean }) =>
		getOutcome(ada.client(changeDraftSettings, { params, body }));
	expect(await change({ tradeDeadline: 6 })).toBe("draft-trade-deadline-early");
	expect(await change({ tradeDeadline: 7 })).toBe("done");
	goBefore(8);
	expect(await change({ tradeDeadline: 7, captainDoubled: false })).toBe("done");
	expect(await change({ tradeDeadline: 6 })).toBe("draft-trade-deadline-early");
});

test("the trade deadline moves with the start of a late draft [D2.9.937]", async () => {
	goBefore(5);
	const settings = { tradeDeadline: 6 };
	const rooms = {
		late: await createDraftRoom(app, { startId: 5, settings }),
		moved: await createDraftRoom(app, { startId: 5, settings }),
		later: await createDraftRoom(app, { startId: 5, settings: { tradeDeadline: 8 } }),
		never: await createDraftRoom(app, { startId: 5, settings: { tradeDeadline: 5 } }),
		always: await createDraftRoom(app, { startId: 5, settings: { tradeDeadline: null } }),
	};
	goBefore(6);
	await finishRoom(rooms.late);
	goBefore(7);
	await advanceLeagues(app.database.db, app.seasons.current(), app.clocks.seasonNow());
	const { late, ...others } = rooms;
	for (const room of Object.values(others)) await finishRoom(room);
	expect(await Promise.all(Object.values(rooms).map(showDeadline))).toEqual([8, 8, 8, 7, null]);
});
