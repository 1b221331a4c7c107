import { listAudit } from "@first-bounce/contract/operator/audit";
import {
	importAvailability,
	listPlayerImports,
	previewAvailability,
	undoPlayerImport,
} from "@first-bounce/contract/operator/player-imports";
import { changePlayer } from "@first-bounce/contract/operator/players";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createKnownManager, LATE_DEFENDERS } from "../../../../../testing/season/known-team.ts";
import { DAY, FIRST_BOUNCE } from "../../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	createLoopbackPush,
	createNoticeTasks,
	setStatus,
	subscribeBrowser,
} from "../../../../../testing/server/notifications.ts";
import {
	type Client,
	createTestApp,
	createTestOperator,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";
import { startPushService } from "../../../../../testing/services/push-service.ts";
import { buildPlayersFile } from "../../static-files/players-file.ts";
import { updateStatuses } from "../../stats-providers/intake/queries.ts";

let app: TestApp;
let client: Client;
const push = createLoopbackPush();
beforeAll(async () => {
	app = await createTestApp({ push });
});
afterAll(() => app.close());

const NAMES = {
	1001: ["Zoë", "O’Brien", "CD_I500"],
	1002: ["Kate", "Smith", "CD_I501"],
	1013: ["Kate", "Smith", "CD_I502"],
	1014: ["Amy", "Lee", null],
	1015: ["Amy", "Lee", null],
	1025: ["Mia", "Hart-Jones", null],
} as const;

beforeEach(async () => {
	const { pool } = app.database;
	await pool.query("TRUNCATE users, audit, player_imports, player_import_changes CASCADE");
	await pool.query(`UPDATE players SET status = 'uncertain', status_note = '', status_round_id = NULL,
		departed_round = NULL, first_name = 'P', last_name = id::text, provider_id = NULL`);
	for (const [id, [first, last, providerId]] of Object.entries(NAMES))
		await pool.query("UPDATE players SET first_name = $2, last_name = $3, provider_id = $4 WHERE id = $1", [
			id,
			first,
			last,
			providerId,
		]);
	await pool.query(
		`UPDATE squads SET name = CASE id WHEN 11 THEN 'Pier Magpies' WHEN 12 THEN 'Harbour Hawks' ELSE name END`,
	);
	await pool.query("UPDATE seasons SET data_version = data_version + 1");
	app.clocks.setSeason(FIRST_BOUNCE - DAY);
	await app.seasons.refresh();
	({ client } = await createTestOperator(app));
});

const reason = "Tuesday's injury list";
const preview = (
	text: string,
	options: { clearOthers?: boolean; decisions?: { line: number; playerId: number }[] } = {},
) => client(previewAvailability, { body: { text, decisions: [], clearOthers: false, ...options } });
const getStatus = (id: number) => {
	const player = app.seasons.current().players.get(id);
	return player && [player.status, player.statusNote];
};
async function saveList(text: string, options: Parameters<typeof preview>[1] = {}) {
	const { changes } = await preview(text, options);
	const body = { changes: changes.map(({ playerId, before, after }) => ({ playerId, before, after })), reason };
	return (await client(importAvailability, { body })).import;
}

/** As copied from a league's page: a heading and a table for each club. */
const PASTED = [
	"Injury list",
	"Pier",
	"Player\tInjury\tEstimated return",
	"Zoe O'Brien\tHamstring\t2-3 weeks",
	"KATE SMITH\tKnee\tTest",
	"Updated: Tuesday 25 August",
	"Harbour Hawks",
	"Player\tInjury\tEstimated return",
	"Smith, Kate\tSuspended\t1 match",
].join("\n");

test("a number that can be two players is decided by name", async () => {
	await app.database.pool.query("UPDATE players SET provider_id = 'CD_I1001' WHERE id = 1025");
	await app.database.pool.query("UPDATE seasons SET data_version = data_version + 1");
	await app.seasons.refresh();
	const report = await preview("id,player,injury\n1001,Mia Hart-Jones,Knee\n1001,,Knee\nCD_I1001,,Toe");
	expect(report.changes.map(({ line, playerId }) => [line, playerId])).toEqual([[2, 1025]]);
	expect(
		report.unclear.map(({ line, problem, candidates }) => [line, problem, candidates.map(({ playerId }) => playerId)]),
	).toEqual([[3, "several-players", [1001, 1025]]]);
});

test.each(["NA", "N/A", "NaN", "NULL", "None", "-", ""])(
	"an empty cell that is written %j says nothing about a player",
	async (empty) => {
		const { changes, skipped } = await preview(
			`id,player,injury,return\n${empty},Mia Hart-Jones,${empty},${empty}\n1014,,Knee,${empty}`,
		);
		expect(changes.map(({ playerId, after }) => [playerId, after])).toEqual([
			[1014, { status: "injured", note: "Knee" }],
		]);
		expect(skipped.map(({ line, problem }) => [line, problem])).toEqual([
			[2, empty === "" ? "not-a-player" : "no-status"],
		]);
	},
);

test("a row named NA is no player, one named Null is", async () => {
	const { skipped, unclear } = await preview("player,injury\nNA,Knee\nNull,Knee");
	expect(skipped.map(({ line, problem }) => [line, problem])).toEqual([[2, "not-a-player"]]);
	expect(unclear.map(({ line, problem }) => [line, problem])).toEqual([[3, "unknown-player"]]);
});

test("two players of one name and club are told apart by birthday", async () => {
	await app.database.pool.query("UPDATE players SET birthday = '2004-05-06' WHERE id = 1015");
	await app.database.pool.query("UPDATE seasons SET data_version = data_version + 1");
	await app.seasons.refresh();
	const report = await preview(
		"player;club;born;injury\nAmy Lee;Harbour Hawks;2004-05-06;Knee\nAmy Lee;Harbour Hawks;;Toe",
	);
	expect(report.changes.map(({ line, playerId }) => [line, playerId])).toEqual([[2, 1015]]);
	expect(report.unclear.map(({ line, problem }) => [line, problem])).toEqual([[3, "several-players"]]);
	for (const born of ["6/5/2004", "06.05.2004", "38113", "2004-05-06T00:00:00Z"]) {
		const { changes } = await preview(`player;club;born;injury\nAmy Lee;Harbour Hawks;${born};Knee`);
		expect(
			changes.map(({ playerId }) => playerId),
			born,
		).toEqual([1015]);
	}
});

test("a pasted list is previewed as old and new statuses (D2.9.95, D2.9.97)", async () => {
	const report = await preview(PASTED);
	expect(report.changes.map(({ playerId, before, after, line }) => [line, playerId, before.status, after])).toEqual([
		[4, 1001, "uncertain", { status: "injured", note: "Hamstring · 2-3 weeks" }],
		[5, 1002, "uncertain", { status: "uncertain", note: "Knee · Test" }],
		[9, 1013, "uncertain", { status: "not-playing", note: "Suspended · 1 match" }],
	]);
	expect(report.unclear).toEqual([]);
	expect(report.skipped).toEqual([
		{ line: 1, text: "Injury list", problem: "not-a-player" },
		{ line: 6, text: "Updated: Tuesday 25 August", problem: "not-a-player" },
	]);
	expect(getStatus(1001)).toEqual(["uncertain", ""]);
	expect(await client(listPlayerImports, {})).toEqual({ imports: [] });
});

test("a CSV list's players are found by ids, names and clubs (D2.9.95)", async () => {
	const csv = [
		"Provider ID,First name,Surname,Club,Status,Reason,Expected return",
		"CD_I500,,,,injured,Hamstring,Round 5",
		"501,,,,available,,",
		",Kate,Smith,S12,suspended,,1 match",
		'1025,"Hart-Jones, Mia",,,Test,,',
	].join("\r\n");
	const { changes, unchanged, unclear, skipped } = await preview(csv);
	expect(changes.map(({ playerId, after }) => [playerId, after.status, after.note])).toEqual([
		[1001, "injured", "Hamstring · Round 5"],
		[1013, "not-playing", "suspended · 1 match"],
		[1025, "uncertain", "Test"],
	]);
	expect([unchanged, unclear, skipped]).toEqual([1, [], []]);
	const semicolons = await preview("Name;Team;Status\nMia Hart Jones;Squad 13;injured");
	expect(semicolons.changes.map(({ playerId }) => playerId)).toEqual([1025]);
});

test("a list of the longest permitted length is previewed and saved", async () => {
	const line = `CD_I500\tOut\t${"Knee ".repeat(16)}`;
	const text = ["player\tstatus\tnote", ...Array.from({ length: 2_000 }, () => line)].join("\n").slice(0, 200_000);
	expect((await preview(text)).changes.length).toBeLessThan(2);
	const change = { status: "uncertain", note: "x".repeat(80) } as const;
	const changes = Array.from({ length: 3_000 }, (_, id) => ({ playerId: id + 1, before: change, after: change }));
	expect((await getApiFailure(client(importAvailability, { body: { changes, reason } }))).status).not.toBe(413);
});

test("lines that name no single player wait and change nobody (D2.9.96)", async () => {
	const text = [
		"Player,Club,Injury",
		"Amy Lee,Harbour Hawks,Knee",
		"Zoe OBrian,Pier,Knee",
		"Mia Hart-Jones,Pier,Knee",
		"Zoe O'Brien,Riverside,Knee",
		"Kate Smith,,Knee",
	].join("\n");
	const report = await preview(text);
	expect(report.changes).toEqual([]);
	expect(report.unclear.map(({ line, problem, candidates }) => [line, problem, candidates[0]?.name])).toEqual([
		[2, "several-players", "Amy Lee"],
		[3, "unknown-player", "Zoë O’Brien"],
		[4, "other-club", "Mia Hart-Jones"],
		[5, "unknown-club", "Zoë O’Brien"],
		[6, "several-players", "Kate Smith"],
	]);
	expect(report.unclear[0]?.candidates.slice(0, 2).map(({ playerId }) => playerId)).toEqual([1014, 1015]);
	expect(report.unclear[1]?.candidates).toHaveLength(12);
	const decided = await preview(text, { decisions: [{ line: 2, playerId: 1015 }] });
	expect(decided.changes).toMatchObject([{ line: 2, playerId: 1015, after: { status: "injured", note: "Knee" } }]);
	expect(decided.unclear.map(({ decision }) => decision)).toEqual([1015, null, null, null, null]);
	const ids = await preview("id,player,club,injury\n77,Zoe O'Brien,Pier,Knee");
	expect(ids.unclear).toMatchObject([
		{ problem: "unknown-id", candidates: [{ playerId: 1001 }, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}] },
	]);
});

