import { afterAll, beforeAll, expect, test } from "vitest";
import { createKnownManager, KNOWN_TEAM, LATE_FREE } from "../../../../../testing/season/known-team.ts";
import { finishRound } from "../../../../../testing/season/play-rounds.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { createFindTeam } from "../team-queries.ts";
import { buildTeamState } from "../team-state.ts";
import { createActionStore } from "./action-store.ts";
import type { AllowedAction } from "./queries.ts";
import { buildSavedAction } from "./saved-action.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
	await finishRound(app, 1);
});
afterAll(() => app.close());

async function prepareCaptainChange(changed: Partial<AllowedAction> = {}) {
	const { userId } = await createKnownManager(app);
	const season = app.seasons.current();
	const read = () => createFindTeam(app.database.pool)({ seasonId: season.seasonId, userId });
	const row = await read();
	const team = row && buildTeamState(row, season);
	if (!row || !team) throw new Error("no team");
	const lineup = { slots: KNOWN_TEAM, captainId: 1053, viceCaptainId: 1054, emergency: [], bank: team.bank };
	const action: AllowedAction = {
		seasonId: season.seasonId,
		basedOn: row,
		userId,
		action: "change-captain",
		at: app.clocks.seasonNow(),
		roundId: 2,
		startRoundId: 1,
		lineupRound: 2,
		lineup,
		changedTrade: null,
		deletedTradeIds: [],
		newTrades: [],
		tradeLimit: season.rules.trades,
		instruction: null,
		saved: buildSavedAction(team, team, [], season.rules),
		...changed,
	};
	return { action, read };
}

function createCountingPool(app: TestApp) {
	let statements = 0;
	const { pool } = app.database;
	const counting = new Proxy(pool, {
		get: (target, name) => {
			if (name === "query") statements++;
			const value = Reflect.get(target, name);
			return typeof value === "function" ? value.bind(target) : value;
		},
	});
	return { pool: counting, statements: () => statements };
}

test("concurrent actions of many teams are saved in one statement", async () => {
	const teams = await Promise.all(Array.from({ length: 12 }, () => prepareCaptainChange()));
	const { pool, statements } = createCountingPool(app);
	const store = createActionStore(pool);
	const rows = await Promise.all(teams.map(({ action }) => store(action)));
	expect(statements()).toBe(1);
	expect(new Set(rows.map(({ receipt_id }) => receipt_id)).size).toBe(12);
	for (const [index, { action, read }] of teams.entries()) {
		const { rows: saved } = await app.database.pool.query("SELECT user_id FROM team_actions WHERE id = $1", [
			rows[index]?.receipt_id,
		]);
		expect(saved).toEqual([{ user_id: action.userId }]);
		const row = await read();
		expect([row?.version, row?.lineups.at(-1)?.captainId, row?.lineups.at(-1)?.roundId]).toEqual([1, 1053, 2]);
	}
});

test("an action whose team or season changed is not saved", async () => {
	const [good, staleTeam, staleSeason] = await Promise.all([
		prepareCaptainChange(),
		prepareCaptainChange(),
		prepareCaptainChange(),
	]);
	const store = createActionStore(app.database.pool);
	const moved = { ...staleTeam.action, basedOn: { ...staleTeam.action.basedOn, version: 7 } };
	const { basedOn } = staleSeason.action;
	const old = { ...staleSeason.action, basedOn: { ...basedOn, data_version: basedOn.data_version - 1 } };
	const rows = await Promise.all([good.action, moved, old].map(store));
	expect(rows.map(({ outcome }) => outcome)).toEqual(["saved", "team-changed", "season-changed"]);
	expect(rows.map(({ receipt_id }) => receipt_id !== null)).toEqual([true, false, false]);
	for (const { read } of [staleTeam, staleSeason]) {
		const row = await read();
		expect([row?.version, row?.lineups.map(({ roundId }) => roundId)]).toEqual([0, [1]]);
	}
});

test("an action that the database rejects fails no others", async () => {
	const trade = { roundId: 2, playerInId: LATE_FREE.MID, playerOutId: 1005, swapIds: [], priceIn: 1, priceOut: 1 };
	const trades = Array.from({ length: 4 }, (_, index) => ({
		...trade,
		final: false,
		playerInId: index + 1,
		playerOutId: index + 11,
	}));
	const [good, refused, other] = await Promise.all([
		prepareCaptainChange(),
		prepareCaptainChange({ newTrades: trades }),
		prepareCaptainChange(),
	]);
	const store = createActionStore(app.database.pool);
	const answers = await Promise.allSettled([good.action, refused.action, other.action].map(store));
	expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
	expect((await refused.read())?.version).toBe(0);
	expect((await refused.read())?.trades).toEqual([]);
	expect((await other.read())?.version).toBe(1);
});

test("a reversed trade's slot is used again, lowest first", async () => {
	const buildTradePair = (into: number, out: number) => ({
		roundId: 2,
		playerInId: into,
		playerOutId: out,
		swapIds: [],
		priceIn: 1,
		priceOut: 1,
		final: false,
	});
	const { action, read } = await prepareCaptainChange({
		newTrades: [buildTradePair(1, 11), buildTradePair(2, 12), buildTradePair(3, 13)],
	});
	const store = createActionStore(app.database.pool);
	const first = await store(action);
	const [, second = 0] = first.trade_ids ?? [];
	const buildAction = (version: number) => ({ ...action, basedOn: { ...action.basedOn, version }, newTrades: [] });
	expect((await store({ ...buildAction(1), deletedTradeIds: [second] })).outcome).toBe("saved");
	expect((await store({ ...buildAction(2), newTrades: [buildTradePair(4, 14)] })).outcome).toBe("saved");
	const { rows } = await app.database.pool.query(
		"SELECT slot, player_in_id FROM trades WHERE team_id = $1 ORDER BY slot",
		[action.basedOn.id],
	);
	expect(rows.map(({ slot, player_in_id }) => [slot, player_in_id])).toEqual([
		[1, 1],
		[2, 4],
		[3, 3],
	]);
	expect((await read())?.version).toBe(3);
});
