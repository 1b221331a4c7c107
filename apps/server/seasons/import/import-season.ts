import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../db/tables.ts";
import { type Deed, writeAudit } from "../../features/audit/audit.ts";
import { lockSeason, touchSeason } from "../../features/season/touch-season.ts";
import { retireDemoManager } from "../demo/demo-manager.ts";
import { difference, isEmptyDifference, type TableDifference } from "./difference.ts";
import type { ImportFault } from "./faults.ts";
import { readSeasonFolder } from "./read-season-folder.ts";
import type { SetAside } from "./read-stats.ts";
import type { SeasonData } from "./season-data.ts";
import { seasonTables, storedRows } from "./season-tables.ts";
import { writeDifferences } from "./write-season.ts";

export interface ImportOptions {
	/** Only find out what would change. */
	readonly isDryRun?: boolean;
	/** A stats file in place of the folder's stats.csv. */
	readonly statsFile?: string | undefined;
	/** Who does it and why, for the audit log. */
	readonly deed?: Deed;
}

export interface ImportReport {
	readonly faults: readonly ImportFault[];
	/** Stat rows of players whom no file knows. */
	readonly setAside: readonly SetAside[];
	/** Null when the folder has faults; then nothing was written. */
	readonly outcome: ImportOutcome | null;
}

export interface ImportOutcome {
	readonly seasonId: number;
	readonly name: string;
	readonly isNew: boolean;
	/** It is, or has become, the season being played. */
	readonly isCurrent: boolean;
	/** Names of the rules that are not as they were. */
	readonly changedRules: readonly string[];
	readonly differences: readonly TableDifference[];
}

/**
 * Brings the database to what a season's folder says: all of it or, with any fault or in a dry run, nothing. Doing it
 * twice changes nothing. Teams, published rounds and prices stay. A season becomes the current one when there is none
 * but a demo's.
 */
export async function importSeason(
	db: Kysely<Tables>,
	folder: string,
	{ isDryRun = false, statsFile, deed }: ImportOptions = {},
): Promise<ImportReport> {
	const { season, faults, setAside } = await readSeasonFolder(folder, statsFile);
	if (!season) return { faults, setAside, outcome: null };
	return { setAside, ...(await importSeasonData(db, season, isDryRun, deed)) };
}

/** `importSeason` for a season that is read already, or was never in files. */
export function importSeasonData(
	db: Kysely<Tables>,
	season: SeasonData,
	isDryRun = false,
	deed?: Deed,
): Promise<Omit<ImportReport, "setAside">> {
	return db.transaction().execute(async (transaction) => {
		await lockSeason(transaction, season.id, "exclusive");
		const tables = seasonTables(season);
		const differences: TableDifference[] = [];
		for (const table of tables) differences.push(difference(table, await storedRows(transaction, season.id, table)));
		const refusals = await reasonsToRefuse(transaction, season, differences);
		if (refusals.length > 0) return { faults: refusals, outcome: null };
		const standing = await whatStands(transaction, season);
		const outcome = { seasonId: season.id, name: season.name, ...standing, differences };
		if (!isDryRun) await carryOut(transaction, season, outcome, deed);
		return { faults: [], outcome };
	});
}

async function whatStands(db: Kysely<Tables>, { id, name, rules }: SeasonData) {
	const seasons = await db.selectFrom("seasons").select(["id", "name", "rules", "is_current", "is_demo"]).execute();
	const stored = seasons.find((season) => season.id === id);
	const current = seasons.find((season) => season.is_current);
	const isCurrent = !current || current.is_demo || current.id === id;
	const changed = (Object.keys(rules) as (keyof SeasonRules)[]).filter(
		(key) => stored && canonical(stored.rules[key]) !== canonical(rules[key]),
	);
	const changedRules = [...(stored && stored.name !== name ? ["name"] : []), ...changed];
	return { isNew: !stored, isCurrent, changedRules };
}

/** Independent of the order of keys: jsonb has its own. */
function canonical(value: unknown): string {
	return JSON.stringify(value, (_, part) =>
		part && typeof part === "object" && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort()) : part,
	);
}

async function reasonsToRefuse(
	db: Kysely<Tables>,
	season: SeasonData,
	differences: readonly TableDifference[],
): Promise<ImportFault[]> {
	const stored = await db
		.selectFrom("seasons")
		.where("id", "=", season.id)
		.select(["status", "is_demo"])
		.executeTakeFirst();
	const refuse = (file: string, message: string) => ({ file, line: null, message });
	if (stored?.status === "closed") return [refuse("season.json", `season ${season.id} is closed, and read-only`)];
	if (stored?.is_demo) return [refuse("season.json", `season ${season.id} is the demo's: choose another id`)];
	const removed = (name: string) =>
		differences.filter(({ table }) => table.name === name).flatMap((each) => each.removed.map(({ id }) => Number(id)));
	const { rows: held } = await sql<{ id: number }>`
		SELECT DISTINCT gone.id FROM unnest(${removed("players")}::int[]) AS gone (id)
		JOIN teams ON teams.season_id = ${season.id} JOIN lineups ON lineups.team_id = teams.id AND gone.id = ANY (slots)
	`.execute(db);
	const { rows: begun } = await sql<{ id: number }>`
		SELECT id FROM rounds WHERE season_id = ${season.id} AND status <> 'scheduled' AND id = ANY (${removed("rounds")}::int[])
	`.execute(db);
	return [
		...held.map(({ id }) => refuse("players.csv", `player ${id} is missing, and managers have her in their teams`)),
		...begun.map(({ id }) => refuse("rounds.csv", `round ${id} is missing, and has begun`)),
	];
}

async function carryOut(
	transaction: Kysely<Tables>,
	season: SeasonData,
	outcome: ImportOutcome,
	deed?: Deed,
): Promise<void> {
	const { isNew, isCurrent, changedRules, differences } = outcome;
	if (isCurrent) {
		await retireDemoManager(transaction);
		await transaction
			.updateTable("seasons")
			.set({ is_current: false })
			.where("is_current", "=", true)
			.where("id", "<>", season.id)
			.execute();
	}
	const row = { name: season.name, rules: JSON.stringify(season.rules), is_current: isCurrent };
	await transaction
		.insertInto("seasons")
		.values({ id: season.id, ...row })
		.onConflict((conflict) => conflict.column("id").doUpdateSet(row))
		.execute();
	if (!isNew && changedRules.length === 0 && differences.every(isEmptyDifference)) return;
	await writeDifferences(transaction, season.id, differences);
	await touchSeason(transaction, season.id);
	if (!deed) return;
	const rows = differences.map(({ table, added, changed, removed }) => [
		table.name,
		{ added: added.length, changed: changed.length, removed: removed.length },
	]);
	const after = { name: season.name, changedRules, ...Object.fromEntries(rows) };
	const done = { action: "season-imported", subject: `season:${season.id}` };
	await writeAudit(transaction, deed, { ...done, before: null, after });
}