test("players are suggested by similar spelling, the club's first (D2.9.235)", async () => {
	const { pool } = app.database;
	await pool.query("UPDATE players SET first_name = 'Ellie', last_name = 'Blackburn' WHERE id = 1030");
	await pool.query("UPDATE players SET first_name = 'Ella', last_name = 'Blackbird' WHERE id = 1003");
	await pool.query("UPDATE seasons SET data_version = data_version + 1");
	await app.seasons.refresh();
	const listSuggestions = async (line: string) =>
		(await preview(`Player,Club,Injury\n${line},Knee`)).unclear[0]?.candidates.slice(0, 2).map(({ name }) => name);
	expect(await listSuggestions("Elie Blakburn,")).toEqual(["Ellie Blackburn"]);
	expect(await listSuggestions("Blakburn,")).toEqual(["Ellie Blackburn"]);
	expect(await listSuggestions("Blackburne Ely,")).toEqual(["Ellie Blackburn"]);
	expect(await listSuggestions("Zoe OBrain,")).toEqual(["Zoë O’Brien"]);
	expect(await listSuggestions("Elle Blackbirn,")).toEqual(["Ellie Blackburn", "Ella Blackbird"]);
	expect(await listSuggestions("Elle Blackbirn,Pier")).toEqual(["Ella Blackbird", "Ellie Blackburn"]);
});

