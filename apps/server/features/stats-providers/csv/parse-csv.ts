import { isStatKey } from "@first-bounce/rules/scoring/stats";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { type CsvTable, parseTable } from "../../seasons/import/csv/csv-table.ts";
import { FaultList, formatFault } from "../../seasons/import/csv/fault-list.ts";
import { decodeText } from "../../seasons/import/csv/read-text.ts";
import { parseTrailingNumber } from "../../seasons/import/files/find-match.ts";
import { parseStats } from "../../seasons/import/files/read-stats.ts";
import { getStatColumns, listRequiredColumns } from "../../seasons/import/files/stat-columns.ts";
import type { FeedPayload, MatchReport, ParseResult } from "../feed.ts";

const STATUS_COLUMN = "match_status";
/** The statuses of a finished match in our files and in those of the official API. */
const COMPLETE: ReadonlySet<string> = new Set(["complete", "concluded"]);
const MAX_FAULTS = 20;

/** Builds the context that the import's stats reader needs. */
function buildStatsContext(season: SeasonSnapshot) {
	const matches = season.rounds.flatMap((round) => round.matches).map((match) => ({ ...match, line: 0 }));
	const players = [...season.players.values()].map((player) => ({
		...player,
		positions: player.position,
		openingPrice: null,
	}));
	return {
		matches: matches.map((match) => ({ ...match, homeScore: null, awayScore: null })),
		matchIds: new Set(matches.map(({ id }) => id)),
		squadNames: new Map(season.squads.map(({ id, name }) => [name, id])),
		players,
		playerIds: new Set(players.map(({ id }) => id)),
		otherStats: Object.keys(season.rules.scoring).filter((key) => !isStatKey(key)),
	};
}

type ReportedStatus = Pick<MatchReport, "status" | "infersStatus">;

/**
 * Parses the match statuses of a file, by match id and provider id. A match is complete if all of its rows say so. Without
 * the column, or if it is empty, the status is inferred.
 */
function parseStatuses({ columns, rows }: CsvTable): (names: readonly string[]) => ReportedStatus {
	if (!columns.includes(STATUS_COLUMN)) return () => ({ infersStatus: true });
	const { match } = getStatColumns(columns);
	const statusesByName = new Map<string, string[]>();
	for (const row of rows) {
		const name = row.raw(match);
		for (const key of new Set([name, String(parseTrailingNumber(name))]))
			statusesByName.set(key, [...(statusesByName.get(key) ?? []), row.raw(STATUS_COLUMN).trim().toLowerCase()]);
	}
	return (names) => {
		const statuses = names.flatMap((name) => statusesByName.get(name) ?? []);
		if (statuses.length > 0 && statuses.every((status) => COMPLETE.has(status))) return { status: "complete" };
		return statuses.some((status) => status !== "" && !COMPLETE.has(status))
			? { status: "playing" }
			: { infersStatus: true };
	};
}

/**
 * Parses a stats file with the columns of a season's stats.csv or of fitzRoy's `fetch_player_stats_afl`. An optional column
 * `match_status` is `playing` or `complete`.
 */
export function parseCsvPayload({ subject, body }: FeedPayload, season: SeasonSnapshot): ParseResult {
	const faults = new FaultList();
	const context = buildStatsContext(season);
	const text = decodeText(subject, Buffer.from(body), faults);
	const table =
		text === null
			? null
			: parseTable(subject, text, (header) => listRequiredColumns(header, context.otherStats), faults);
	const read = table && parseStats(table, context);
	if (!table || !read || faults.list.length > 0)
		return { ok: false, faults: faults.sorted().slice(0, MAX_FAULTS).map(formatFault) };

	const getStatus = parseStatuses(table);
	const names = new Map(season.rounds.flatMap((round) => round.matches).map(({ id, providerId }) => [id, providerId]));
	const byMatch = Map.groupBy(read.stats, ({ matchId }) => matchId);
	const notes = read.skippedRows.map(
		({ line, playerId }) => `line ${line}: player ${playerId} is unknown and was skipped`,
	);
	const reports = [...byMatch].map(([matchId, stats], index): MatchReport => {
		const providerId = names.get(matchId);
		return {
			matchId,
			...getStatus([...new Set([String(matchId), ...(providerId ? [providerId] : [])])]),
			lines: stats.map(({ playerId, squadId, line }) => ({ playerId, squadId, stats: line })),
			...(index === 0 && notes.length > 0 ? { notes } : {}),
		};
	});
	return { ok: true, reports, areIndependent: true };
}
