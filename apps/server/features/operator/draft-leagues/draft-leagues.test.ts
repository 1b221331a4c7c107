import { listFreeAgents, showDraftTeams } from "@first-bounce/contract/draft/draft";
import { addFreeAgent, listTransactions } from "@first-bounce/contract/draft/waivers";
import { listAudit } from "@first-bounce/contract/operator/audit";
import * as calls from "@first-bounce/contract/operator/draft-leagues";
import type { OperatorRole } from "@first-bounce/contract/operator-role";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { FIRST_BOUNCE } from "../../../../../testing/season/small-season.ts";
import {
	createDraftRoom,
	type DraftRoom,
	getFourManagers,
	getOutcome,
} from "../../../../../testing/server/draft-leagues.ts";
import { finishRoom } from "../../../../../testing/server/draft-waivers.ts";
import type { LeagueManager } from "../../../../../testing/server/league-managers.ts";
import { createManager, createTestApp, type TestApp, verifyOperator } from "../../../../../testing/server/test-app.ts";

const HOUR = 3_600_000;
const reason = "The league asked for help";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

async function makeOperator({ user, client }: Awaited<ReturnType<typeof createManager>>, role: OperatorRole) {
	await app.database.db.updateTable("users").set({ operator_role: role }).where("id", "=", user.id).execute();
	await verifyOperator(app, user.id);
	return client;
}
const createOperator = async (role: OperatorRole) => makeOperator(await createManager(app), role);

describe("a draft in trouble", () => {
	let room: DraftRoom;
	beforeEach(async () => {
		app.clocks.setSeason(FIRST_BOUNCE - 24 * HOUR);
		await app.database.db.deleteFrom("leagues").execute();
		room = await createDraftRoom(app);
	});
	const params = () => ({ id: room.id });

	test("is found by what is wrong, name, code or id [D2.9.590]", async () => {
		const client = await createOperator("viewer");
		const list = async (query: { show?: "trouble" | "all"; search?: string }) =>
			(await client(calls.listDraftLeagues, { query })).leagues.map(({ id }) => id);
		expect(await list({})).toEqual([]);
		expect(await list({ show: "all" })).toEqual([room.id]);
		expect(await list({ show: "all", search: "draft cl" })).toEqual([room.id]);
		expect(await list({ show: "all", search: room.league.code.toLowerCase() })).toEqual([room.id]);
		expect(await list({ show: "all", search: String(room.id) })).toEqual([room.id]);
		expect(await list({ show: "all", search: "100% other" })).toEqual([]);
		// The first pick's minute ends, and no leader looks.
		app.clocks.setWall(app.clocks.wallNow() + 70_000);
		const { leagues } = await client(calls.listDraftLeagues, { query: {} });
		expect(leagues).toEqual([
			{
				id: room.id,
				name: "The Draft Club",
				format: "redraft",
				draftStatus: "live",
				teams: 4,
				size: 4,
				startsAt: null,
				troubles: ["overdue"],
			},
		]);
		await app.database.db
			.updateTable("draft_seats")
			.set({ is_away: true, misses: 2 })
			.where("team_id", "=", room.teamIds[1] ?? 0)
			.execute();
		const { league } = await client(calls.showOperatorDraftLeague, { params: params() });
		expect(league).toMatchObject({
			troubles: ["overdue", "away"],
			deputies: 0,
			draft: { activeTeamId: room.teamIds[0], picksMade: 0, picks: 16, pauseReason: null, problems: [] },
			squads: [{ isAway: false }, { teamId: room.teamIds[1], isAway: true, misses: 2 }, {}, {}],
			nextRun: null,
			findings: [],
			transactions: [],
		});
		expect(await getOutcome(client(calls.showOperatorDraftLeague, { params: { id: 999_999 } }))).toBe("league-unknown");
	});

	test("is paused and resumed, with the reason in the audit log [D2.9.591]", async () => {
		const client = await createOperator("match-day");
		const change = (action: "pause" | "resume") =>
			client(calls.changeLeagueDraft, { params: params(), body: { reason, action } });
		expect(await getOutcome(change("resume"))).toBe("draft-changed");
		const { league } = await change("pause");
		expect(league).toMatchObject({ draftStatus: "paused", troubles: ["paused"], draft: { pauseReason: "operator" } });
		expect(await getOutcome(change("pause"))).toBe("draft-changed");
		expect((await change("resume")).league).toMatchObject({ draftStatus: "live", troubles: [] });
		const owner = await createOperator("owner");
		const { entries } = await owner(listAudit, { query: {} });
		expect(entries.slice(0, 2).map((entry) => [entry.action, entry.subject, entry.reason, entry.after])).toEqual([
			["draft-resumed", `draft-league:${room.id}`, reason, { state: "live" }],
			["draft-paused", `draft-league:${room.id}`, reason, { state: "paused" }],
		]);
	});
});

