import { showDraftTeams } from "@first-bounce/contract/draft/draft";
import {
	type DraftLineupBody,
	type DraftTeamRound,
	saveDraftLineup,
	showDraftTeam,
	showMyDraftTeam,
} from "@first-bounce/contract/draft/draft-lineup";
import { leaveLeague } from "@first-bounce/contract/leagues/league-actions";
import { listPlayerIds } from "@first-bounce/rules/lineup/slots";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DAY, FIRST_BOUNCE, HOUR } from "../../../../../../testing/season/small-season.ts";
import { createDraftRoom, type DraftRoom, getOutcome } from "../../../../../../testing/server/draft-leagues.ts";
import type { LeagueManager } from "../../../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../../../testing/server/test-app.ts";
import { waitFor } from "../../../../../../testing/server/wait-for.ts";
import { incrementDataVersion } from "../../../seasons/current/season-version-queries.ts";
import { runAutopilot } from "./autopilot.ts";

/** Two defenders, a midfielder and a forward on field, a midfielder on the bench, and a utility that scores. */
const SQUAD = {
	field: { DEF: 2, MID: 1, RUC: 0, FWD: 1 },
	bench: { DEF: 0, MID: 1, RUC: 0, FWD: 0 },
	utilityScores: true,
	limits: { DEF: 3, MID: 3, RUC: 1, FWD: 2 },
};

let app: TestApp;
beforeEach(async () => {
	app = await createTestApp();
});
afterEach(() => app.close());

/** A league whose draft is complete before round 1, with the managers in the order of their teams. */
async function createDraftedLeague() {
	const room = await createDraftRoom(app, { settings: { squad: SQUAD } });
	for (let pick = 0; pick < 24; pick++) await room.pickNext();
	const [ada, bea] = room.managers;
	if (!ada || !bea) throw new Error("A league has four managers");
	return { room, ada, bea, params: { id: room.id } };
}

const getMine = async ({ id }: Pick<DraftRoom, "id">, { client }: LeagueManager): Promise<DraftTeamRound> =>
	(await client(showMyDraftTeam, { params: { id } })).team;

const buildBody = (team: DraftTeamRound): DraftLineupBody => ({
	lineup: team.lineup ?? { DEF: [], MID: [], RUC: [], FWD: [] },
	bench: team.bench ?? { DEF: [], MID: [], RUC: [], FWD: [] },
	utilityId: team.utilityId ?? 0,
	captainId: team.captainId ?? 0,
	viceCaptainId: team.viceCaptainId ?? 0,
	emergency: team.emergency ?? [],
	version: team.version,
});

/** The body with captain and vice captain exchanged. */
const exchangeCaptains = (team: DraftTeamRound): DraftLineupBody => ({
	...buildBody(team),
	captainId: team.viceCaptainId ?? 0,
	viceCaptainId: team.captainId ?? 0,
});

const throwError = (error: unknown): never => {
	throw error;
};

/** Makes a player injured, as a feed would. */
async function injure(playerId: number | null): Promise<void> {
	const { db } = app.database;
	await db
		.updateTable("players")
		.set({ status: "injured" })
		.where("id", "=", playerId ?? 0)
		.execute();
	await incrementDataVersion(db, app.season.id);
	await app.seasons.refresh();
}

/** Makes a round the current one, and those before it complete. */
async function openRound(roundId: number, status: "scheduled" | "playing" = "playing"): Promise<void> {
	const { db } = app.database;
	const complete = { status: "complete" as const, published_at: new Date(FIRST_BOUNCE), magic_number: 1 };
	await db.updateTable("rounds").set(complete).where("id", "<", roundId).execute();
	await db.updateTable("rounds").set({ status }).where("id", "=", roundId).execute();
	await incrementDataVersion(db, app.season.id);
	await app.seasons.refresh();
}

const getSquadId = (playerId: number): number => app.season.players.find(({ id }) => id === playerId)?.squadId ?? 0;
const listAll = (team: DraftTeamRound): number[] => {
	const body = buildBody(team);
	return [...listPlayerIds({ ...body, field: body.lineup })];
};

