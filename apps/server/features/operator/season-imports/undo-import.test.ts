import { listAudit } from "@first-bounce/contract/operator/audit";
import { changePlayer } from "@first-bounce/contract/operator/players";
import { changeMatch } from "@first-bounce/contract/operator/season";
import {
	importSeasonFiles,
	previewSeason,
	type SeasonFile,
} from "@first-bounce/contract/operator/season/season-import";
import {
	listSeasonImports,
	previewUndoImport,
	undoSeasonImport,
} from "@first-bounce/contract/operator/season/season-undo";
import { EMPTY_STAT_LINE } from "@first-bounce/rules/scoring/stats";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildSeededFiles } from "../../../../../testing/season/seeded-folder.ts";
import {
	createSeededRandom,
	DAY,
	drawSlots,
	FIRST_BOUNCE,
	seedTeam,
} from "../../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	type Client,
	createTestApp,
	createTestOperator,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";
import { buildStatRow } from "../../seasons/current/stat-line.ts";

const reason = "the list has changed";
const SIGNINGS = "2001,Nia,Late,11,MID,,400000\n2002,Una,Later,11,MID,,400000\n";
let app: TestApp;
let client: Client;
let files: SeasonFile[];
/** Players of a team. */
let slots: number[];

beforeAll(async () => {
	app = await createTestApp();
	({ client } = await createTestOperator(app));
	files = buildSeededFiles(app.season);
	slots = drawSlots(app.season, createSeededRandom(5));
	await client(importSeasonFiles, { body: { files, reason } });
});
afterAll(() => app.close());

const editPlayers = (change: (text: string) => string): SeasonFile[] =>
	files.map((file) => (file.name === "players.csv" ? { ...file, text: change(file.text) } : file));
const findPlayer = (id: number) => app.seasons.current().players.get(id);
const findNewest = async () => {
	const [newest] = (await client(listSeasonImports, {})).imports;
	if (!newest) throw new Error("Nothing was imported");
	return newest;
};

test("an operator decides each conflict, and an undo keeps later changes (D2.9.50, D2.9.51)", async () => {
	await client(changePlayer, { params: { id: 1003 }, body: { reason, positions: ["DEF", "FWD"] } });
	await client(changePlayer, { params: { id: 1013 }, body: { reason, squadId: 16 } });
	const newer = editPlayers((text) =>
		text
			.replace("1003,P,1003,11,DEF,", "1003,P,1003,11,MID,")
			.replace("1004,P,1004,11,DEF/MID,", "1004,P,1004,11,MID,"),
	);
	const mistyped = await client(importSeasonFiles, {
		body: { files: newer, reason, take: ["players:1003:position", "players:1013:squad_id"] },
	});
	expect(mistyped.isValid).toBe(false);
	expect(mistyped.problems).toEqual([
		"players:1003:position: is not the key of anything that is kept; valid keys: players:1003:positions, players:1013:squad_id",
	]);
	expect(findPlayer(1004)?.position).toEqual(["DEF", "MID"]);
	const { conflicts } = await client(previewSeason, { body: { files: newer } });
	expect(conflicts).toEqual([
		{
			key: "players:1003:positions",
			table: "players",
			name: "P 1003",
			kind: "changed",
			isChangedInFiles: true,
			fields: [{ column: "positions", last: "DEF", here: "DEF/FWD", file: "MID" }],
		},
		{
			key: "players:1013:squad_id",
			table: "players",
			name: "P 1013",
			kind: "changed",
			isChangedInFiles: false,
			fields: [{ column: "squad_id", last: "S12", here: "S16", file: "S12" }],
		},
	]);
	const take = ["players:1003:positions"];
	const preview = await client(previewSeason, { body: { files: newer, take } });
	expect(preview.conflicts).toEqual(conflicts);
	expect(preview.summary).toContain("      ~ 1003: positions DEF,FWD → MID");
	expect(findPlayer(1003)?.position).toEqual(["DEF", "FWD"]);
	await client(importSeasonFiles, { body: { files: newer, reason, take } });
	expect(findPlayer(1003)?.position).toEqual(["MID"]);
	expect(findPlayer(1004)?.position).toEqual(["MID"]);
	expect(findPlayer(1013)?.squadId).toBe(16);

	// Changed since the import, so undoing keeps it.
	await client(changePlayer, { params: { id: 1004 }, body: { reason, positions: ["RUC"] } });
	const { id, ...newest } = await findNewest();
	expect(newest).toMatchObject({ source: "files", added: 0, changed: 2, removed: 0, undoneAt: null, reason });
	const params = { id };
	const plan = await client(previewUndoImport, { params });
	expect(plan).toEqual({
		id,
		isUndone: false,
		items: [
			{
				table: "players",
				name: "P 1003",
				change: "changed",
				fields: [{ column: "positions", before: "DEF/FWD", imported: "MID", now: "MID" }],
				reason: null,
			},
			{
				table: "players",
				name: "P 1004",
				change: "changed",
				fields: [{ column: "positions", before: "DEF/MID", imported: "MID", now: "RUC" }],
				reason: "changed-since",
			},
		],
	});
	await client(undoSeasonImport, { params, body: { reason: "the wrong file" } });
	expect(findPlayer(1003)?.position).toEqual(["DEF", "FWD"]);
	expect(findPlayer(1004)?.position).toEqual(["RUC"]);
	const [entry] = (await client(listAudit, { query: {} })).entries;
	expect(entry).toMatchObject({
		action: "season-import-undone",
		subject: "season:1",
		reason: "the wrong file",
		after: { import: id, putBack: 1, changedSince: 1, blocked: 0 },
	});
	expect((await getApiFailure(client(undoSeasonImport, { params, body: { reason } }))).code).toBe(
		"season-import-undone",
	);
	expect((await findNewest()).undoneAt).not.toBeNull();
	// For the next import, a value that was undone counts as never imported.
	const again = await client(previewSeason, { body: { files: newer } });
	expect(again.conflicts.map(({ key, isChangedInFiles }) => [key, isChangedInFiles])).toEqual([
		["players:1003:positions", true],
		["players:1004:positions", false],
		["players:1013:squad_id", false],
	]);
});

