import { addPlayer, changePlayer } from "@first-bounce/contract/operator/players";
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
import type { Line } from "@first-bounce/rules/player";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildSeededFiles } from "../../../testing/season/seeded-folder.ts";
import { DAY, FIRST_BOUNCE, HOUR } from "../../../testing/season/small-season.ts";
import { type Client, createTestApp, createTestOperator, type TestApp } from "../../../testing/test-app.ts";

const RUNS = 12;
const reason = "property test";
const HEADER = "id,first_name,last_name,squad_id,position,birthday,round1_price\n";
const SIGNINGS: SeasonFile = {
	name: "signings.csv",
	text: "id,first_name,last_name,squad_id,position,birthday,from_round,opening_price\n",
};
let app: TestApp;
let client: Client;
let sessionId: string;
let runs = 0;

/** The values of a season that files and the console can change, by `table id field`. */
type Values = Readonly<Record<string, string>>;

interface FilePlayer {
	readonly id: number;
	readonly name: string;
	readonly squad: number;
	readonly positions: string;
}
interface FileMatch {
	readonly id: number;
	readonly round: number;
	readonly home: number;
	readonly away: number;
	readonly start: string;
	readonly venue: string;
}
interface FileSeason {
	readonly squads: ReadonlyMap<number, string>;
	readonly players: ReadonlyMap<number, FilePlayer>;
	readonly matches: ReadonlyMap<number, FileMatch>;
}

const POSITIONS = ["DEF", "MID", "RUC", "FWD", "DEF/MID", "MID/FWD", "RUC/FWD", "DEF/MID/FWD"];
const playerIds = fc.integer({ min: 1001, max: 1012 });
const matchIds = fc.constantFrom(101, 102, 201, 202, 301, 302);
const names = fc.constantFrom("Ada", "Bea", "Cleo", "Dot");
const squadIds = fc.constantFrom(11, 12, 13);
const hours = fc.integer({ min: 0, max: 5 });
const getStart = (round: number, later: number) =>
	new Date(FIRST_BOUNCE + (round - 1) * 7 * DAY + later * HOUR).toISOString();

/** An edit of the files. */
const fileEdit = fc.oneof(
	fc.record({ do: fc.constant("name" as const), id: playerIds, name: names }),
	fc.record({ do: fc.constant("club" as const), id: playerIds, squad: squadIds }),
	fc.record({ do: fc.constant("positions" as const), id: playerIds, positions: fc.constantFrom(...POSITIONS) }),
	fc.record({ do: fc.constant("signing" as const), id: fc.integer({ min: 2001, max: 2003 }), squad: squadIds }),
	fc.record({ do: fc.constant("left-out" as const), id: playerIds }),
	fc.record({ do: fc.constant("match" as const), id: matchIds, hours }),
	fc.record({ do: fc.constant("ground" as const), id: matchIds, venue: fc.constantFrom("Pier Oval", "Hill Park") }),
	fc.record({ do: fc.constant("renamed" as const), id: squadIds, name: fc.constantFrom("Narrm", "Walyalup") }),
);
type FileEdit = typeof fileEdit extends fc.Arbitrary<infer Edit> ? Edit : never;

/** An edit in the console. */
const consoleEdit = fc.oneof(
	fc.record({ do: fc.constant("name" as const), id: playerIds, name: names }),
	fc.record({ do: fc.constant("club" as const), id: playerIds, squad: squadIds }),
	fc.record({ do: fc.constant("positions" as const), id: playerIds, positions: fc.constantFrom(...POSITIONS) }),
	fc.record({ do: fc.constant("signing" as const), id: fc.integer({ min: 3001, max: 3003 }), squad: squadIds }),
	fc.record({ do: fc.constant("match" as const), id: matchIds, hours }),
	fc.record({ do: fc.constant("move" as const), id: fc.constantFrom(202, 302), round: fc.integer({ min: 1, max: 3 }) }),
);
type ConsoleEdit = typeof consoleEdit extends fc.Arbitrary<infer Edit> ? Edit : never;