test("a decision is refused unless its line and player allow it (D2.9.235)", async () => {
	const text = "Player,Club,Injury\nAmy Lee,Harbour Hawks,Knee\nZoe O'Brien,Pier,Knee";
	const previewDecision = async (line: number, playerId: number) => {
		const { status, code } = await getApiFailure(preview(text, { decisions: [{ line, playerId }] }));
		return [status, code];
	};
	expect(await previewDecision(9, 1014)).toEqual([422, "decision-line-unknown"]);
	expect(await previewDecision(3, 1014)).toEqual([422, "decision-not-needed"]);
	expect(await previewDecision(2, 1001)).toEqual([422, "decision-not-candidate"]);
});

test("each line that cannot be used is listed with the reason (D2.9.96)", async () => {
	await app.database.pool.query("UPDATE players SET departed_round = 1 WHERE id = 1015");
	await app.database.pool.query("UPDATE players SET status = 'playing', status_round_id = 1 WHERE id = 1025");
	await app.seasons.refresh();
	const text = [
		"id\tplayer\tclub\tstatus\tinjury",
		"1001\t\t\tsparkling\t",
		"1002\tKate Smith\tPier\t\t",
		"1014\t\t\tinjured\tKnee",
		"1014\t\t\tinjured\tHip",
		"1015\t\t\tinjured\tKnee",
		"1025\t\t\ttest\tAnkle",
		"\t\tPier\tinjured\tKnee",
	].join("\n");
	await app.database.pool.query("UPDATE seasons SET data_version = data_version + 1");
	await app.seasons.refresh();
	const { changes, skipped } = await preview(text);
	expect(changes.map(({ playerId, after }) => [playerId, after.note])).toEqual([[1014, "Knee"]]);
	expect(skipped.map(({ line, problem }) => [line, problem])).toEqual([
		[2, "unknown-status"],
		[3, "no-status"],
		[5, "twice"],
		[6, "departed"],
		[7, "selected"],
		[8, "not-a-player"],
	]);
	for (const broken of ["Zoe O'Brien has a sore hamstring", "Player\nZoe O'Brien", "a,b\n1,2"])
		expect((await getApiFailure(preview(broken))).code).toBe("player-list-no-header");
});

