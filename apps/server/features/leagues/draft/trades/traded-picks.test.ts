import { agreeToUndo, undoTransaction } from "@first-bounce/contract/draft/squads";
import { offerTrade } from "@first-bounce/contract/draft/trades";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY, FIRST_BOUNCE } from "../../../../../../testing/season/small-season.ts";
import { getOutcome } from "../../../../../../testing/server/draft-leagues.ts";
import type { LeagueManager } from "../../../../../../testing/server/league-managers.ts";
import { createTradeRoom, type TradeRoom } from "../../../../../../testing/server/squad-trades.ts";
import { createTestApp, type TestApp } from "../../../../../../testing/server/test-app.ts";

let app: TestApp;
let room: TradeRoom;
beforeAll(async () => {
	app = await createTestApp();
	app.clocks.setSeason(FIRST_BOUNCE - 5 * DAY);
	room = await createTradeRoom(app);
	const teamIds = room.managers.map(room.getTeamId);
	const picks = teamIds.map((team_id) => ({ league_id: room.params.id, round: 1, original_team_id: team_id, team_id }));
	await app.database.db.insertInto("future_picks").values(picks).execute();
	// Only a league that continues has picks to trade.
	await saveFormat("keeper");
});
afterAll(() => app.close());

const saveFormat = (format: "keeper" | "redraft") =>
	app.database.db.updateTable("drafts").set({ format }).where("league_id", "=", room.params.id).execute();

/** Offers the first pick that was Ada's for that of another team. */
async function offerPick(from: LeagueManager, to: LeagueManager) {
	const { params, managers, getTeamId } = room;
	const body = {
		toTeamId: getTeamId(to),
		playerIds: [],
		wantedIds: [],
		picks: [{ round: 1, originalTeamId: getTeamId(managers[0]) }],
		wantedPicks: [{ round: 1, originalTeamId: getTeamId(to) }],
		message: "",
	};
	return (await from.client(offerTrade, { params, body })).trade;
}
const getState = async (manager: LeagueManager, id: number) =>
	(await room.list(manager)).find((trade) => trade.id === id)?.state;

test("a league that was converted to redraft trades no picks", async () => {
	const [ada, bea] = room.managers;
	await saveFormat("redraft");
	expect(await getOutcome(offerPick(ada, bea))).toBe("draft-trade-pick-not-owned");
	await saveFormat("keeper");
});

test("an offer ends when its pick is traded alone or given back [D2.9.565]", async () => {
	const { params, managers } = room;
	const [ada, bea, cleo, dora] = managers;
	const toCleo = await offerPick(ada, cleo);
	expect((await room.accept(bea, await offerPick(ada, bea))).state).toBe("executed");
	expect(await getState(cleo, toCleo.id)).toBe("expired");

	const toDora = await offerPick(bea, dora);
	const change = app.database.db.selectFrom("squad_changes").select("id");
	const { id: changeId } = await change.executeTakeFirstOrThrow();
	const body = { changeId: String(changeId) };
	await ada.client(undoTransaction, { params, body: { ...body, reason: "We were wrong" } });
	for (const { client } of [cleo, dora]) await client(agreeToUndo, { params, body: { ...body, agrees: true } });
	const owners = await app.database.db
		.selectFrom("future_picks")
		.whereRef("team_id", "<>", "original_team_id")
		.select("team_id")
		.execute();
	expect(owners).toEqual([]);
	expect(await getState(dora, toDora.id)).toBe("expired");
});

test("a pick that is promised in another trade is not given back [D2.9.640]", async () => {
	const { params, managers } = room;
	const [ada, bea, cleo, dora] = managers;
	expect((await room.accept(bea, await offerPick(ada, bea))).state).toBe("executed");
	const { id } = await app.database.db
		.selectFrom("squad_changes")
		.orderBy("id", "desc")
		.select("id")
		.executeTakeFirstOrThrow();
	const undo = { params, body: { changeId: String(id), reason: "We were wrong" } };
	const vote = { params, body: { changeId: String(id), agrees: true } };
	await ada.client(undoTransaction, undo);
	await cleo.client(agreeToUndo, vote);

	await app.database.db
		.updateTable("drafts")
		.set({ trade_review: "commissioner", trade_review_hours: 24 })
		.where("league_id", "=", params.id)
		.execute();
	expect((await room.accept(dora, await offerPick(bea, dora))).state).toBe("accepted");
	const refusal = {
		status: 409,
		code: "undo-pick-moved",
		message: "A pick of this trade has since changed hands or is part of another accepted trade",
	};
	await expect(dora.client(agreeToUndo, vote)).rejects.toMatchObject(refusal);
	await expect(ada.client(undoTransaction, undo)).rejects.toMatchObject(refusal);
	const owner = await app.database.db
		.selectFrom("future_picks")
		.where("original_team_id", "=", room.getTeamId(ada))
		.select("team_id")
		.executeTakeFirstOrThrow();
	expect(owner.team_id).toBe(room.getTeamId(bea));
});
