import { showMyTeam, type Team, updateTeam } from "@first-bounce/contract/team/team";
import {
	changeTeamCaptain,
	changeTeamEmergency,
	rollBackTeam,
	swapInTeam,
} from "@first-bounce/contract/team/team-actions";
import { listTrades, reverseSavedTrades, submitTrades } from "@first-bounce/contract/team/trade";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
	BENCHED,
	CAPTAIN,
	createKnownManager,
	type KnownTeamManager,
	LATE_DEFENDERS,
	LATE_FREE,
	VICE_CAPTAIN,
} from "../../../../../testing/season/known-team.ts";
import { finishRound, setMatchStatus } from "../../../../../testing/season/play-rounds.ts";
import { DAY, FIRST_BOUNCE, HOUR } from "../../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import { createManager, createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";

const [FIRST_LATE, SECOND_LATE] = LATE_DEFENDERS;

/** One of each live action on the known team. None involves a player of the first match. */
const ACTIONS = {
	"team/swap": ({ client }: KnownTeamManager) =>
		client(swapInTeam, { body: { swapsPairs: [[FIRST_LATE, BENCHED.DEF]] } }),
	"team/change-captain": ({ client }: KnownTeamManager) =>
		client(changeTeamCaptain, { body: { type: "captain", newId: SECOND_LATE } }),
	"team/change-emergency": ({ client }: KnownTeamManager) =>
		client(changeTeamEmergency, { body: { emergency: [BENCHED.MID] } }),
	"trade/make": ({ client }: KnownTeamManager) =>
		client(submitTrades, { body: { tradePairs: [{ playerInId: LATE_FREE.FWD, playerOutId: 1059 }] } }),
	"trade/reverse": ({ client }: KnownTeamManager) => client(reverseSavedTrades, { body: { tradeIds: [999_999] } }),
	"team/rollback": ({ client }: KnownTeamManager) => client(rollBackTeam, {}),
};
type Act = (typeof ACTIONS)[keyof typeof ACTIONS];
const everyAction = Object.entries(ACTIONS);
const buildBody = ({ lineup, bench, captainId, viceCaptainId, utilityId, emergency }: Team) => ({
	lineup,
	bench,
	captainId,
	viceCaptainId,
	utilityId,
	emergency,
});
const getRefusal = async (act: Act, manager: KnownTeamManager) => {
	const { status, errors } = await getApiFailure(act(manager));
	return { status, codes: errors.map(({ code }) => code), messages: errors.map(({ message }) => message) };
};

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