function editFiles(season: FileSeason, edits: readonly FileEdit[]): FileSeason {
	const [squads, players, matches] = [new Map(season.squads), new Map(season.players), new Map(season.matches)];
	const editPlayer = (id: number, change: Partial<FilePlayer>) => {
		const player = players.get(id);
		if (player) players.set(id, { ...player, ...change });
	};
	for (const edit of edits) {
		const match = matches.get(edit.id);
		if (edit.do === "name") editPlayer(edit.id, { name: edit.name });
		if (edit.do === "club") editPlayer(edit.id, { squad: edit.squad });
		if (edit.do === "positions") editPlayer(edit.id, { positions: edit.positions });
		if (edit.do === "signing") players.set(edit.id, { id: edit.id, name: "New", squad: edit.squad, positions: "MID" });
		if (edit.do === "left-out") players.delete(edit.id);
		if (edit.do === "match" && match) matches.set(edit.id, { ...match, start: getStart(match.round, edit.hours) });
		if (edit.do === "ground" && match) matches.set(edit.id, { ...match, venue: edit.venue });
		if (edit.do === "renamed") squads.set(edit.id, edit.name);
	}
	return { squads, players, matches };
}

const listValues = (season: FileSeason): Values =>
	Object.fromEntries([
		...[...season.squads].map(([id, name]) => [`squads ${id} name`, name]),
		...[...season.players.values()].flatMap(({ id, name, squad, positions }) => [
			[`players ${id} name`, name],
			[`players ${id} club`, String(squad)],
			[`players ${id} positions`, positions],
		]),
		// Round, start and ground of a match belong together.
		...[...season.matches.values()].map(({ id, round, start, venue }) => [
			`matches ${id} place`,
			`${round} ${start} ${venue}`,
		]),
	]);

async function loadValues(): Promise<Values> {
	const { db } = app.database;
	const squads = await db.selectFrom("squads").select(["id", "name"]).execute();
	const players = await db.selectFrom("players").selectAll().execute();
	const matches = await db.selectFrom("matches").selectAll().execute();
	return listValues({
		squads: new Map(squads.map(({ id, name }) => [id, name])),
		players: new Map(
			players.map(({ id, first_name, squad_id, positions }) => [
				id,
				{ id, name: first_name, squad: squad_id, positions: positions.join("/") },
			]),
		),
		matches: new Map(
			matches.map(({ id, round_id, starts_at, venue, home_squad_id, away_squad_id }) => [
				id,
				{ id, round: round_id, start: starts_at.toISOString(), venue, home: home_squad_id, away: away_squad_id },
			]),
		),
	});
}

let seeded: readonly SeasonFile[];
function formatFiles({ squads, players, matches }: FileSeason): SeasonFile[] {
	const format = (header: string, rows: readonly (readonly (string | number)[])[]) =>
		[header, ...rows.map((row) => row.join(",")), ""].join("\n");
	return seeded.map((file) => {
		if (file.name === "squads.csv")
			return {
				...file,
				text: format(
					"id,name,abbreviation",
					[...squads].map(([id, name]) => [id, name, `S${id}`]),
				),
			};
		if (file.name === "players.csv")
			return {
				...file,
				text: format(
					HEADER.trim(),
					[...players.values()].map(({ id, name, squad, positions }) => [id, name, id, squad, positions, "", 500_000]),
				),
			};
		if (file.name === "matches.csv")
			return {
				...file,
				text: format(
					"id,round_id,home_squad_id,away_squad_id,start_utc,venue,home_score,away_score",
					[...matches.values()].map(({ id, round, home, away, start, venue }) => [
						id,
						round,
						home,
						away,
						start,
						venue,
						"",
						"",
					]),
				),
			};
		return file;
	});
}

