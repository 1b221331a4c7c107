import { saveDraftLineup, showMyDraftTeam } from "@first-bounce/contract/draft/draft-lineup";
import { agreeToUndo, correctSquads, putInInjuredPlace, undoTransaction } from "@first-bounce/contract/draft/squads";
import { addFreeAgent, saveClaims } from "@first-bounce/contract/draft/waivers";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { DAY, FIRST_BOUNCE, HOUR } from "../../../../../../testing/season/small-season.ts";
import { runWaiversOf } from "../../../../../../testing/server/draft-waivers.ts";
import { runFb } from "../../../../../../testing/server/run-fb.ts";
import { createTradeRoom, type TradeRoom } from "../../../../../../testing/server/squad-trades.ts";
import { createTestApp, type TestApp } from "../../../../../../testing/server/test-app.ts";
import { incrementDataVersion } from "../../../seasons/current/season-version-queries.ts";

/** Two defenders, a midfielder and a forward each; 1053 and 1054 are free midfielders. */
const [ADA_DEF, ADA_MID, BEA_DEF, BEA_MID, CLEO_FWD, DORA_DEF] = [1001, 1005, 1013, 1017, 1034, 1037];
const [FREE, CLAIMED] = [1053, 1054];

let app: TestApp;
let room: TradeRoom;
/** The teams of Ada, Bea, Cleo and Dora, and the receipts of each by version. */
let teams: readonly number[];
const receipts = new Map<string, string>();

const query = async (text: string, ...values: unknown[]) => (await app.database.pool.query(text, values)).rows;

/**
 * Ada saves a line-up, adds a player and trades, Cleo uses her injured place, Dora's squad is corrected and put right, and
 * Bea claims.
 */
async function playWeek(): Promise<void> {
	const { params, managers } = room;
	const [ada, bea, cleo, dora] = managers;
	const { team } = await ada.client(showMyDraftTeam, { params });
	const { lineup, bench, utilityId, captainId, viceCaptainId } = team;
	if (!lineup || !bench) throw new Error("The manager sees her line-up");
	const roles = { captainId: viceCaptainId ?? 0, viceCaptainId: captainId ?? 0, emergency: [] };
	await ada.client(saveDraftLineup, { params, body: { lineup, bench, utilityId: utilityId ?? 0, ...roles } });
	app.clocks.setSeason(FIRST_BOUNCE - 3 * DAY);
	await runWaiversOf(app);
	await ada.client(addFreeAgent, { params, body: { playerId: FREE, dropId: ADA_MID } });
	await room.accept(bea, await room.offer(ada, bea, [ADA_DEF, BEA_DEF]));
	await app.database.db.updateTable("players").set({ status: "injured" }).where("id", "=", CLEO_FWD).execute();
	await incrementDataVersion(app.database.db, app.season.id);
	await app.seasons.refresh();
	await cleo.client(putInInjuredPlace, { params, body: { playerId: CLEO_FWD } });
	const moves = [{ playerId: DORA_DEF, toTeamId: null }];
	const proposed = await ada.client(correctSquads, { params, body: { moves, reason: "A slip" } });
	const consent = { changeId: proposed.transaction.id, agrees: true };
	const { transaction } = await dora.client(agreeToUndo, { params, body: consent });
	await ada.client(undoTransaction, { params, body: { changeId: transaction?.id ?? "", reason: "No slip" } });
	await bea.client(saveClaims, { params, body: { claims: [{ playerId: CLAIMED, dropId: BEA_MID }] } });
	app.clocks.setSeason(FIRST_BOUNCE - HOUR);
	await runWaiversOf(app);
}

beforeAll(async () => {
	app = await createTestApp();
	app.clocks.setSeason(FIRST_BOUNCE - 5 * DAY);
	room = await createTradeRoom(app);
	await playWeek();
	teams = room.managers.map(room.getTeamId);
	for (const { id, team_id, version } of await query("SELECT id, team_id, version FROM team_actions"))
		receipts.set(`${team_id} ${version}`, id);
});
afterAll(() => app.close());
afterEach(() => vi.unstubAllEnvs());

const getReceipt = (place: number, version: number) => receipts.get(`${teams[place]} ${version}`);

function check() {
	vi.stubEnv("DATABASE_URL", app.database.url);
	return runFb(["receipts", "check"]);
}

/** Runs a statement, returns the findings without their team and receipt ids as `Ada v2`, and undoes it. */
async function checkAfter(statement: string, undo: string): Promise<readonly string[]> {
	try {
		await query(statement);
		const { code, out } = await check();
		expect(code).toBe(1);
		const names = ["Ada", "Bea", "Cleo", "Dora"];
		const nameReceipt = (id: string) => {
			const key = [...receipts].find(([, known]) => known === id)?.[0];
			return key === undefined ? id : `v${key.split(" ")[1]}`;
		};
		return out
			.split("\n")
			.filter((line) => line !== "")
			.map((line) => {
				const [teamId, receipt = "", ...rest] = line.split("\t");
				return [names[teams.indexOf(Number(teamId))], nameReceipt(receipt), ...rest].join(" ");
			});
	} finally {
		await query(undo);
	}
}

test("the receipts of draft teams are replayed without a finding [D2.9.567]", async () => {
	expect(await check()).toEqual({
		code: 0,
		out: "0 receipts of 4 teams, the squads and 8 receipts of 4 draft teams: no finding.\n",
		err: "",
	});
});

