import { autofillTeam, type LineupBody, showMyTeam, type Team, updateTeam } from "@first-bounce/contract/team/team";
import { copyPlayersByLine } from "@first-bounce/rules/lineup/lineup";
import { buildLineupFromIds } from "@first-bounce/rules/lineup/slots";
import { LINES } from "@first-bounce/rules/player";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { KNOWN_TEAM } from "../../../../testing/season/known-team.ts";
import { DAY, FIRST_BOUNCE, HOUR } from "../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../testing/server/failure.ts";
import { createManager, createTestApp, type TestApp } from "../../../../testing/server/test-app.ts";
import { incrementDataVersion } from "../seasons/current/season-version-queries.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() => app.clocks.setSeason(FIRST_BOUNCE - DAY));

const createZeros = (length: number): number[] => Array.from({ length }, () => 0);
const buildEmptyLines = (players: number) => ({
	DEF: createZeros(players),
	MID: createZeros(players),
	RUC: createZeros(1),
	FWD: createZeros(players),
});
const EMPTY: LineupBody = {
	lineup: buildEmptyLines(5),
	bench: buildEmptyLines(1),
	captainId: 0,
	viceCaptainId: 0,
	utilityId: 0,
};
const buildBody = ({ lineup, bench, captainId, viceCaptainId, utilityId, emergency }: Team): LineupBody => ({
	lineup,
	bench,
	captainId,
	viceCaptainId,
	utilityId,
	emergency,
});
const listIds = ({ lineup, bench, utilityId }: LineupBody) =>
	[...LINES.flatMap((line) => [...lineup[line], ...bench[line]]), utilityId].filter(Boolean);

/** Two defenders of the home squad of the first match, and one of a squad that plays a day later. */
const [LOCKING, ALSO_LOCKING, LATER] = [1001, 1002, 1025];

/** Creates a manager whose team was autofilled around these three. */
async function createManagerWithTeam() {
	const manager = await createManager(app);
	const body = structuredClone(EMPTY);
	body.lineup.DEF = [LOCKING, ALSO_LOCKING, LATER, 0, 0];
	const { team } = await manager.client(autofillTeam, { body });
	return { ...manager, team };
}

/** The same line-up with the first two players of a line swapped. */
function swapFirstTwo(team: Team, line: "DEF" | "MID"): LineupBody {
	const body = structuredClone(buildBody(team));
	const [first = 0, second = 0, ...rest] = body.lineup[line];
	body.lineup[line] = [second, first, ...rest];
	return body;
}

/** The same line-up with another defender. */
function replaceDefender(team: Team, out: number, into: number): LineupBody {
	const body = structuredClone(buildBody(team));
	body.lineup.DEF = body.lineup.DEF.map((id) => (id === out ? into : id));
	const replaceId = (id: number) => (id === out ? into : id);
	return { ...body, captainId: replaceId(body.captainId), viceCaptainId: replaceId(body.viceCaptainId) };
}

describe("a team", () => {
	test("is empty and worth nothing until it is first saved (D1.3.47, D1.3.48, D1.7.36)", async () => {
		const { client, user } = await createManager(app);
		const { team, rollbackAvailable } = await client(showMyTeam, {});
		expect(team).toMatchObject({
			...EMPTY,
			userId: user.id,
			teamName: user.fantasyTeamName,
			name: user.fantasyTeamName,
		});
		expect(team).toMatchObject({ isComplete: false, value: 0, salaryCap: 15_500_000, startRoundId: null, version: 0 });
		expect([team.points, team.scoreflow, team.emergency, rollbackAvailable]).toEqual([0, {}, [], false]);
	});

	test("is created on first view for a user who registered early", async () => {
		const { client, user } = await createManager(app);
		await app.database.db.deleteFrom("teams").where("user_id", "=", user.id).execute();
		expect((await client(showMyTeam, {})).team.isComplete).toBe(false);
	});
});

test("a captain left out is chosen by the start round", async () => {
	const { client } = await createManager(app);
	app.clocks.setSeason(FIRST_BOUNCE + HOUR);
	const { field, bench, utilityId } = buildLineupFromIds(KNOWN_TEAM, app.season.rules);
	const { team } = await client(updateTeam, {
		body: {
			lineup: copyPlayersByLine(field),
			bench: copyPlayersByLine(bench),
			utilityId,
			captainId: 0,
			viceCaptainId: 0,
		},
	});
	// In round 1, which has begun, 1058 and 1059 have a bye. In round 2 they are projected to score most.
	expect(team).toMatchObject({ startRoundId: 2, captainId: 1059, viceCaptainId: 1058 });
});