test("a name changed in one part has changed in the files", async () => {
	await client(changePlayer, { params: { id: 1021 }, body: { reason, firstName: "Pia", lastName: "Other" } });
	const renamed = editPlayers((text) => text.replace(/^1021,P,/m, "1021,Q,"));
	const { conflicts } = await client(previewSeason, { body: { files: renamed } });
	expect(conflicts.find(({ key }) => key === "players:1021:first_name")).toMatchObject({
		isChangedInFiles: true,
		fields: [
			{ column: "first_name", last: "P", here: "Pia", file: "Q" },
			{ column: "last_name", last: "1021", here: "Other", file: "1021" },
		],
	});
});

test("an import cannot be undone while a team has its signing (D2.9.53)", async () => {
	const withSigning = editPlayers((text) => `${text}${SIGNINGS}`);
	await client(importSeasonFiles, { body: { files: withSigning, reason } });
	await seedTeam(app.database.db, app.season, { slots: slots.with(5, 2001) });
	const params = { id: (await findNewest()).id };
	const plan = await client(previewUndoImport, { params });
	expect(plan.items).toEqual([
		{ table: "players", name: "Nia Late", change: "added", fields: [], reason: "in-teams" },
		{ table: "players", name: "Una Later", change: "added", fields: [], reason: null },
	]);
	const refused = await getApiFailure(client(undoSeasonImport, { params, body: { reason } }));
	expect([refused.code, refused.message]).toEqual([
		"season-import-blocked",
		"Changes that cannot be undone: 1. Nothing was changed",
	]);
	expect([2001, 2002].map((id) => findPlayer(id)?.name)).toEqual(["Nia Late", "Una Later"]);
	await client(undoSeasonImport, { params, body: { reason, leaveBlocked: true } });
	expect([2001, 2002].map((id) => findPlayer(id)?.name)).toEqual(["Nia Late", undefined]);
	// Imported again, Una Later comes back with her price.
	await client(importSeasonFiles, { body: { files: withSigning, reason } });
	expect(findPlayer(2002)).toMatchObject({ name: "Una Later", cost: 400_000 });
});

test("undoing restores a removed player, but no published match (D2.9.53)", async () => {
	const { pool } = app.database;
	const id = app.season.players.findLast((player) => !slots.includes(player.id))?.id ?? 0;
	await pool.query(`UPDATE players SET photos = 3, photo_version = 3, status = 'injured' WHERE id = ${id}`);
	const before = (await pool.query(`SELECT * FROM players WHERE id = ${id}`)).rows;
	const prices = (await pool.query(`SELECT * FROM player_prices WHERE player_id = ${id}`)).rows;
	const moved = editPlayers((text) => `${text.replace(new RegExp(`\n${id},.*`), "")}${SIGNINGS}`).map((file) =>
		file.name === "matches.csv" ? { ...file, text: file.text.replace(/^(301,3,.*)T09:00/m, "$1T10:00") } : file,
	);
	await client(importSeasonFiles, { body: { files: moved, reason, remove: true } });
	expect(findPlayer(id)).toBeUndefined();
	await pool.query("UPDATE rounds SET status = 'complete', published_at = now() WHERE id = 3");
	const params = { id: (await findNewest()).id };
	const plan = await client(previewUndoImport, { params });
	expect(plan.items.map(({ name, change, reason }) => [name, change, reason])).toEqual([
		[`P ${id}`, "removed", null],
		[expect.stringMatching(/^S\d\d – S\d\d \(3\)$/), "changed", "published"],
	]);
	await client(undoSeasonImport, { params, body: { reason, leaveBlocked: true } });
	expect((await pool.query(`SELECT * FROM players WHERE id = ${id}`)).rows).toEqual(before);
	expect((await pool.query(`SELECT * FROM player_prices WHERE player_id = ${id}`)).rows).toEqual(prices);
	await pool.query("UPDATE rounds SET status = 'scheduled', published_at = NULL WHERE id = 3");
});