async function editInConsole(edits: readonly ConsoleEdit[]): Promise<void> {
	for (const edit of edits) {
		const params = { id: edit.id };
		const season = app.seasons.current();
		const match = season.rounds.flatMap(({ matches }) => matches).find(({ id }) => id === edit.id);
		if (edit.do === "signing") {
			if (season.players.has(edit.id)) continue;
			const player = {
				id: edit.id,
				firstName: "Signed",
				lastName: "Here",
				squadId: edit.squad,
				positions: ["RUC" as const],
			};
			await client(addPlayer, { body: { ...player, reason, price: 300_000, fromRound: 1 } });
		} else if (edit.do === "match" && match) {
			const startsAt = getStart(match.roundId, edit.hours);
			await client(changeMatch, { params, body: { reason, change: { do: "reschedule", startsAt } } });
		} else if (edit.do === "move" && match) {
			const round = season.rounds.find(({ id }) => id === match.roundId);
			if (round?.matches.length === 1) continue;
			const change = { do: "move" as const, toRoundId: edit.round, startsAt: getStart(edit.round, 6) };
			await client(changeMatch, { params, body: { reason, change } });
		} else if (season.players.has(edit.id)) {
			if (edit.do === "name") await client(changePlayer, { params, body: { reason, firstName: edit.name } });
			if (edit.do === "club") await client(changePlayer, { params, body: { reason, squadId: edit.squad } });
			if (edit.do === "positions")
				await client(changePlayer, { params, body: { reason, positions: edit.positions.split("/") as Line[] } });
		}
	}
}

/** The values expected after an import: the operator's where she changed one, else those of the files; nothing is removed. */
function computeExpectedMerge(last: Values, here: Values, files: Values): { after: Values; conflicts: string[] } {
	const after: Record<string, string> = { ...here };
	const conflicts: string[] = [];
	for (const [key, value] of Object.entries(files)) {
		if (here[key] === value) continue;
		const isRowHere = Object.keys(here).some((other) => other.startsWith(`${key.split(" ").slice(0, 2).join(" ")} `));
		if (isRowHere && here[key] !== last[key]) conflicts.push(key);
		else after[key] = value;
	}
	return { after, conflicts: conflicts.sort() };
}

const COLUMNS: Readonly<Record<string, string>> = {
	first_name: "name",
	name: "name",
	squad_id: "club",
	positions: "positions",
	round_id: "place",
};
const formatConflict = (key: string): string => {
	const [table = "", id = "", column = ""] = key.split(":");
	return `${table} ${id} ${COLUMNS[column] ?? column}`;
};

let base: FileSeason;
const importFiles = (files: FileSeason, options: { readonly preferFiles?: boolean; readonly take?: string[] } = {}) =>
	client(importSeasonFiles, { body: { files: formatFiles(files), reason, ...options } });

beforeAll(async () => {
	app = await createTestApp();
	({ sessionId } = await createTestOperator(app));
	seeded = buildSeededFiles(app.season);
	base = {
		squads: new Map(app.season.squadIds.map((id) => [id, `Squad ${id}`])),
		players: new Map(
			app.season.players
				.filter(({ id }) => id <= 1012)
				.map(({ id, squadId }) => [id, { id, name: "P", squad: squadId, positions: "MID" }]),
		),
		matches: new Map(
			app.season.matches.map(({ id, roundId, homeSquadId, awaySquadId, startsAt }) => [
				id,
				{
					id,
					round: roundId,
					home: homeSquadId,
					away: awaySquadId,
					start: new Date(startsAt).toISOString(),
					venue: "",
				},
			]),
		),
	};
});
afterAll(() => app.close());

/** The season as in the first files, with nothing changed here. */
async function resetSeason(): Promise<void> {
	const files = [...formatFiles(base), SIGNINGS];
	const report = await client(importSeasonFiles, { body: { files, reason, remove: true, preferFiles: true } });
	expect(report.problems).toEqual([]);
	expect(await loadValues()).toEqual(listValues(base));
}

const edits = fc.record({
	firstFiles: fc.array(fileEdit, { maxLength: 4 }),
	here: fc.array(consoleEdit, { minLength: 1, maxLength: 6 }),
	files: fc.array(fileEdit, { minLength: 1, maxLength: 6 }),
	afterwards: fc.array(consoleEdit, { maxLength: 3 }),
	taken: fc.nat(),
});