describe("the squads of a league in trouble", () => {
	let room: DraftRoom;
	let first: LeagueManager;
	let second: LeagueManager;
	let changeId: string;
	let moved: { readonly dropId: number; readonly playerId: number };
	beforeEach(async () => {
		app.clocks.setSeason(FIRST_BOUNCE - 24 * HOUR);
		room = await createDraftRoom(app);
		await finishRoom(room);
		[first, second] = getFourManagers(room);
		// After the last waiver run before the first round.
		app.clocks.setSeason(FIRST_BOUNCE - HOUR);
		const { teams } = await first.client(showDraftTeams, { params: { id: room.id } });
		const dropId = teams.find(({ teamId }) => teamId === room.teamIds[1])?.playerIds.at(-1) ?? 0;
		const { players } = await first.client(listFreeAgents, { params: { id: room.id } });
		const getLines = (id: number) => app.seasons.current().players.get(id)?.position ?? [];
		const playerId = players.find((player) =>
			getLines(player.playerId).some((line) => getLines(dropId).includes(line)),
		)?.playerId;
		moved = { dropId, playerId: playerId ?? 0 };
		const { transaction } = await second.client(addFreeAgent, { params: { id: room.id }, body: moved });
		changeId = transaction.id;
	});
	const params = () => ({ id: room.id });

	test("are put back and corrected, for all members to read [D2.9.592]", async () => {
		const client = await createOperator("match-day");
		const before = await client(calls.showOperatorDraftLeague, { params: params() });
		expect(before.league).toMatchObject({
			nextRun: null,
			tradeDeadline: 3,
			transactions: [{ id: changeId, mayUndo: true, isOperator: false }],
		});
		const undone = await client(calls.undoByOperator, { params: params(), body: { reason, changeId } });
		expect(undone.league.transactions).toMatchObject([
			{ kind: "undo", isOperator: true, person: null, reason },
			{ id: changeId },
		]);
		expect(undone.league.transactions.map(({ mayUndo }) => mayUndo)).toEqual([undefined, undefined]);
		expect(undone.league.squads[1]?.playerIds).toContain(moved.dropId);
		const correct = (toTeamId: number | null) =>
			client(calls.correctByOperator, {
				params: params(),
				body: { reason, moves: [{ playerId: moved.dropId, toTeamId }] },
			});
		expect(await getOutcome(correct(room.teamIds[0] ?? 0))).toBe("squad-full");
		expect((await correct(null)).league.squads[1]?.playerIds).toHaveLength(3);
		const { transactions } = await second.client(listTransactions, { params: params(), query: {} });
		expect(transactions.map((entry) => [entry.kind, entry.isOperator, entry.reason])).toEqual([
			["correction", true, reason],
			["undo", true, reason],
			["free-agent", false, ""],
		]);
		const owner = await createOperator("owner");
		const { entries } = await owner(listAudit, { query: {} });
		expect(entries.slice(0, 2).map((entry) => [entry.action, entry.subject, entry.reason])).toEqual([
			["squads-corrected", `draft-league:${room.id}`, reason],
			["squad-change-undone", `draft-league:${room.id}`, reason],
		]);
	});

	test("are changed by no operator whose own team is concerned [D2.9.592]", async () => {
		const { db } = app.database;
		await db.updateTable("users").set({ operator_role: "owner" }).where("id", "=", second.userId).execute();
		await verifyOperator(app, second.userId);
		const undo = () => second.client(calls.undoByOperator, { params: params(), body: { reason, changeId } });
		expect(await getOutcome(undo())).toBe("operator-own-team");
		const correct = (moves: { playerId: number; toTeamId: number | null }[]) =>
			second.client(calls.correctByOperator, { params: params(), body: { reason, moves } });
		expect(await getOutcome(correct([{ playerId: moved.playerId, toTeamId: null }]))).toBe("operator-own-team");
		expect(await getOutcome(correct([{ playerId: moved.dropId, toTeamId: room.teamIds[1] ?? 0 }]))).toBe(
			"operator-own-team",
		);
		const { league } = await second.client(calls.showOperatorDraftLeague, { params: params() });
		expect(league.transactions).toHaveLength(1);
	});

	test("are read by viewers without people and reasons [D2.9.593]", async () => {
		const owner = await createOperator("owner");
		await owner(calls.undoByOperator, { params: params(), body: { reason, changeId } });
		const read = async (role: OperatorRole) =>
			(await (await createOperator(role))(calls.showOperatorDraftLeague, { params: params() })).league.transactions.map(
				(entry) => [entry.kind, entry.reason, entry.person?.userId ?? null],
			);
		expect(await read("viewer")).toEqual([
			["undo", "", null],
			["free-agent", "", null],
		]);
		for (const role of ["moderator", "match-day"] as const)
			expect(await read(role)).toEqual([
				["undo", reason, null],
				["free-agent", "", second.userId],
			]);
		for (const role of ["viewer", "moderator"] as const) {
			const client = await createOperator(role);
			const attempt = client(calls.undoByOperator, { params: params(), body: { reason, changeId } });
			expect(await getOutcome(attempt)).toBe("role-not-allowed");
		}
	});

	test("that differ from the log are listed with where they do [D2.9.594]", async () => {
		const { db } = app.database;
		const teamId = room.teamIds[1] ?? 0;
		const swap = (id: number) => (id === moved.playerId ? moved.dropId : id);
		const lineup = await db.selectFrom("lineups").where("team_id", "=", teamId).selectAll().executeTakeFirstOrThrow();
		await db
			.updateTable("lineups")
			.set({
				slots: lineup.slots.map(swap),
				captain_id: swap(lineup.captain_id),
				vice_captain_id: swap(lineup.vice_captain_id),
			})
			.where("team_id", "=", teamId)
			.execute();
		const client = await createOperator("viewer");
		const { league } = await client(calls.showOperatorDraftLeague, { params: params() });
		expect(league.findings.map((finding) => [finding.kind, finding.teamId, finding.playerId])).toEqual(
			expect.arrayContaining([
				["not-owned", teamId, moved.dropId],
				["without-place", teamId, moved.playerId],
			]),
		);
		const other = await createDraftRoom(app);
		const { league: clean } = await client(calls.showOperatorDraftLeague, { params: { id: other.id } });
		expect(clean.findings).toEqual([]);
	});

	test("say when waivers run next, and that a run is late [D2.9.594]", async () => {
		const client = await createOperator("viewer");
		app.clocks.setSeason(FIRST_BOUNCE - 24 * HOUR);
		const late = await createDraftRoom(app);
		await finishRoom(late);
		const show = async () => (await client(calls.showOperatorDraftLeague, { params: { id: late.id } })).league;
		const { nextRun } = await show();
		expect(nextRun).toMatchObject({ roundId: 1, run: "second" });
		app.clocks.setSeason(Date.parse(nextRun?.dueAt ?? "") + 6 * 60_000);
		expect((await show()).troubles).toEqual(["run-late"]);
	});
});