test("a changed line-up, version and injured place are found [D2.9.567]", async () => {
	const [ada, , cleo] = teams;
	const swap = `UPDATE lineups SET captain_id = vice_captain_id, vice_captain_id = captain_id WHERE team_id = ${ada}`;
	expect(await checkAfter(swap, swap)).toEqual(["Ada - round 1 the stored line-up is not that of its receipt"]);
	const setVersion = (change: string) => `UPDATE teams SET version = version ${change} WHERE id = ${ada}`;
	expect(await checkAfter(setVersion("+ 1"), setVersion("- 1"))).toEqual([
		"Ada - round 1 the team has version 4, its last receipt 3",
	]);
	const setInjured = (id: string) => `UPDATE draft_seats SET injured_player_id = ${id} WHERE team_id = ${cleo}`;
	expect(await checkAfter(setInjured("NULL"), setInjured(`${CLEO_FWD}`))).toEqual([
		"Cleo - round 1 player 0 is in the injured place, but by the log it is 1034",
		"Cleo - round 1 player 1034 is the team's by the log of moves, but is not in the line-up",
	]);
});

test("deleted, late and changed receipts are found [D2.9.567]", async () => {
	await query("CREATE TABLE kept_actions AS SELECT * FROM team_actions");
	const restore = "TRUNCATE team_actions CASCADE; INSERT INTO team_actions SELECT * FROM kept_actions";
	const getWhere = (place: number, version: number) => `WHERE id = '${getReceipt(place, version)}'`;
	expect(await checkAfter(`DELETE FROM team_actions ${getWhere(0, 1)}`, restore)).toEqual([
		"Ada - round 1 missing: version 1 has no receipt",
	]);
	expect(await checkAfter(`DELETE FROM team_actions ${getWhere(3, 2)}`, restore)).toEqual([
		"Dora - round 1 missing: the change of squads 6 has no receipt",
		"Dora - round 1 the team has version 2, its last receipt 1",
		"Dora - round 1 the stored line-up is not that of its receipt",
	]);
	const late = `UPDATE team_actions SET season_at = '${new Date(FIRST_BOUNCE + HOUR).toISOString()}' ${getWhere(0, 1)}`;
	expect(await checkAfter(late, restore)).toEqual([
		"Ada v1 round 1 late: player 1005 was locked",
		"Ada v1 round 1 late: player 1010 was locked",
	]);
	const stranger = `UPDATE team_actions SET saved = jsonb_set(saved, '{utilityId}', '1070') ${getWhere(0, 1)}`;
	expect(await checkAfter(stranger, restore)).toEqual([
		"Ada v1 round 1 refused: not-in-team",
		"Ada v1 round 1 refused: not-in-line-up",
		"Ada v2 round 1 its changes do not follow from the receipt before it",
	]);
	const captain = `UPDATE team_actions SET saved = jsonb_set(saved, '{captainId}', '0') ${getWhere(1, 2)}`;
	expect(await checkAfter(captain, restore)).toEqual([
		"Bea v2 round 1 its line-up does not follow from the change of squads",
		"Bea v2 round 1 its changes do not follow from the receipt before it",
		"Bea - round 1 the stored line-up is not that of its receipt",
	]);
	await query("DROP TABLE kept_actions");
});

test("changed moves and changes of squads are found [D2.9.567]", async () => {
	const setClaimed = (from: number, to: number) =>
		`UPDATE player_moves SET player_id = ${to} WHERE kind = 'claimed' AND player_id = ${from}`;
	expect(await checkAfter(setClaimed(CLAIMED, 1055), setClaimed(1055, CLAIMED))).toEqual([
		"Bea v2 round 1 its line-up does not follow from the change of squads",
		"Bea - round 1 player 1054 is in the line-up, but is not the team's by the log of moves",
		"Bea - round 1 player 1055 is the team's by the log of moves, but is not in the line-up",
	]);
	const setData = (data: string) => `UPDATE squad_changes SET data = '${data}' WHERE kind = 'injured'`;
	expect(await checkAfter(setData("{}"), setData(JSON.stringify({ injuredPlayerId: CLEO_FWD })))).toEqual([
		"Cleo v1 round 1 no change of squads explains its line-up",
		"Cleo - round 1 player 1034 is in the injured place, but by the log it is 0",
	]);
	await query("CREATE TABLE kept_moves AS SELECT * FROM player_moves");
	const restore = "DELETE FROM player_moves; INSERT INTO player_moves OVERRIDING SYSTEM VALUE SELECT * FROM kept_moves";
	expect(await checkAfter("UPDATE player_moves SET change_id = NULL WHERE kind = 'added'", restore)).toEqual([
		"Ada v2 round 1 its line-up does not follow from the change of squads",
		"Ada v3 round 1 its line-up does not follow from the change of squads",
		"Ada - round 1 player 1053 has moved, but no change of squads says why",
	]);
	const forget = `DELETE FROM player_moves WHERE kind = 'traded' AND player_id = ${ADA_DEF}`;
	expect(await checkAfter(forget, restore)).toContain("Ada - round 1 the change of squads 2 is refused: squad-full");
	const drafted = `UPDATE player_moves SET to_team_id = ${teams[3]} WHERE kind = 'drafted' AND player_id = 1002`;
	expect((await checkAfter(drafted, restore)).slice(0, 1)).toEqual(["Ada v1 round 1 refused: not-in-team"]);
	const setTime = (change: string) =>
		`UPDATE squad_changes SET season_at = season_at ${change} WHERE kind = 'free-agent'`;
	const moved = await checkAfter(setTime("+ interval '4 days'"), setTime("- interval '4 days'"));
	expect(moved).toContain("Ada - round 1 the change of squads 1 is refused: player-locked");
	await query("DROP TABLE kept_moves");
});