test("players not on the list stay, unless the operator clears statuses (D2.9.97)", async () => {
	await saveList("id,status,injury\n1001,injured,Knee\n1002,injured,Hip\n1013,suspended,\n1014,test,Ankle");
	const nextList = "player,club,injury,return\nZoe O'Brien,Pier,Knee,4 weeks\nKat Smith,Pier,Hip,1 week";
	expect((await preview(nextList)).changes.map(({ playerId }) => playerId)).toEqual([1001]);
	const clearing = await preview(nextList, { clearOthers: true });
	// Both players called Smith keep their statuses, because the list may mean one of them.
	expect(clearing.changes.map(({ playerId, before, after, line }) => [playerId, before, after, line])).toEqual([
		[1001, { status: "injured", note: "Knee" }, { status: "injured", note: "Knee · 4 weeks" }, 2],
		[1014, { status: "uncertain", note: "test · Ankle" }, { status: "uncertain", note: "" }, null],
	]);
	const decided = await preview(nextList, { clearOthers: true, decisions: [{ line: 3, playerId: 1002 }] });
	expect(decided.changes.map(({ playerId, after }) => [playerId, after.status])).toEqual([
		[1001, "injured"],
		[1002, "injured"],
		[1013, "uncertain"],
		[1014, "uncertain"],
	]);
});

test("a listed player whose status cannot be read is not cleared", async () => {
	await saveList("id,status,injury\n1001,injured,Knee\n1014,injured,Hip\n1015,injured,Calf\n1025,injured,Ankle");
	const nextList = "player,club,status,injury\nZoe O'Brien,Pier,FALSE,Knee\nAmy Lee,,,\nMia Hart-Jones,,sore,";
	const { changes, skipped } = await preview(nextList, { clearOthers: true });
	expect([changes, skipped.map(({ line, problem }) => [line, problem])]).toEqual([
		[],
		[
			[2, "unknown-status"],
			[3, "not-a-player"],
			[4, "unknown-status"],
		],
	]);
});

test("changes are saved together with one audit entry, and reach players.json (D2.9.98, D2.9.110)", async () => {
	const version = app.seasons.current().dataVersion;
	const saved = await saveList(PASTED);
	expect(saved).toMatchObject({ kind: "availability", players: 3, isUndone: false });
	expect([1001, 1002, 1013].map(getStatus)).toEqual([
		["injured", "Hamstring · 2-3 weeks"],
		["uncertain", "Knee · Test"],
		["not-playing", "Suspended · 1 match"],
	]);
	expect(app.seasons.current().dataVersion).toBe(version + 1);
	const { entries } = await client(listAudit, { query: {} });
	expect(entries).toHaveLength(1);
	expect(entries[0]).toMatchObject({
		action: "availability-imported",
		subject: `player-import:1:${saved.id}`,
		reason,
		before: { 1001: { status: "uncertain", note: "" } },
		after: { 1001: { status: "injured", note: "Hamstring · 2-3 weeks" } },
	});
	const file = buildPlayersFile(app.seasons.current(), { getSelection: () => null, lockedSquads: new Set() });
	const players = new Map(file.map((player) => [player.id, player]));
	expect(players.get(1001)).toMatchObject({ status: "injured", statusNote: "Hamstring · 2-3 weeks" });
	expect(players.get(1003)).not.toHaveProperty("statusNote");
});