/** An import changes only the ground of a match, which an operator then moves to another round. */
const MOVE_AFTER_GROUND: typeof edits extends fc.Arbitrary<infer Edits> ? Edits : never = {
	firstFiles: [],
	here: [{ do: "signing", id: 3001, squad: 11 }],
	files: [{ do: "ground", id: 202, venue: "Pier Oval" }],
	afterwards: [{ do: "move", id: 202, round: 1 }],
	taken: 0,
};

test("with random edits in console and files, an import keeps every operator's change, and undoing it restores the rest (D2.9.50, D2.9.52)", async () => {
	await fc.assert(
		fc.asyncProperty(edits, async ({ firstFiles, here: consoleEdits, files: fileEdits, afterwards, taken }) => {
			// Each run has its own address, because calls are limited by address.
			client = app.as(sessionId, `10.0.${runs >> 8}.${runs++ & 255}`);
			await resetSeason();
			const first = editFiles(base, firstFiles);
			await importFiles(first);
			const last = await loadValues();
			await editInConsole(consoleEdits);
			const here = await loadValues();
			const next = editFiles(first, fileEdits);
			const files = listValues(next);
			const expected = computeExpectedMerge(last, here, files);

			const preview = await client(previewSeason, { body: { files: formatFiles(next) } });
			expect(preview.conflicts.map(({ key }) => formatConflict(key)).sort()).toEqual(expected.conflicts);
			expect(await loadValues()).toEqual(here);
			const newest = async () => (await client(listSeasonImports, {})).imports[0];
			const before = await newest();
			await importFiles(next);
			expect(await loadValues()).toEqual(expected.after);

			// Idempotent.
			const { dataVersion } = app.seasons.current();
			const again = await importFiles(next);
			expect(again.summary).toContain("  nothing to change");
			expect(app.seasons.current().dataVersion).toBe(dataVersion);
			expect(await loadValues()).toEqual(expected.after);

			const imported = await newest();
			if (imported && imported.id !== before?.id) {
				await editInConsole(afterwards);
				const changed = await loadValues();
				// Only values that the import changed and that have not changed since are restored.
				const restored = Object.fromEntries(
					Object.keys({ ...changed, ...here }).flatMap((key) => {
						const isImported = expected.after[key] !== here[key];
						const row = `${key.split(" ").slice(0, 2).join(" ")} `;
						const isRowChanged = Object.keys(changed).some(
							(other) => other.startsWith(row) && changed[other] !== expected.after[other],
						);
						const isNewRow = !Object.keys(here).some((other) => other.startsWith(row));
						const isKept = isNewRow ? isRowChanged : changed[key] !== expected.after[key];
						const value = isImported && !isKept ? here[key] : changed[key];
						return value === undefined ? [] : [[key, value]];
					}),
				);
				const params = { id: imported.id };
				const plan = await client(previewUndoImport, { params });
				expect(plan.items.map((item) => item.reason).filter((why) => why !== null && why !== "changed-since")).toEqual(
					[],
				);
				await client(undoSeasonImport, { params, body: { reason } });
				expect(await loadValues()).toEqual(restored);
				await expect(client(undoSeasonImport, { params, body: { reason } })).rejects.toMatchObject({ status: 409 });
				expect(await loadValues()).toEqual(restored);
			}

			// One conflict is decided for the files, and then all of them.
			const { conflicts } = await client(previewSeason, { body: { files: formatFiles(next) } });
			const chosen = conflicts[taken % Math.max(1, conflicts.length)];
			if (!chosen) return;
			const untouched = await loadValues();
			const { summary } = await importFiles(next, { take: [chosen.key] });
			expect(summary.at(-1)).toBe("Imported.");
			const decided = await loadValues();
			const name = formatConflict(chosen.key);
			expect(decided[name]).toBe(files[name]);
			for (const { key } of conflicts.filter((each) => each !== chosen))
				expect(decided[formatConflict(key)]).toBe(untouched[formatConflict(key)]);
			await importFiles(next, { preferFiles: true });
			expect(await loadValues()).toMatchObject(files);
		}),
		{ numRuns: RUNS, examples: [[MOVE_AFTER_GROUND]] },
	);
}, 120_000);