test("a manager saves her line-up by version, with a receipt (D2.9.310)", async () => {
	const { room, ada, bea, params } = await createDraftedLeague();
	const team = await getMine(room, ada);
	expect(team).toMatchObject({ isOwn: true, roundId: 1, startRoundId: 1, hidden: 0, points: null, version: 0 });
	expect(listAll(team).toSorted()).toEqual(team.playerIds.toSorted());
	const { team: saved, receipt } = await ada.client(saveDraftLineup, { params, body: exchangeCaptains(team) });
	expect(saved).toMatchObject({ captainId: team.viceCaptainId, viceCaptainId: team.captainId, version: 1 });
	expect(receipt.action).toBe("update");
	expect(await getOutcome(ada.client(saveDraftLineup, { params, body: buildBody(team) }))).toBe("stale-version");
	const rival = await getMine(room, bea);
	expect(await getOutcome(ada.client(saveDraftLineup, { params, body: { ...buildBody(rival), version: 1 } }))).toBe(
		"not-in-team",
	);
	const rows = await app.database.db
		.selectFrom("team_actions")
		.where("team_id", "=", team.teamId)
		.select(["user_id", "version", "action"])
		.execute();
	expect(rows).toEqual([{ user_id: ada.userId, version: 1, action: "update" }]);
});

test("rivals see each player once she has locked (D2.9.311)", async () => {
	const { room, ada, bea, params } = await createDraftedLeague();
	const own = await getMine(room, ada);
	const path = { ...params, teamId: own.teamId, roundId: 1 };
	const before = (await bea.client(showDraftTeam, { params: path })).team;
	expect(before).toMatchObject({ isOwn: false, lineup: null, captainId: null, emergency: null });
	expect(before.playerIds).toEqual(own.playerIds);
	app.clocks.setSeason(FIRST_BOUNCE + HOUR);
	await openRound(1);
	// The first match is that of clubs 11 and 12; 15 and 16 have a bye, and 13 and 14 play a day later.
	const during = (await bea.client(showDraftTeam, { params: path })).team;
	const locked = listAll(own).filter((id) => ![13, 14].includes(getSquadId(id)));
	expect(listAll(during)).toEqual(locked);
	expect([during.hidden, during.isLive]).toEqual([own.playerIds.length - locked.length, true]);
	expect(during.captainId).toBe(locked.includes(own.captainId ?? 0) ? own.captainId : 0);
	expect((during.emergency ?? []).every((id) => locked.includes(id))).toBe(true);
	const { teams } = await bea.client(showDraftTeams, { params });
	const listed = teams.find(({ teamId }) => teamId === own.teamId);
	expect(listed).toMatchObject({ lineup: during.lineup, captainId: during.captainId, hidden: during.hidden });
	expect(teams.find(({ owner }) => owner?.userId === bea.userId)?.hidden).toBe(0);
});

test("locks bind from the league's start round on, and line-ups carry over (D2.9.312)", async () => {
	const { room, ada, params } = await createDraftedLeague();
	await app.database.db.updateTable("leagues").set({ start_id: 2 }).where("id", "=", room.id).execute();
	await app.database.db
		.updateTable("lineups")
		.set({ round_id: 2 })
		.where("round_id", "=", 1)
		.where("bank", "is", null)
		.execute();
	app.clocks.setSeason(FIRST_BOUNCE + 2 * DAY);
	await openRound(1);
	const team = await getMine(room, ada);
	expect(team.roundId).toBe(2);
	const { team: early } = await ada.client(saveDraftLineup, { params, body: exchangeCaptains(team) });
	app.clocks.setSeason(FIRST_BOUNCE + 9 * DAY);
	await openRound(2);
	expect(await getOutcome(ada.client(saveDraftLineup, { params, body: exchangeCaptains(early) }))).toBe("locked");
	await openRound(3, "scheduled");
	app.clocks.setSeason(FIRST_BOUNCE + 12 * DAY);
	const third = await getMine(room, ada);
	expect(third).toMatchObject({ roundId: 3, captainId: early.captainId, version: 1 });
	await ada.client(saveDraftLineup, { params, body: exchangeCaptains(third) });
	const rows = await app.database.db
		.selectFrom("lineups")
		.where("team_id", "=", team.teamId)
		.select(["round_id", "captain_id"])
		.orderBy("round_id")
		.execute();
	expect(rows).toEqual([
		{ round_id: 2, captain_id: early.captainId },
		{ round_id: 3, captain_id: early.viceCaptainId },
	]);
});