test("a preview that is out of date is refused as a whole (D2.9.98)", async () => {
	const { changes } = await preview(PASTED);
	const body = { changes: changes.map(({ playerId, before, after }) => ({ playerId, before, after })), reason };
	await client(changePlayer, { params: { id: 1013 }, body: { status: "emergency", reason } });
	expect((await getApiFailure(client(importAvailability, { body }))).code).toBe("players-changed");
	const twice = { changes: [...body.changes.slice(0, 1), ...body.changes.slice(0, 1)], reason };
	expect((await getApiFailure(client(importAvailability, { body: twice }))).code).toBe("players-changed");
	const unknown = { changes: body.changes.slice(0, 1).map((change) => ({ ...change, playerId: 9999 })), reason };
	expect((await getApiFailure(client(importAvailability, { body: unknown }))).code).toBe("player-unknown");
	expect(getStatus(1001)).toEqual(["uncertain", ""]);
	expect((await client(listPlayerImports, {})).imports).toEqual([]);
});

test("a list is undone, except for players who have changed since (D2.9.99)", async () => {
	await app.database.pool.query("UPDATE players SET status = 'playing', status_round_id = 1 WHERE id = 1001");
	const { id } = await saveList(PASTED);
	await client(changePlayer, { params: { id: 1013 }, body: { status: "injured", statusNote: "Ribs", reason } });
	const undone = await client(undoPlayerImport, { params: { id }, body: { reason } });
	expect(undone.import).toMatchObject({ id, isUndone: true, players: 3 });
	expect(undone.kept).toEqual([{ playerId: 1013, name: "Kate Smith", squadId: 12 }]);
	expect([1001, 1002, 1013].map(getStatus)).toEqual([
		["playing", ""],
		["uncertain", ""],
		["injured", "Ribs"],
	]);
	const { rows } = await app.database.pool.query(
		"SELECT status_round_id FROM players WHERE id IN (1001, 1002) ORDER BY id",
	);
	expect(rows).toEqual([{ status_round_id: 1 }, { status_round_id: null }]);
	const again = client(undoPlayerImport, { params: { id }, body: { reason } });
	expect((await getApiFailure(again)).code).toBe("player-import-undone");
	const unknown = client(undoPlayerImport, { params: { id: id + 1 }, body: { reason } });
	expect((await getApiFailure(unknown)).code).toBe("player-import-unknown");
	expect((await client(listAudit, { query: {} })).entries[0]).toMatchObject({ action: "player-import-undone" });
});

test("a note ends when its player is named or restated (D2.9.110)", async () => {
	await saveList(PASTED);
	const updateStatus = (status: "playing" | "not-playing") =>
		updateStatuses(app.database.db, { seasonId: 1, roundId: 1 }, [{ playerId: 1001, status }]);
	const loadNote = async (id: number) =>
		(await app.database.pool.query("SELECT status_note FROM players WHERE id = $1", [id])).rows[0].status_note;
	await updateStatus("not-playing");
	expect(await loadNote(1001)).toBe("Hamstring · 2-3 weeks");
	await updateStatus("playing");
	expect(await loadNote(1001)).toBe("");
	const { player } = await client(changePlayer, { params: { id: 1013 }, body: { status: "uncertain", reason } });
	expect([player.status, player.statusNote]).toEqual(["uncertain", ""]);
});

test("managers are notified of a player whom a list rules out (D2.9.98)", async () => {
	const service = await startPushService();
	const [out] = LATE_DEFENDERS;
	await setStatus(app, "playing");
	const manager = await createKnownManager(app);
	const tasks = createNoticeTasks(app, push);
	const browser = await subscribeBrowser(manager.client, service, { lateOuts: true });
	await saveList(`id,injury,return\n${out},Hamstring,3 weeks`);
	await tasks.step();
	expect(browser.messages().map(({ title }) => title)).toEqual([`P ${out} is out`]);
	await service.close();
});