describe("autofill", () => {
	test("fills an empty team within the cap, with roles (D1.3.45, D1.3.49, D1.3.50, D1.4.58, D1.7.40)", async () => {
		const { client } = await createManager(app);
		const { team, receipt } = await client(autofillTeam, { body: EMPTY });
		expect(listIds(team)).toHaveLength(21);
		expect(new Set(listIds(team)).size).toBe(21);
		expect(team.salaryCap).toBe(15_500_000);
		expect(team.value).toBeLessThanOrEqual(15_500_000);
		expect(team).toMatchObject({ isComplete: true, startRoundId: 1, version: 1 });
		expect(team.emergency.toSorted()).toEqual(LINES.flatMap((line) => team.bench[line]).toSorted());
		const onField = LINES.flatMap((line) => team.lineup[line]);
		expect([onField.includes(team.captainId), onField.includes(team.viceCaptainId)]).toEqual([true, true]);
		expect(team.captainId).not.toBe(team.viceCaptainId);
		expect(onField).not.toContain(team.utilityId);
		expect(receipt.action).toBe("autopick");
		expect((await client(showMyTeam, {})).team).toEqual(team);
	});

	test("keeps proposed players in their slots and roles (D1.4.58)", async () => {
		const { client } = await createManager(app);
		const body = structuredClone(EMPTY);
		body.lineup.MID[2] = 1005;
		body.captainId = 1005;
		const { team } = await client(autofillTeam, { body });
		expect([team.lineup.MID[2], team.captainId]).toEqual([1005, 1005]);
	});

	test("is refused if a player does not fit her slot", async () => {
		const { client } = await createManager(app);
		const body = structuredClone(EMPTY);
		body.lineup.DEF[0] = 1008;
		const slotRefusal = await getApiFailure(client(autofillTeam, { body }));
		expect([slotRefusal.status, slotRefusal.code, slotRefusal.message]).toEqual([
			422,
			"wrong-position",
			"P 1008 is not a defender",
		]);
	});
});

describe("saving a line-up", () => {
	test("counts from the current round, with a receipt stored for its owner (D1.7.39)", async () => {
		const { client, team } = await createManagerWithTeam();
		const { captainId, viceCaptainId, utilityId, emergency = [] } = team;
		const [benched = 0] = team.bench.DEF;
		const body = {
			...swapFirstTwo(team, "DEF"),
			bench: { ...team.bench, DEF: [utilityId] },
			utilityId: benched,
			captainId: viceCaptainId,
			viceCaptainId: captainId,
			emergency: emergency.filter((id) => id !== benched),
		};
		const saved = await client(updateTeam, { body });
		expect(saved.team).toMatchObject({ ...body, version: 2 });
		const { rows } = await app.database.pool.query("SELECT * FROM team_actions WHERE id = $1", [saved.receipt.id]);
		expect(rows).toMatchObject([{ team_id: team.id, action: "update", version: 2, round_id: 1 }]);
		expect(saved.receipt.savedAt).toBe(rows[0].wall_at.toISOString());
	});

	test("is refused with every reason at once, and changes nothing (D1.5.28)", async () => {
		const { client, team } = await createManagerWithTeam();
		const body = structuredClone(buildBody(team));
		body.lineup.RUC[0] = 0;
		body.lineup.DEF[0] = 9_999;
		body.viceCaptainId = body.captainId;
		const { errors } = await getApiFailure(client(updateTeam, { body }));
		const codes = errors.map(({ code }) => code);
		for (const code of ["empty-slot", "unknown-player", "captain-is-vice-captain"]) expect(codes).toContain(code);
		expect((await client(showMyTeam, {})).team).toEqual(team);
	});

	test("needs 6 DEF, 6 MID, 2 RUC, 6 FWD and a utility (D1.5.22, D1.5.24, D1.5.25, D1.9.14)", async () => {
		const { client, team } = await createManagerWithTeam();
		for (const [line, count] of [
			["DEF", 6],
			["MID", 6],
			["RUC", 2],
			["FWD", 6],
		] as const) {
			expect(team.lineup[line].length + team.bench[line].length).toBe(count);
			const body = structuredClone(buildBody(team));
			body.lineup[line] = [...body.lineup[line], 1_072];
			const { errors } = await getApiFailure(client(updateTeam, { body }));
			expect(errors.map(({ code }) => code)).toContain("wrong-shape");
		}
		expect(listIds(team)).toHaveLength(21);
	});

	test("is refused with 409 if stale, and accepted without version", async () => {
		const { client, team } = await createManagerWithTeam();
		const body = swapFirstTwo(team, "DEF");
		await client(updateTeam, { body: { ...body, version: 1 } });
		expect((await getApiFailure(client(updateTeam, { body: { ...body, version: 1 } }))).status).toBe(409);
		expect((await client(updateTeam, { body })).team.version).toBe(3);
	});

	test("accepts one of several concurrent saves with the same version", async () => {
		const { client, team } = await createManagerWithTeam();
		const bodies = Array.from({ length: 8 }, () => ({ ...swapFirstTwo(team, "MID"), version: 1 }));
		const answers = await Promise.allSettled(bodies.map((body) => client(updateTeam, { body })));
		expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
		expect((await client(showMyTeam, {})).team.version).toBe(2);
	});

	test("is refused with the name of an unknown field", async () => {
		const { client } = await createManagerWithTeam();
		const body = { ...EMPTY, salaryCap: 99 } as LineupBody;
		const { status, errors } = await getApiFailure(client(updateTeam, { body }));
		expect(status).toBe(422);
		expect(errors).toEqual([{ code: "invalid-field", message: "salaryCap: this call has no such field" }]);
	});
});

