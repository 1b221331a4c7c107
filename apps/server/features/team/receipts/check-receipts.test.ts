import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type LineupBody, updateTeam } from "@first-bounce/contract/team/team";
import {
	changeTeamCaptain,
	changeTeamEmergency,
	rollBackTeam,
	swapInTeam,
} from "@first-bounce/contract/team/team-actions";
import { listTrades, reverseSavedTrades, submitTrades } from "@first-bounce/contract/team/trade";
import { buildLineupFromIds } from "@first-bounce/rules/lineup/slots";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { BENCHED, KNOWN_TEAM, LATE_FREE } from "../../../../../testing/season/known-team.ts";
import { finishRound, saveKicks } from "../../../../../testing/season/play-rounds.ts";
import { DAY, FIRST_BOUNCE, HOUR } from "../../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import { runFb } from "../../../../../testing/server/run-fb.ts";
import { type Client, createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { connect } from "../../../db/connect.ts";
import { writeAudit } from "../../../plugins/audit.ts";
import { openBackupTarget } from "../../backups/backup-target.ts";
import { createBackup } from "../../backups/create-backup.ts";
import { restoreBackup } from "../../backups/restore-backup.ts";
import { rerunPrices } from "../../match-day/corrections/rerun-prices.ts";
import { rescheduleMatch } from "../../match-day/match-changes/service.ts";
import { createMediaStore } from "../../media/media-store.ts";
import { incrementDataVersion, lockSeason } from "../../seasons/current/season-version-queries.ts";
import { repriceSavedTeams } from "../../seasons/start-rounds/reprice-teams.ts";
import { buildLineupView } from "../team-view.ts";

const AUDIT = { actor: "operator:1", reason: "test" };
const COST = 12_753_000;
let app: TestApp;
let managers: Client[];

const query = async (text: string, ...values: unknown[]) => (await app.database.pool.query(text, values)).rows;

async function createManager(name: string): Promise<Client> {
	const [user] = await query(
		"INSERT INTO users (first_name, last_name, email, team_name) VALUES ('A', 'B', $1, $2) RETURNING id",
		`${name}@example.test`,
		name,
	);
	return app.as(await app.getToken(user.id));
}

const buildBody = (ids: readonly number[] = KNOWN_TEAM, roles: Partial<LineupBody> = {}): LineupBody => {
	const lineup = buildLineupFromIds(ids, app.season.rules, {
		captainId: ids[0] ?? 0,
		viceCaptainId: ids[1] ?? 0,
		emergency: ids.slice(16, 20),
	});
	return { ...buildLineupView(lineup), ...roles };
};

const makeTrade = (client: Client, playerInId: number, playerOutId: number) =>
	client(submitTrades, { body: { tradePairs: [{ playerInId, playerOutId }] } });

/** Changes the salary cap as an operator before the first lock, with an entry in the audit log. */
const changeCap = (salaryCap: number) =>
	app.database.db.transaction().execute(async (trx) => {
		await lockSeason(trx, app.season.id, "exclusive");
		const before = { salaryCap: (await query("SELECT rules FROM seasons"))[0].rules.salaryCap };
		const { rows } = await app.database.pool.query("SELECT rules FROM seasons");
		await trx
			.updateTable("seasons")
			.set({ rules: JSON.stringify({ ...rows[0].rules, salaryCap }) })
			.execute();
		await repriceSavedTeams(trx, app.season.id, app.clocks.seasonNow());
		await writeAudit(trx, AUDIT, {
			action: "rules-changed",
			subject: `season:${app.season.id}`,
			before,
			after: { salaryCap },
		});
		await incrementDataVersion(trx, app.season.id);
	});

/** Plays two rounds with every kind of action, and every change of an operator that affects banks, prices or locks. */
async function playSeason(): Promise<void> {
	managers = await Promise.all(["One", "Two", "Three", "Four"].map((name) => createManager(`Team ${name}`)));
	const [one, two, three, four] = managers as [Client, Client, Client, Client];
	for (const client of [one, two, three]) await client(updateTeam, { body: buildBody() });
	await one(updateTeam, { body: buildBody(KNOWN_TEAM, { captainId: 1005 }) });
	// The three teams are over the cap, and Team Two then saves a cheaper line-up.
	await changeCap(COST - 100_000);
	await app.seasons.refresh();
	await two(updateTeam, { body: buildBody(KNOWN_TEAM.map((id) => (id === 1061 ? 1013 : id))) });
	await changeCap(COST + 1_000_000);
	await app.seasons.refresh();
	const [first, second] = app.season.listMatchesOfRound(1);
	if (!first || !second) throw new Error("No matches");
	// The match is postponed by a day, so saves between its old and its new start are in time.
	await rescheduleMatch(
		app.database,
		{ matchId: second.id, startsAt: second.startsAt + DAY },
		AUDIT,
		app.clocks.seasonNow(),
	);
	await app.seasons.refresh();
	app.clocks.setSeason(second.startsAt + HOUR);
	await three(updateTeam, { body: buildBody(KNOWN_TEAM, { viceCaptainId: 1025 }) }).catch(() => undefined);
	// This team starts in round 2, and its bank is recomputed when round 1 is published.
	await four(updateTeam, { body: buildBody() });
	await saveKicks(app, first, { 1001: 60, 1005: 40, 1010: 1 });
	await finishRound(app, 1);
	await four(updateTeam, { body: buildBody(KNOWN_TEAM, { captainId: 1005 }) });

	await one(swapInTeam, { body: { swapsPairs: [[1056, BENCHED.RUC]] } });
	await one(changeTeamCaptain, { body: { type: "captain", newId: 1006 } });
	await one(changeTeamEmergency, { body: { emergency: [BENCHED.DEF] } });
	await one(rollBackTeam, { body: {} });
	await makeTrade(one, LATE_FREE.MID, 1005);
	await rerunPrices(app.database, 1, AUDIT, app.clocks.seasonNow());
	await app.seasons.refresh();
	await makeTrade(two, LATE_FREE.FWD, 1010);
	await makeTrade(two, LATE_FREE.MID, 1005);
	const { trades } = await two(listTrades, {});
	await two(reverseSavedTrades, { body: { tradeIds: [trades[0]?.id ?? 0] } });
	app.clocks.setSeason(FIRST_BOUNCE + 7 * DAY + HOUR);
	await makeTrade(three, LATE_FREE.DEF, 1049);
	await finishRound(app, 2);
	await makeTrade(three, 1026, 1050);
}

beforeAll(async () => {
	app = await createTestApp({}, { rules: { salaryCap: COST + 500_000 } });
	await playSeason();
});
afterAll(async () => {
	await app.close();
});
afterEach(() => vi.unstubAllEnvs());

function check(...args: string[]) {
	return checkDatabase(app.database.url, ...args);
}
function checkDatabase(url: string, ...args: string[]) {
	vi.stubEnv("DATABASE_URL", url);
	return runFb(["receipts", "check", ...args]);
}

test("the receipts of a played and corrected season have no findings (D2.9.130)", async () => {
	expect(await check()).toEqual({ code: 0, out: "17 receipts of 4 teams: no finding.\n", err: "" });
});

/** Runs the statements, returns the findings, and undoes the statements. */
async function checkAfter(statements: readonly string[], undo: readonly string[], ...args: string[]) {
	try {
		for (const statement of statements) await query(statement);
		const { code, out, err } = await check(...args);
		return { code, err, lines: out.split("\n").filter((line) => line !== "") };
	} finally {
		for (const statement of undo) await query(statement);
	}
}
const getReceiptId = async (teamId: number, version: number): Promise<string> =>
	(await query("SELECT id FROM team_actions WHERE team_id = $1 AND version = $2", teamId, version))[0].id;

test("deleted receipts are found by their missing versions, anywhere (D2.9.130)", async () => {
	await query("CREATE TABLE kept_actions AS SELECT * FROM team_actions");
	const undo = ["INSERT INTO team_actions SELECT * FROM kept_actions ON CONFLICT DO NOTHING"];
	const swap = await getReceiptId(1, 4);
	expect(await checkAfter(["DELETE FROM team_actions WHERE team_id = 1 AND version = 3"], undo)).toEqual({
		code: 1,
		err: "16 receipts of 4 teams: 2 findings.\n",
		lines: [
			"1\t-\tround 2\tmissing: version 3 has no receipt",
			`1\t${swap}\tround 2\tits changes do not follow from the receipt before it`,
		],
	});
	expect((await checkAfter(["DELETE FROM team_actions WHERE team_id = 3 AND action <> 'update'"], undo)).lines).toEqual(
		[
			"3\t-\tround 1\tmissing: versions 2 to 3 have no receipt",
			"3\t-\tround 2\tthe stored line-up has no receipt",
			"3\t-\tround 3\tthe stored line-up has no receipt",
			"3\t-\tround 2\tthe trade of 1049 for 1062 has no receipt",
			"3\t-\tround 3\tthe trade of 1050 for 1026 has no receipt",
		],
	);
	expect((await checkAfter(["DELETE FROM team_actions WHERE team_id = 4"], undo)).lines).toEqual([
		"4\t-\tround 2\tmissing: versions 1 to 2 have no receipt",
	]);
	// A rival of the demo has no receipt at all; a bot that has some is checked like any other team.
	const setBot = (isBot: boolean) =>
		`UPDATE users SET is_bot = ${isBot} WHERE id = (SELECT user_id FROM teams WHERE id = 4)`;
	expect(
		await checkAfter([setBot(true), "DELETE FROM team_actions WHERE team_id = 4"], [...undo, setBot(false)]),
	).toEqual({ code: 0, err: "", lines: ["15 receipts of 3 teams: no finding."] });
	expect(
		(
			await checkAfter(
				[setBot(true), "DELETE FROM team_actions WHERE team_id = 4 AND version = 1"],
				[...undo, setBot(false)],
			)
		).code,
	).toBe(1);
	await query("DROP TABLE kept_actions");
	expect((await check()).code).toBe(0);
});

test("a changed bank, line-up, trade and receipt are found (D2.9.130)", async () => {
	const bank = (await query("SELECT bank FROM lineups WHERE team_id = 3 AND round_id = 3"))[0].bank;
	expect(
		await checkAfter(
			["UPDATE lineups SET bank = bank + 1 WHERE team_id = 3 AND round_id = 3"],
			["UPDATE lineups SET bank = bank - 1 WHERE team_id = 3 AND round_id = 3"],
		),
	).toEqual({
		code: 1,
		err: "17 receipts of 4 teams: 1 finding.\n",
		lines: [`3\t-\tround 3\tthe stored bank is ${bank + 1}, but the receipts give ${bank}`],
	});
	expect(
		(
			await checkAfter(
				["UPDATE lineups SET captain_id = 1054 WHERE team_id = 4"],
				["UPDATE lineups SET captain_id = 1005 WHERE team_id = 4"],
			)
		).lines,
	).toEqual(["4\t-\tround 2\tthe stored line-up is not that of its receipt"]);
	const [trade] = await query("SELECT id, price_in, price_out FROM trades WHERE team_id = 1");
	expect(
		(
			await checkAfter(
				["UPDATE trades SET price_in = price_in - 1000 WHERE team_id = 1"],
				["UPDATE trades SET price_in = price_in + 1000 WHERE team_id = 1"],
			)
		).lines,
	).toEqual([
		`1\t-\tround 2\tthe trade of 1005 for 1065 is stored at ${trade.price_out} for ${trade.price_in - 1000}, but the prices were ${trade.price_out} and ${trade.price_in}`,
	]);
	const first = await getReceiptId(3, 2);
	const nextReceipt = await getReceiptId(3, 3);
	const saved = (await query("SELECT (saved ->> 'bank')::int AS bank FROM team_actions WHERE id = $1", first))[0].bank;
	const setBank = (sign: string) =>
		`UPDATE team_actions SET saved = jsonb_set(saved, '{bank}', to_jsonb((saved ->> 'bank')::int ${sign} 500)) WHERE id = '${first}'`;
	expect((await checkAfter([setBank("+")], [setBank("-")])).lines).toEqual([
		`3\t${first}\tround 2\tits bank is ${saved + 500}, but the rules give ${saved}`,
		`3\t${nextReceipt}\tround 3\tits bank is ${bank}, but the rules give ${bank + 500}`,
		`3\t-\tround 2\tthe stored bank is ${saved}, but the receipts give ${saved + 500}`,
	]);
	expect((await check()).code).toBe(0);
});

test("an action accepted after a lock is found in its round (D2.9.130)", async () => {
	const id = await getReceiptId(3, 2);
	const buildTimeShift = (sign: string) =>
		`UPDATE team_actions SET season_at = season_at ${sign} interval '26 hours' WHERE id = '${id}'`;
	expect(await checkAfter([buildTimeShift("+")], [buildTimeShift("-")])).toEqual({
		code: 1,
		err: "17 receipts of 4 teams: 2 findings.\n",
		lines: [`3\t${id}\tround 2\tlate: player 1049 was locked`, `3\t${id}\tround 2\tlate: player 1062 was locked`],
	});
	expect(await checkAfter([buildTimeShift("+")], [buildTimeShift("-")], "--round", "1")).toMatchObject({
		code: 0,
		lines: ["6 receipts of 4 teams: no finding."],
	});
	const four = await getReceiptId(4, 1);
	const shiftActions = (sign: string) =>
		`UPDATE team_actions SET season_at = season_at ${sign} interval '7 days' WHERE id = '${four}'`;
	expect((await checkAfter([shiftActions("+")], [shiftActions("-")])).lines).toEqual([
		`4\t${four}\tround 1\tlate: the team starts in round 2, which had begun`,
	]);
});

test("findings are written to a file, invalid commands are refused (D2.9.130)", async () => {
	const file = path.join(tmpdir(), `findings-${process.pid}.tsv`);
	const buildCaptainUpdate = (id: number) => `UPDATE lineups SET captain_id = ${id} WHERE team_id = 4`;
	expect(await checkAfter([buildCaptainUpdate(1054)], [buildCaptainUpdate(1005)], "--out", file)).toEqual({
		code: 1,
		err: "17 receipts of 4 teams: 1 finding.\n",
		lines: [],
	});
	expect(await readFile(file, "utf8")).toBe("4\t-\tround 2\tthe stored line-up is not that of its receipt\n");
	await rm(file);
	expect(await check("--round", "first")).toMatchObject({ code: 2, out: "" });
	expect(await check("--out", "/no/folder/x")).toMatchObject({
		code: 1,
		err: "/no/folder/x cannot be written: there is no folder /no/folder\n",
	});
});

test("after a loss, every receipt up to the backup is restored (D2.9.130)", async () => {
	const folder = await mkdtemp(path.join(tmpdir(), "first-bounce-drill-"));
	const media = await createMediaStore({ dataDir: folder, bucket: null });
	const listReceipts = (url: string) => {
		const { pool } = connect({ url }, 1);
		return pool.query("SELECT id, team_id, version, saved FROM team_actions ORDER BY id").finally(() => pool.end());
	};
	const before = (await listReceipts(app.database.url)).rows;
	const source = { pool: app.database.pool, media, version: "0.1.0", key: null };
	const { place } = await createBackup(source, openBackupTarget(path.join(folder, "season.tar.gz")), new Date());
	await makeTrade(managers[1] as Client, 1026, 1050);
	expect((await check()).out).toBe("18 receipts of 4 teams: no finding.\n");

	const empty = await createTestDatabase();
	await empty.pool.end();
	const destination = { ...connect(empty, 1), media };
	try {
		await restoreBackup(place, destination, { key: null, replaces: false });
		await destination.pool.end();
		expect(await checkDatabase(empty.url)).toEqual({ code: 0, out: "17 receipts of 4 teams: no finding.\n", err: "" });
		expect((await listReceipts(empty.url)).rows).toEqual(before);
	} finally {
		await empty.close().catch(() => undefined);
		await rm(folder, { recursive: true });
	}
});