test("an import whose additions have stats cannot be undone yet (D2.9.53)", async () => {
	const { db, pool } = app.database;
	const addMatch = (text: string) =>
		text.replace(/^301(,3,.*)$/m, (row, rest: string) => `${row}\n309${rest.replace(/-\d\dT/, "-25T")}`);
	const added = editPlayers((text) => `${text}2004,Ivy,Played,11,MID,,400000\n`).map((file) =>
		file.name === "matches.csv" ? { ...file, text: addMatch(file.text) } : file,
	);
	await client(importSeasonFiles, { body: { files: added, reason } });
	const stats = { ...EMPTY_STAT_LINE, K: 4, TOG: 80 };
	await db
		.insertInto("stat_lines")
		.values(buildStatRow({ seasonId: app.season.id, matchId: 309, playerId: 2004, squadId: 11, stats }))
		.execute();
	const params = { id: (await findNewest()).id };
	const { items } = await client(previewUndoImport, { params });
	expect(items.filter(({ change }) => change === "added").map(({ table, reason }) => [table, reason])).toEqual([
		["players", "has-stats"],
		["matches", "has-stats"],
	]);
	expect((await getApiFailure(client(undoSeasonImport, { params, body: { reason } }))).code).toBe(
		"season-import-blocked",
	);
	await pool.query("DELETE FROM stat_lines");
	await client(undoSeasonImport, { params, body: { reason } });
	expect(findPlayer(2004)).toBeUndefined();
});

test("positions changed during a round apply from the next one (D2.9.56)", async () => {
	app.clocks.setSeason(FIRST_BOUNCE + DAY / 2);
	const newer = editPlayers((text) => text.replace("1005,P,1005,11,MID,", "1005,P,1005,11,FWD,"));
	await client(importSeasonFiles, { body: { files: newer, reason } });
	await client(changePlayer, { params: { id: 1006 }, body: { reason, positions: ["RUC"] } });
	expect([1005, 1006].map((id) => findPlayer(id)?.position)).toEqual([["MID"], ["MID"]]);
	await app.database.pool.query("UPDATE rounds SET status = 'complete', published_at = now() WHERE id = 1");
	await app.seasons.refresh();
	// Another change, so that the season is loaded again.
	await client(changePlayer, { params: { id: 1007 }, body: { reason, lastName: "Again" } });
	expect([1005, 1006].map((id) => findPlayer(id)?.position)).toEqual([["FWD"], ["RUC"]]);
	const { rows } = await app.database.pool.query(
		"SELECT player_id, until_round, positions FROM former_positions ORDER BY 1",
	);
	expect(rows).toEqual([
		{ player_id: 1005, until_round: 1, positions: ["MID"] },
		{ player_id: 1006, until_round: 1, positions: ["MID"] },
	]);
	// A player whom an import adds during the season can be picked from the first round that has not begun.
	const signed = editPlayers((text) => `${text}2003,Eve,Latest,12,RUC,,350000\n`);
	await client(importSeasonFiles, { body: { files: signed, reason } });
	expect(findPlayer(2003)).toMatchObject({ fromRound: 2, cost: 350_000 });
	expect((await client(previewSeason, { body: { files: signed } })).summary.join("\n")).not.toContain("2003");
});

test("an imported move counts now, and its undo leaves nothing [D2.9.260]", async () => {
	app.clocks.setSeason(FIRST_BOUNCE + 6 * DAY);
	const listFormer = async () =>
		(await app.database.pool.query("SELECT until_round, squad_id FROM former_squads WHERE player_id = 1037")).rows;
	const moved = editPlayers((text) => text.replace("1037,P,1037,14,", "1037,P,1037,15,"));
	await client(importSeasonFiles, { body: { files: moved, reason } });
	expect(findPlayer(1037)).toMatchObject({ squadId: 15, formerSquads: [{ untilRound: 1, squadId: 14 }] });
	const params = { id: (await findNewest()).id };
	await client(undoSeasonImport, { params, body: { reason } });
	expect(findPlayer(1037)?.squadId).toBe(14);
	expect(await listFormer()).toEqual([]);
});

test("a match rescheduled since keeps the import's ground when undone (D2.9.52)", async () => {
	const find = () =>
		app.seasons
			.current()
			.rounds.flatMap(({ matches }) => matches)
			.find(({ id }) => id === 301);
	const withGround = files.map((file) =>
		file.name === "matches.csv" ? { ...file, text: file.text.replace(/^(301,.*),,,$/m, "$1,Pier Oval,,") } : file,
	);
	await client(importSeasonFiles, { body: { files: withGround, reason } });
	expect(find()?.venue).toBe("Pier Oval");
	const startsAt = new Date(FIRST_BOUNCE + 15 * DAY).toISOString();
	await client(changeMatch, { params: { id: 301 }, body: { reason, change: { do: "reschedule", startsAt } } });
	await client(undoSeasonImport, { params: { id: (await findNewest()).id }, body: { reason, leaveBlocked: true } });
	expect(find()).toMatchObject({ venue: "Pier Oval", startsAt: FIRST_BOUNCE + 15 * DAY });
});