describe("live actions through a season", () => {
	test("each action is refused before the team's start round is complete (D1.1.13, D1.4.45, D1.4.47, D1.4.48, D1.4.49)", async () => {
		const newcomer = await createManager(app);
		for (const [name, act] of everyAction) {
			const refusal = await getRefusal(act, { ...newcomer, id: 0, userId: 0, slots: [] });
			expect([name, refusal.codes]).toEqual([name, ["no-line-up"]]);
		}
		const manager = await createKnownManager(app);
		const expectEveryActionRefused = async () => {
			const { team } = await manager.client(showMyTeam, {});
			for (const [name, act] of everyAction) {
				const { status, codes, messages } = await getRefusal(act, manager);
				const expected = name === "team/rollback" ? "nothing-to-roll-back" : "team-not-started";
				expect([name, status, codes]).toEqual([name, 422, [expected]]);
				expect(messages[0]).toMatch(/^[A-Z].{10,}/);
			}
			expect((await manager.client(showMyTeam, {})).team).toEqual(team);
			return team;
		};
		await expectEveryActionRefused();
		app.clocks.setSeason(FIRST_BOUNCE + 2 * HOUR);
		await setMatchStatus(app, app.season.listMatchesOfRound(1).slice(0, 1), "playing");
		const team = await expectEveryActionRefused();
		// The line-up can still be saved as a whole: squads 13 and 14 play the day after.
		const edited = buildBody(team);
		const DEF = edited.lineup.DEF.with(2, 1037);
		const body = { ...edited, lineup: { ...edited.lineup, DEF } };
		expect((await manager.client(updateTeam, { body })).team.lineup.DEF).toEqual(DEF);
		await finishRound(app, 1);
	});

	test("each action is allowed after the start round, with receipt (D1.7.41, D1.7.42, D1.7.43)", async () => {
		for (const [name, act] of everyAction.filter(([actionName]) => !/reverse|rollback/.test(actionName))) {
			const manager = await createKnownManager(app);
			const { team, rollbackAvailable, receipt } = await act(manager);
			expect([name, team.version, rollbackAvailable]).toEqual([name, 1, true]);
			expect(receipt.id).toMatch(/^[0-9a-f-]{36}$/);
			expect(await manager.client(showMyTeam, {})).toEqual({ team, rollbackAvailable });
		}
	});

	test("captain and vice captain can be changed, or swap roles (D1.1.11, D1.1.12, D1.4.48, D1.4.53, D1.4.54)", async () => {
		const { client } = await createKnownManager(app);
		const changeRole = (type: "captain" | "viceCaptain", newId: number) =>
			client(changeTeamCaptain, { body: { type, newId } }).then(({ team }) => [team.captainId, team.viceCaptainId]);
		expect(await changeRole("captain", SECOND_LATE)).toEqual([SECOND_LATE, VICE_CAPTAIN]);
		expect(await changeRole("captain", VICE_CAPTAIN)).toEqual([VICE_CAPTAIN, SECOND_LATE]);
		expect(await changeRole("viceCaptain", VICE_CAPTAIN)).toEqual([SECOND_LATE, VICE_CAPTAIN]);
		expect(
			(await getApiFailure(client(changeTeamCaptain, { body: { type: "captain", newId: BENCHED.DEF } }))).code,
		).toBe("captain-not-on-field");
		expect(
			(await getApiFailure(client(changeTeamCaptain, { body: { type: "viceCaptain", newId: BENCHED.DEF } }))).code,
		).toBe("vice-captain-not-on-field");
	});

	test("a swap needs fitting positions, and roles stay with slots (D1.4.47, D1.4.95, D1.5.33, D1.5.34)", async () => {
		const { client } = await createKnownManager(app);
		const swapPlayers = (...swapsPairs: [number, number][]) => client(swapInTeam, { body: { swapsPairs } });
		const swapRefusal = await getApiFailure(swapPlayers([CAPTAIN, BENCHED.RUC]));
		expect(swapRefusal.errors.map(({ message }) => message)).toEqual([
			"P 1001 is not a ruck",
			"P 1057 is not a defender",
		]);
		const { team } = await swapPlayers([CAPTAIN, BENCHED.DEF], [1061, 1049]);
		expect(team).toMatchObject({ captainId: BENCHED.DEF, utilityId: 1049, viceCaptainId: VICE_CAPTAIN });
		expect(team.lineup.DEF).toEqual([BENCHED.DEF, VICE_CAPTAIN, 1025, 1061, 1050]);
		expect(team.emergency).toContain(CAPTAIN);
		const all = await getApiFailure(swapPlayers([1002, 1061], [1001, 1056], [1, 2]));
		expect(all.status).toBe(422);
		expect((await client(showMyTeam, {})).team).toEqual(team);
	});

	test("emergencies are bench players, and a team can have none (D1.1.10)", async () => {
		const { client } = await createKnownManager(app);
		const changeEmergencies = (...emergency: number[]) => client(changeTeamEmergency, { body: { emergency } });
		expect((await changeEmergencies(BENCHED.RUC, BENCHED.DEF)).team.emergency).toEqual([BENCHED.RUC, BENCHED.DEF]);
		expect((await changeEmergencies()).team.emergency).toEqual([]);
		expect((await getApiFailure(changeEmergencies(1061))).message).toBe(
			"P 1061 is not on the bench and cannot be an emergency",
		);
	});

	test("a team that has started cannot be saved as a whole (D1.5.30)", async () => {
		const { client } = await createKnownManager(app);
		const { team } = await client(showMyTeam, {});
		expect((await getApiFailure(client(updateTeam, { body: buildBody(team) }))).code).toBe("team-started");
	});

	test("a rollback restores everything to the round's opening (D1.4.59, D1.4.60, D1.4.65, D1.7.42)", async () => {
		const { client } = await createKnownManager(app);
		const before = await client(showMyTeam, {});
		expect(before.rollbackAvailable).toBe(false);
		expect((await getApiFailure(client(rollBackTeam, {}))).code).toBe("nothing-to-roll-back");
		await client(swapInTeam, { body: { swapsPairs: [[CAPTAIN, BENCHED.DEF]] } });
		await client(submitTrades, { body: { tradePairs: [{ playerInId: LATE_FREE.MID, playerOutId: 1053 }] } });
		const { team, rollbackAvailable } = await client(rollBackTeam, {});
		expect(team).toEqual({ ...before.team, version: 3 });
		expect(rollbackAvailable).toBe(false);
		const { trades, tradesLeft } = await client(listTrades, {});
		expect([trades, tradesLeft]).toEqual([[], 3]);
	});

	test("once a match has started only its players are locked (D1.4.56, D1.4.57, D1.4.59, D1.5.31)", async () => {
		const traded = await createKnownManager(app);
		await traded.client(submitTrades, { body: { tradePairs: [{ playerInId: 1030, playerOutId: 1053 }] } });
		expect((await traded.client(showMyTeam, {})).rollbackAvailable).toBe(true);
		app.clocks.setSeason(FIRST_BOUNCE + 7 * DAY);

		// The trade brought in a player of the first match.
		expect((await traded.client(showMyTeam, {})).rollbackAvailable).toBe(false);
		expect((await getApiFailure(traded.client(rollBackTeam, {}))).message).toBe("P 1030 is locked");

		const { client } = await createKnownManager(app);
		const listErrors = async (answer: Promise<unknown>) =>
			(await getApiFailure(answer)).errors.map(({ message }) => message);
		expect(await listErrors(client(swapInTeam, { body: { swapsPairs: [[1025, 1049]] } }))).toEqual([
			"P 1025 is locked",
		]);
		expect(await listErrors(client(changeTeamCaptain, { body: { type: "viceCaptain", newId: 1049 } }))).toEqual([
			"P 1002 is locked",
		]);
		const pairs = [{ playerInId: 1026, playerOutId: 1001 }];
		expect(await listErrors(client(submitTrades, { body: { tradePairs: pairs } }))).toEqual([
			"P 1026 is locked",
			"P 1001 is locked",
		]);
		// A bye squad's players lock with the round's first match, and one locked player fails the whole request.
		expect(
			await listErrors(
				client(swapInTeam, {
					body: {
						swapsPairs: [
							[1049, BENCHED.DEF],
							[1005, BENCHED.MID],
						],
					},
				}),
			),
		).toEqual(["P 1005 is locked"]);
		const { team } = await client(swapInTeam, { body: { swapsPairs: [[1049, BENCHED.DEF]] } });
		expect(team.lineup.DEF).toEqual([1001, 1002, 1025, BENCHED.DEF, 1050]);

		app.clocks.setSeason(FIRST_BOUNCE + 8 * DAY - 1);
		await client(changeTeamEmergency, { body: { emergency: [BENCHED.MID] } });
		app.clocks.setSeason(FIRST_BOUNCE + 8 * DAY);
		expect(await listErrors(client(changeTeamEmergency, { body: { emergency: [] } }))).toEqual(["P 1055 is locked"]);
	});

	test("each action is refused once the season is complete", async () => {
		await finishRound(app, 2);
		const manager = await createKnownManager(app);
		await finishRound(app, 3);
		for (const [name, act] of everyAction) {
			const { codes } = await getRefusal(act, manager);
			expect([name, codes]).toEqual([name, ["season-complete"]]);
		}
	});
});
