import path from "node:path";
import { type HasColumn, readTable } from "../csv/csv-table.ts";
import type { ProblemList } from "../csv/problem-list.ts";
import { getStatColumns, listRequiredColumns } from "./stat-columns.ts";
import { createStatsReader, formatSecondRow, type StatRow, type StatsContext } from "./stats-reader.ts";

interface StatsFileContext extends StatsContext {
	/** Ids of the matches whose stats are stored, which the file can leave out. */
	readonly matchesWithStats: ReadonlySet<number>;
}

/**
 * Reads a file with the columns of stats.csv or of fitzRoy, with one row per player and match. It may be missing unless
 * `isRequired` is set, or a match has a result and no stored stats.
 */
export async function readStats(file: string, context: StatsFileContext, problems: ProblemList, isRequired: boolean) {
	const { matches, matchesWithStats, otherStats } = context;
	const listColumns = (hasColumn: HasColumn) => [
		...listRequiredColumns(hasColumn, otherStats),
		getStatColumns(hasColumn).timeOnGround,
	];
	const matchesToFill = matches.filter(({ id, homeScore }) => homeScore !== null && !matchesWithStats.has(id));
	const [first] = matchesToFill;
	const missing = first
		? `is missing, but match ${first.id} has a result (matches.csv:${first.line}): leave home_score and away_score empty until it is played`
		: "is missing";
	const options = { isRequired: isRequired || first !== undefined, missing };
	const table = await readTable(file, listColumns, problems, options);
	if (!table) return { stats: [], skippedRows: [] };
	const reader = createStatsReader(context, table.hasColumn);
	const rows = table.rows.map((row) => reader.read(row));
	reportSecondRows(rows);
	const matchesWithRows = new Set(rows.map(({ matchId }) => matchId));
	for (const { id, line } of matchesToFill)
		if (!matchesWithRows.has(id))
			problems.add("matches.csv", line, `match ${id} has a result but no rows in ${path.basename(file)}`);
	return { stats: rows.flatMap(({ stats }) => stats ?? []), skippedRows: reader.skippedRows };
}

/** Reports each further row of a player in a match. */
function reportSecondRows(rows: readonly StatRow[]): void {
	const firstLines = new Map<string, number>();
	for (const { row, matchId, playerId } of rows) {
		if (matchId === null || playerId === null) continue;
		const key = `${matchId} ${playerId}`;
		const firstLine = firstLines.get(key);
		if (firstLine === undefined) firstLines.set(key, row.line);
		else row.reportProblem(formatSecondRow(playerId, matchId, firstLine));
	}
}
