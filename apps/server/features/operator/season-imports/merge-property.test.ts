import { addPlayer, changePlayer } from "@first-bounce/contract/operator/players";
import { changeMatch } from "@first-bounce/contract/operator/season";
import {
	importSeasonFiles,
	previewSeason,
	type SeasonFile,
} from "@first-bounce/contract/operator/season/season-import";
import { changeSeasonRules, showSeasonRules } from "@first-bounce/contract/operator/season/season-rules";
import {
	listSeasonImports,
	previewUndoImport,
	undoSeasonImport,
} from "@first-bounce/contract/operator/season/season-undo";
import type { Line } from "@first-bounce/rules/player";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
	buildFirstFiles,
	editFiles,
	type FileSeason,
	fileEdit,
	formatFiles,
	getStart,
	hours,
	listValues,
	matchIds,
	names,
	POSITIONS,
	playerIds,
	salaryCaps,
	squadIds,
	tradeLimits,
	type Values,
} from "../../../../../testing/season/merge-edits.ts";
import {
	type Client,
	createTestApp,
	createTestOperator,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";

/** `npm run soak -- imports` sets these. */
const RUNS = Number(process.env.IMPORT_RUNS ?? 14);
const SEED = Number(process.env.IMPORT_SEED ?? 1);
const reason = "property test";
const SIGNINGS: SeasonFile = {
	name: "signings.csv",
	text: "id,first_name,last_name,squad_id,position,birthday,from_round,opening_price\n",
};
let app: TestApp;
let client: Client;
let sessionId: string;
let runs = 0;

/** Generates an edit in the console. */
const consoleEdit = fc.oneof(
	fc.record({ do: fc.constant("name" as const), id: playerIds, name: names }),
	fc.record({ do: fc.constant("club" as const), id: playerIds, squad: squadIds }),
	fc.record({ do: fc.constant("positions" as const), id: playerIds, positions: fc.constantFrom(...POSITIONS) }),
	fc.record({ do: fc.constant("status" as const), id: playerIds, status: fc.constantFrom("injured", "not-playing") }),
	fc.record({ do: fc.constant("signing" as const), id: fc.integer({ min: 3001, max: 3003 }), squad: squadIds }),
	fc.record({ do: fc.constant("match" as const), id: matchIds, hours }),
	fc.record({ do: fc.constant("move" as const), id: fc.constantFrom(202, 302), round: fc.integer({ min: 1, max: 3 }) }),
	fc.record({ do: fc.constant("cap" as const), id: fc.constant(1), cap: salaryCaps }),
	fc.record({ do: fc.constant("trades" as const), id: fc.constant(1), limit: tradeLimits }),
);
type ConsoleEdit = typeof consoleEdit extends fc.Arbitrary<infer Edit> ? Edit : never;

async function loadValues(): Promise<Values> {
	const { db } = app.database;
	const { rules } = await client(showSeasonRules, { params: { id: 1 } });
	const squads = await db.selectFrom("squads").select(["id", "name"]).execute();
	const rounds = await db.selectFrom("rounds").select("id").orderBy("id").execute();
	const players = await db.selectFrom("players").selectAll().execute();
	const prices = await db.selectFrom("player_prices").select(["player_id", "price"]).execute();
	const matches = await db.selectFrom("matches").selectAll().execute();
	const priceById = new Map(prices.map(({ player_id, price }) => [player_id, price]));
	const { salaryCap, trades, lastRound } = rules as { salaryCap: number; trades: { limit: number }; lastRound: number };
	const values = listValues({
		salaryCap,
		tradeLimit: trades.limit,
		rounds: rounds.map(({ id }) => id),
		squads: new Map(squads.map(({ id, name }) => [id, name])),
		players: new Map(
			players.map(({ id, first_name, squad_id, positions }) => [
				id,
				{ id, name: first_name, squad: squad_id, positions: positions.join("/"), price: priceById.get(id) ?? 0 },
			]),
		),
		matches: new Map(
			matches.map(({ id, round_id, starts_at, venue, home_squad_id, away_squad_id }) => [
				id,
				{ id, round: round_id, start: starts_at.toISOString(), venue, home: home_squad_id, away: away_squad_id },
			]),
		),
	});
	const statuses = players.map(({ id, status }) => [`players ${id} status`, status]);
	return { ...values, "seasons 1 lastRound": String(lastRound), ...Object.fromEntries(statuses) };
}

const isStatus = (key: string): boolean => key.endsWith(" status");
/** Removes statuses, which no file has. */
const omitStatuses = (values: Values): Values =>
	Object.fromEntries(Object.entries(values).filter(([key]) => !isStatus(key)));

async function changeRules(change: Readonly<Record<string, unknown>>): Promise<void> {
	const params = { id: 1 };
	const { rules } = await client(showSeasonRules, { params });
	await client(changeSeasonRules, { params, body: { rules: { ...rules, ...change }, shown: rules, reason } });
}

async function editInConsole(edits: readonly ConsoleEdit[]): Promise<void> {
	for (const edit of edits) {
		const params = { id: edit.id };
		const season = app.seasons.current();
		const match = season.rounds.flatMap(({ matches }) => matches).find(({ id }) => id === edit.id);
		if (edit.do === "cap") await changeRules({ salaryCap: edit.cap });
		else if (edit.do === "trades") await changeRules({ trades: { ...season.rules.trades, limit: edit.limit } });
		else if (edit.do === "signing") {
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
			if (edit.do === "status") await client(changePlayer, { params, body: { reason, status: edit.status } });
			if (edit.do === "positions")
				await client(changePlayer, { params, body: { reason, positions: edit.positions.split("/") as Line[] } });
		}
	}
}

/** Gets the table and id of a value; a price counts as a value of its player, with whom it is added and removed. */
const getRow = (key: string): string => key.split(" ").slice(0, 2).join(" ").replace("player_prices", "players");
const hasRow = (values: Values, row: string): boolean => Object.keys(values).some((key) => getRow(key) === row);
/** Whether a row differs in a value that files contain. */
const isRowChanged = (row: string, one: Values, other: Values): boolean =>
	Object.keys({ ...one, ...other }).some((key) => getRow(key) === row && !isStatus(key) && one[key] !== other[key]);

interface Versions {
	/** The values at the last import. */
	readonly last: Values;
	readonly here: Values;
	readonly files: Values;
}

/**
 * Computes the values expected after an import: the operator's where she changed one, else those of the files. Rows
 * that the files leave out are removed only if `remove` is set and no operator added or changed them.
 */
function computeExpectedMerge({ last, here, files }: Versions, remove: boolean) {
	const after: Record<string, string> = { ...here };
	const conflicts: string[] = [];
	for (const [key, value] of Object.entries(files)) {
		if (here[key] === value) continue;
		if (hasRow(here, getRow(key)) && here[key] !== last[key]) conflicts.push(key);
		else after[key] = value;
		if (key.startsWith("players ") && !hasRow(here, getRow(key))) after[`${getRow(key)} status`] = "uncertain";
	}
	const leftOut = new Set(
		Object.keys(here)
			.map(getRow)
			.filter((row) => !hasRow(files, row)),
	);
	for (const row of remove ? leftOut : []) {
		if (!hasRow(last, row) || isRowChanged(row, last, here)) conflicts.push(row);
		else for (const key of Object.keys(after)) if (getRow(key) === row) delete after[key];
	}
	return { after, conflicts: conflicts.sort() };
}

/** Computes the values expected after an undo: what the import changed is put back, unless it was changed later. */
function computeExpectedUndo({ before, imported, now }: Readonly<Record<"before" | "imported" | "now", Values>>) {
	return Object.fromEntries(
		Object.keys({ ...now, ...before }).flatMap((key) => {
			const isImported = imported[key] !== before[key];
			const isKept = hasRow(before, getRow(key))
				? now[key] !== imported[key]
				: isRowChanged(getRow(key), now, imported);
			const value = isImported && !isKept ? before[key] : now[key];
			return value === undefined ? [] : [[key, value]];
		}),
	);
}

const COLUMNS: Readonly<Record<string, string>> = {
	first_name: "name",
	name: "name",
	squad_id: "club",
	positions: "positions",
	round_id: "place",
};
/** Formats a conflict's key like the key of a value or, if the conflict is about a whole row, like the row. */
const formatConflict = (key: string): string => {
	const [table = "", id = "", column] = key.split(":");
	return [table, id, ...(column ? [COLUMNS[column] ?? column] : [])].join(" ");
};
/** Picks the value of a conflict, or all values of its row. */
const pickConflict = (values: Values, key: string) =>
	Object.entries(values).filter(
		([valueKey]) => valueKey === formatConflict(key) || getRow(valueKey) === formatConflict(key),
	);

let base: FileSeason;
interface ImportChoice {
	readonly remove: boolean;
	readonly preferFiles?: boolean;
	readonly take?: string[];
}
const importFiles = (files: FileSeason, choice: ImportChoice) =>
	client(importSeasonFiles, { body: { files: formatFiles(app.season, files), reason, ...choice } });

beforeAll(async () => {
	app = await createTestApp();
	({ sessionId } = await createTestOperator(app));
	base = buildFirstFiles(app.season);
});
afterAll(() => app.close());

/** Resets the season to the first files, without changes in the console. */
async function resetSeason(): Promise<void> {
	const files = [...formatFiles(app.season, base), SIGNINGS];
	const report = await client(importSeasonFiles, { body: { files, reason, remove: true, preferFiles: true } });
	expect(report.problems).toEqual([]);
	await app.database.pool.query("UPDATE players SET status = 'uncertain'");
	expect(omitStatuses(await loadValues())).toEqual(listValues(base));
}

const edits = fc.record({
	firstFiles: fc.array(fileEdit, { maxLength: 4 }),
	here: fc.array(consoleEdit, { minLength: 1, maxLength: 6 }),
	files: fc.array(fileEdit, { minLength: 1, maxLength: 6 }),
	/** Whether the import removes what its files leave out. */
	remove: fc.boolean(),
	afterwards: fc.array(consoleEdit, { maxLength: 3 }),
	taken: fc.nat(),
});

/** An import changes only the ground of a match, which an operator then moves to another round. */
const MOVE_AFTER_GROUND: typeof edits extends fc.Arbitrary<infer Edits> ? Edits : never = {
	firstFiles: [],
	here: [{ do: "signing", id: 3001, squad: 11 }],
	files: [{ do: "ground", id: 202, venue: "Pier Oval" }],
	remove: false,
	afterwards: [{ do: "move", id: 202, round: 1 }],
	taken: 0,
};

test("with random edits, an import keeps operators' changes, undo restores (D2.9.50, D2.9.52)", async () => {
	await fc.assert(
		fc.asyncProperty(edits, async ({ firstFiles, here: consoleEdits, files: fileEdits, remove, afterwards, taken }) => {
			// Each run has its own address, because calls are limited by address.
			client = app.as(sessionId, `10.0.${runs >> 8}.${runs++ & 255}`);
			await resetSeason();
			const first = editFiles(base, firstFiles);
			await importFiles(first, { remove: false });
			const last = await loadValues();
			await editInConsole(consoleEdits);
			const stored = await loadValues();
			const editedFiles = editFiles(first, fileEdits);
			const files = listValues(editedFiles);
			const expected = computeExpectedMerge({ last, here: stored, files }, remove);
			const preview = () => client(previewSeason, { body: { files: formatFiles(app.season, editedFiles), remove } });

			expect((await preview()).conflicts.map(({ key }) => formatConflict(key)).sort()).toEqual(expected.conflicts);
			expect(await loadValues()).toEqual(stored);
			const getNewestImport = async () => (await client(listSeasonImports, {})).imports[0];
			const before = await getNewestImport();
			await importFiles(editedFiles, { remove });
			expect(await loadValues()).toEqual(expected.after);

			// Idempotent.
			const { dataVersion } = app.seasons.current();
			const again = await importFiles(editedFiles, { remove });
			expect(again.summary).toContain("  nothing to change");
			expect(app.seasons.current().dataVersion).toBe(dataVersion);
			expect(await loadValues()).toEqual(expected.after);

			const imported = await getNewestImport();
			if (imported && imported.id !== before?.id) {
				await editInConsole(afterwards);
				const restored = computeExpectedUndo({ before: stored, imported: expected.after, now: await loadValues() });
				const params = { id: imported.id };
				const plan = await client(previewUndoImport, { params });
				expect(
					plan.items.map((item) => item.reason).filter((reason) => reason !== null && reason !== "changed-since"),
				).toEqual([]);
				await client(undoSeasonImport, { params, body: { reason } });
				expect(await loadValues()).toEqual(restored);
				await expect(client(undoSeasonImport, { params, body: { reason } })).rejects.toMatchObject({ status: 409 });
				expect(await loadValues()).toEqual(restored);
			}

			// One conflict is decided in favour of the files, and then all conflicts are.
			const { conflicts } = await preview();
			const chosen = conflicts[taken % Math.max(1, conflicts.length)];
			if (!chosen) return;
			const untouched = await loadValues();
			const { summary } = await importFiles(editedFiles, { remove, take: [chosen.key] });
			expect(summary.at(-1)).toBe("Imported.");
			const decided = await loadValues();
			expect(pickConflict(omitStatuses(decided), chosen.key)).toEqual(pickConflict(files, chosen.key));
			for (const { key } of conflicts.filter((conflict) => conflict !== chosen))
				expect(pickConflict(decided, key)).toEqual(pickConflict(untouched, key));
			await importFiles(editedFiles, { remove, preferFiles: true });
			const preferred = omitStatuses(await loadValues());
			if (remove) expect(preferred).toEqual(files);
			else expect(preferred).toMatchObject(files);
		}),
		{ numRuns: RUNS, seed: SEED, examples: [[MOVE_AFTER_GROUND]] },
	);
}, 600_000);
