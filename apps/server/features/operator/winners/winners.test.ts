import { listAudit } from "@first-bounce/contract/operator/audit";
import { listWinners, markWinnerNotified, showWinnerAddresses } from "@first-bounce/contract/operator/winners";
import { afterAll, beforeAll, expect, test } from "vitest";
import { finishRound } from "../../../../../testing/season/play-rounds.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import { createLeagueManagers, type LeagueManager } from "../../../../../testing/server/league-managers.ts";
import {
	type Client,
	createTestApp,
	createTestOperator,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";

let app: TestApp;
let client: Client;
let managers: LeagueManager[];
const getManager = (index: number) => managers[index] as LeagueManager;
const reason = "prizes of the round";

beforeAll(async () => {
	app = await createTestApp({}, { rounds: 2 });
	({ client } = await createTestOperator(app));
	managers = await createLeagueManagers(app, 3);
});
afterAll(() => app.close());

const setUser = ({ userId }: LeagueManager, values: object) =>
	app.database.db.updateTable("users").set(values).where("id", "=", userId).execute();
async function setPoints(roundId: number, points: readonly number[], totals: readonly number[]): Promise<void> {
	for (const [index, { teamId }] of managers.entries())
		await app.database.db
			.updateTable("standings")
			.set({
				points: points[index] ?? 0,
				total_points: totals[index] ?? 0,
				round_rank: index + 1,
				overall_rank: index + 1,
			})
			.where("team_id", "=", teamId)
			.where("round_id", "=", roundId)
			.execute();
}
const listWinnerRows = async () =>
	(await client(listWinners, { query: {} })).winners.map(({ kind, subject, teamId, points, isTied }) => [
		kind,
		subject,
		managers.findIndex((manager) => manager.teamId === teamId),
		points,
		isTied,
	]);

test("a round's winners are listed once published, ties included (D2.9.79)", async () => {
	expect(await listWinnerRows()).toEqual([]);
	await finishRound(app, 1);
	await setPoints(1, [900, 900, 700], [900, 900, 700]);
	expect(await listWinnerRows()).toEqual([
		["round", "1", 0, 900, true],
		["round", "1", 1, 900, true],
	]);
});

test("after the last round season, clubs, states and cup have winners (D2.9.79)", async () => {
	await setUser(getManager(0), { supported_squad_id: 11, state: "VIC", country: "AU" });
	await setUser(getManager(1), { supported_squad_id: 12, state: "VIC", country: "AU" });
	await setUser(getManager(2), { supported_squad_id: 12, state: "SA", country: "AU" });
	await finishRound(app, 2);
	await setPoints(2, [800, 650, 600], [1700, 1550, 1300]);
	await app.database.pool.query(
		"INSERT INTO cups (season_id, drawn_at, start_id, seed, entrants) VALUES (1, now(), 2, 1, 2)",
	);
	await app.database.pool.query(
		`INSERT INTO cup_matches (season_id, round_id, place, home_team_id, away_team_id, home_points, away_points,
			winner_team_id, is_decided) VALUES (1, 2, 0, $1, $2, 650, 660, $2, true)`,
		[getManager(1).teamId, getManager(2).teamId],
	);
	expect(await listWinnerRows()).toEqual([
		["overall", "", 0, 1700, false],
		["club", "11", 0, 1700, false],
		["club", "12", 1, 1550, false],
		["state", "SA", 2, 1300, false],
		["state", "VIC", 0, 1700, false],
		["cup", "", 2, null, false],
		["round", "1", 0, 900, true],
		["round", "1", 1, 900, true],
		["round", "2", 0, 800, false],
	]);
});

test("reading addresses is audited, and names cannot become formulas (D2.9.80)", async () => {
	await setUser(getManager(0), { team_name: "=HYPERLINK(1)", email: "ada@example.test" });
	await setUser(getManager(1), { is_active: false });
	const found = await client(listWinners, { query: {} });
	expect(JSON.stringify(found)).not.toContain("@example.test");
	const deactivated = found.winners.filter(({ teamId }) => teamId === getManager(1).teamId);
	expect(deactivated.map(({ teamName, fullName }) => [teamName, fullName])).toEqual([
		["", ""],
		["", ""],
	]);
	const { seasonId } = found;
	const { addresses, csv } = await client(showWinnerAddresses, { body: { reason, seasonId } });
	expect(addresses[String(getManager(0).teamId)]).toBe("ada@example.test");
	expect(addresses[String(getManager(1).teamId)]).toBeUndefined();
	const lines = csv.split("\n");
	expect(lines[0]).toBe("prize,subject,team,name,email,points,tied,told_at,told_by");
	expect(lines[1]).toMatch(/^overall,,'=HYPERLINK\(1\),.+,ada@example\.test,1700,false,,$/);
	expect(lines[3]).toBe("club,12,,,,1550,false,,");
	const [entry] = (await client(listAudit, { query: {} })).entries;
	expect(entry).toMatchObject({ action: "winner-addresses-read", subject: "season:1", reason });
});

test("a winner is marked as notified, and the mark removed (D2.9.80)", async () => {
	const win = { seasonId: 1, kind: "round" as const, subject: "2", teamId: getManager(0).teamId };
	const mark = (isNotified: boolean) => client(markWinnerNotified, { body: { reason, ...win, isNotified } });
	const getNotified = async () =>
		(await client(listWinners, { query: { seasonId: 1 } })).winners.find(
			({ kind, subject }) => kind === "round" && subject === "2",
		)?.notified;
	await mark(true);
	await mark(true);
	const notified = await getNotified();
	expect(notified?.at).toBe(new Date(app.clocks.wallNow()).toISOString());
	expect(notified?.by).toMatch(/^Mo Manager/);
	const entries = (await client(listAudit, { query: { search: "winner-told" } })).entries;
	expect(entries).toHaveLength(1);
	await mark(false);
	expect(await getNotified()).toBeNull();
	const other = client(markWinnerNotified, {
		body: { reason, ...win, teamId: getManager(2).teamId, isNotified: true },
	});
	expect(await getApiFailure(other)).toMatchObject({ status: 404, code: "winner-unknown" });
});

test("managers and visitors see neither the winners' page nor addresses (D2.9.80)", async () => {
	const refused = [getManager(0).client, app.visitor].flatMap((client) => [
		getApiFailure(client(listWinners, { query: {} })),
		getApiFailure(client(showWinnerAddresses, { body: { reason, seasonId: 1 } })),
	]);
	expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([403, 403, 401, 401]);
});