test("a save that waits over a lock is refused (D2.9.313)", async () => {
	const { room, ada, params } = await createDraftedLeague();
	const team = await getMine(room, ada);
	const { db, pool } = app.database;
	const client = await pool.connect();
	try {
		await client.query("BEGIN");
		await client.query("SELECT FROM teams WHERE id = $1 FOR UPDATE", [team.teamId]);
		const outcome = getOutcome(ada.client(saveDraftLineup, { params, body: exchangeCaptains(team) }));
		await waitFor(async () => {
			const { rows } = await pool.query(
				"SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
			);
			expect(rows).toHaveLength(1);
		});
		app.clocks.setSeason(FIRST_BOUNCE + 2 * DAY);
		await client.query("COMMIT");
		expect(await outcome).toBe("locked");
	} finally {
		client.release();
	}
	const rows = await db.selectFrom("team_actions").where("team_id", "=", team.teamId).select("id").execute();
	expect(rows).toEqual([]);
});

test("saves of two processes with one version are stored once (D2.9.313)", async () => {
	const { room, ada, params } = await createDraftedLeague();
	const second = await app.startSecondServer();
	const onSecond = second.as(await app.getToken(ada.userId));
	const team = await getMine(room, ada);
	const body = exchangeCaptains(team);
	const outcomes = await Promise.all([
		getOutcome(ada.client(saveDraftLineup, { params, body })),
		getOutcome(onSecond(saveDraftLineup, { params, body })),
	]);
	expect(outcomes.toSorted()).toEqual(["done", "stale-version"]);
	expect((await getMine(room, ada)).version).toBe(1);
	await second.close();
});

test("a team without a manager is arranged once before each lock (D2.9.314)", async () => {
	const { room, bea, params } = await createDraftedLeague();
	const services = { db: app.database.db, seasons: app.seasons, clocks: app.clocks };
	const team = await getMine(room, bea);
	// Her captain was the best by the projection; now she is out.
	const { captainId } = team;
	await injure(captainId);
	await bea.client(leaveLeague, { params });
	const listRows = () =>
		app.database.db
			.selectFrom("team_actions")
			.where("action", "=", "autopick")
			.select(["team_id", "user_id", "version"])
			.execute();
	app.clocks.setSeason(FIRST_BOUNCE - 25 * HOUR);
	await runAutopilot(services, throwError);
	expect(await listRows()).toEqual([]);
	app.clocks.setSeason(FIRST_BOUNCE - 9 * 60_000);
	await Promise.all([runAutopilot(services, throwError), runAutopilot(services, throwError)]);
	await runAutopilot(services, throwError);
	expect(await listRows()).toEqual([{ team_id: team.teamId, user_id: 0, version: 1 }]);
	const [ada] = room.managers;
	app.clocks.setSeason(FIRST_BOUNCE + 2 * DAY);
	await openRound(1);
	const shown = (await ada?.client(showDraftTeam, { params: { ...params, teamId: team.teamId, roundId: 1 } }))?.team;
	expect(shown?.captainId).not.toBe(captainId);
	expect(shown).toMatchObject({ owner: null, hidden: 0 });
});

test("a team that cannot be arranged keeps no other one waiting", async () => {
	const { room, bea, params } = await createDraftedLeague();
	const cat = room.findManager(room.teamIds[2]);
	const [team, broken] = [await getMine(room, bea), await getMine(room, cat)];
	await injure(team.captainId);
	for (const { client } of [bea, cat]) await client(leaveLeague, { params });
	const { db } = app.database;
	await db.deleteFrom("lineups").where("team_id", "=", broken.teamId).execute();
	app.clocks.setSeason(FIRST_BOUNCE - 9 * 60_000);
	const errors: unknown[] = [];
	const run = () => runAutopilot({ db, seasons: app.seasons, clocks: app.clocks }, (error) => void errors.push(error));
	await run();
	await run();
	expect(errors).toMatchObject([{ status: 409 }]);
	const rows = await db.selectFrom("team_actions").where("action", "=", "autopick").select("team_id").execute();
	expect(rows).toEqual([{ team_id: team.teamId }]);
});
