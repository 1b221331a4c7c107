import { showMyTeam, updateTeam } from "@first-bounce/contract/team/team";
import {
	changeTeamCaptain,
	listActions,
	readReceipt,
	rollBackTeam,
	swapInTeam,
} from "@first-bounce/contract/team/team-actions";
import { reverseSavedTrades, submitTrades } from "@first-bounce/contract/team/trade";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createKnownManager, KNOWN_TEAM, LATE_FREE } from "../../../../../testing/season/known-team.ts";
import { finishRound } from "../../../../../testing/season/play-rounds.ts";
import { FIRST_BOUNCE } from "../../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

test("the receipt shows what was saved, to its owner only", async () => {
	const [{ client, userId }, other] = [await createKnownManager(app), await createKnownManager(app)];
	const { team } = await client(showMyTeam, {});
	const { lineup, bench, captainId, viceCaptainId, utilityId, emergency } = team;
	const body = {
		lineup,
		bench,
		captainId: viceCaptainId,
		viceCaptainId: captainId,
		utilityId,
		emergency: emergency.slice(1),
	};
	const { receipt } = await client(updateTeam, {
		body: { ...body, lineup: { ...lineup, DEF: lineup.DEF.with(4, 1062) } },
	});
	const { action, saved } = await client(readReceipt, { params: { id: receipt.id } });
	expect(action).toEqual({
		id: receipt.id,
		userId,
		fullName: expect.stringMatching(/^U \d\.$/),
		savedAt: receipt.savedAt,
		seasonTime: new Date(app.clocks.seasonNow()).toISOString(),
		roundId: 1,
		action: "update",
		version: 1,
		changes: [
			{ what: "field", line: "DEF", index: 4, from: 1050, to: 1062 },
			{ what: "captain", line: null, index: 0, from: 1001, to: 1002 },
			{ what: "viceCaptain", line: null, index: 0, from: 1002, to: 1001 },
			{ what: "emergency", line: null, index: 0, from: 1051, to: 0 },
		],
		trades: [],
		cause: null,
	});
	expect(saved.lineup.DEF).toEqual([1001, 1002, 1025, 1049, 1062]);
	expect(saved).toMatchObject({ captainId: 1002, utilityId: 1061, bank: 1_000_000 + (1050 - 1062) * 3_000 });
	expect((await getApiFailure(other.client(readReceipt, { params: { id: receipt.id } }))).status).toBe(404);
	expect((await getApiFailure(client(readReceipt, { params: { id: "not-one" } }))).status).toBe(422);
});

test("the history lists accepted actions, newest first, and no refused ones", async () => {
	await finishRound(app, 1);
	const { client } = await createKnownManager(app);
	const pair = { playerInId: LATE_FREE.MID, playerOutId: 1005 };
	await client(swapInTeam, { body: { swapsPairs: [[1001, 1051]] } });
	const traded = await client(submitTrades, { body: { tradePairs: [pair] } });
	await getApiFailure(client(submitTrades, { body: { tradePairs: [pair] } }));
	await client(reverseSavedTrades, { body: { tradeIds: traded.trades.map(({ id }) => id) } });
	await client(changeTeamCaptain, { body: { type: "captain", newId: 1054 } });
	const { receipt } = await client(rollBackTeam, {});
	const { actions, nextPage } = await client(listActions, {});
	expect(nextPage).toBeNull();
	expect(actions.map(({ action, version }) => [action, version])).toEqual([
		["rollback", 5],
		["change-captain", 4],
		["trade-reverse", 3],
		["trade-make", 2],
		["swap", 1],
	]);
	expect(actions.map(({ trades }) => trades)).toEqual([[], [], [pair], [pair], []]);
	expect(actions.map(({ changes }) => changes.map(({ from, to }) => [from, to]))).toEqual([
		[
			[1051, 1001],
			[1001, 1051],
			[1054, 1001],
			[1001, 1051],
		],
		[[1051, 1054]],
		[[1065, 1005]],
		[[1005, 1065]],
		[
			[1001, 1051],
			[1051, 1001],
			[1001, 1051],
			[1051, 1001],
		],
	]);
	expect(actions[0]?.id).toBe(receipt.id);
	expect(actions.every(({ roundId, seasonTime }) => roundId === 2 && Date.parse(seasonTime) > FIRST_BOUNCE)).toBe(true);
});

test("the pages of a long history have neither gaps nor duplicates", async () => {
	const { client } = await createKnownManager(app, { slots: KNOWN_TEAM });
	for (let time = 0; time < 45; time++)
		await client(changeTeamCaptain, { body: { type: "captain", newId: time % 2 === 0 ? 1053 : 1054 } });
	const pages = [1, 2, 3, 4].map((page) => client(listActions, { query: { page } }));
	const [first, second, third, fourth] = await Promise.all(pages);
	expect([first, second, third, fourth].map((page) => page?.nextPage)).toEqual([2, 3, null, null]);
	const versions = [first, second, third, fourth].flatMap((page) => page?.actions.map(({ version }) => version) ?? []);
	expect(versions).toEqual(Array.from({ length: 45 }, (_, index) => 45 - index));
});