describe("once the first match has started", () => {
	const findOtherDefender = (team: Team, squadId: number) =>
		app.season.players.find(
			({ id, position, squadId: squad }) => squad === squadId && position[0] === "DEF" && !listIds(team).includes(id),
		)?.id ?? 0;

	test("changes of locked players are refused by name, others saved (D1.4.55, D1.4.57, D1.5.31)", async () => {
		const { client, team } = await createManagerWithTeam();
		app.clocks.setSeason(FIRST_BOUNCE);
		const into = findOtherDefender(team, 12);
		const { status, errors } = await getApiFailure(client(updateTeam, { body: replaceDefender(team, LOCKING, into) }));
		expect(status).toBe(422);
		expect(errors.map(({ message }) => message)).toEqual([`P ${LOCKING} is locked`, `P ${into} is locked`]);
		const free = findOtherDefender(team, 13) || findOtherDefender(team, 14);
		const { team: saved } = await client(updateTeam, { body: replaceDefender(team, LATER, free) });
		expect(saved.lineup.DEF).toEqual(team.lineup.DEF.with(team.lineup.DEF.indexOf(LATER), free));
	});

	test("an edit is refused, although another was accepted a millisecond before", async () => {
		const { client, team } = await createManagerWithTeam();
		app.clocks.setSeason(FIRST_BOUNCE - 1);
		expect((await client(updateTeam, { body: swapFirstTwo(team, "DEF") })).team.version).toBe(2);
		app.clocks.setSeason(FIRST_BOUNCE);
		expect((await getApiFailure(client(updateTeam, { body: buildBody(team) }))).code).toBe("locked");
	});

	test("a new team starts next round and can have any players", async () => {
		app.clocks.setSeason(FIRST_BOUNCE + HOUR);
		const { team, client } = await createManagerWithTeam();
		expect(team.startRoundId).toBe(2);
		await client(updateTeam, { body: swapFirstTwo(team, "DEF") });
	});
});

test("an edit is checked against the season in the database", async () => {
	const { client, team } = await createManagerWithTeam();
	await app.database.db.transaction().execute(async (trx) => {
		await trx.updateTable("matches").set({ status: "complete" }).where("round_id", "=", 1).execute();
		await trx.updateTable("rounds").set({ status: "complete", published_at: new Date() }).where("id", "=", 1).execute();
		await incrementDataVersion(trx, app.season.id);
	});
	const { code, message } = await getApiFailure(client(updateTeam, { body: swapFirstTwo(team, "DEF") }));
	expect([code, message]).toEqual(["team-started", "Your team has started: use swaps, captain changes and trades"]);
});
