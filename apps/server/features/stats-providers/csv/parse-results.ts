import { isDeepStrictEqual } from "node:util";
import { isEmptyCell } from "@first-bounce/contract/operator/text-table";
import type { MatchStatus } from "@first-bounce/rules/round/round";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { CsvRow } from "../../seasons/import/csv/csv-row.ts";
import type { CsvTable, HasColumn } from "../../seasons/import/csv/csv-table.ts";
import { createMatchFinder } from "../../seasons/import/files/find-match.ts";
import { AFL_STATUSES, buildListing } from "../afl-api/parse-round.ts";
import type { MatchReport } from "../feed.ts";
import { buildCsvContext } from "./csv-context.ts";

/** The columns of our own results file, and those of `fetch_results_afl()` of the R package fitzRoy. */
const OWN_COLUMNS = {
	match: "match_id",
	squad: "home_squad_id",
	status: "status",
	homeScore: "home_score",
	awayScore: "away_score",
};
const FITZROY_COLUMNS = {
	match: "match.matchId",
	squad: "match.homeTeamId",
	status: "match.status",
	homeScore: "homeTeamScore.matchScore.totalScore",
	awayScore: "awayTeamScore.matchScore.totalScore",
};

const getColumns = (hasColumn: HasColumn) => (hasColumn(FITZROY_COLUMNS.match) ? FITZROY_COLUMNS : OWN_COLUMNS);

/** Whether a file has one row per match: its status and score. */
export function isResultsFile(hasColumn: HasColumn): boolean {
	const { match, status, homeScore } = getColumns(hasColumn);
	const hasPlayers = ["player_id", "player.playerId", "player.player.player.playerId"].some(hasColumn);
	return hasColumn(match) && !hasPlayers && (hasColumn(status) || hasColumn(homeScore));
}

export function listResultColumns(hasColumn: HasColumn): string[] {
	const { match, status, homeScore, awayScore } = getColumns(hasColumn);
	const hasScores = hasColumn(homeScore) || hasColumn(awayScore);
	return [match, ...(hasScores ? [homeScore, awayScore] : [status])];
}

const OWN_STATUSES: Readonly<Record<string, MatchStatus>> = {
	scheduled: "scheduled",
	playing: "playing",
	complete: "complete",
};

/** Parses a file of match statuses and scores. Problems are recorded with their lines. */
export function parseResults({ hasColumn, rows }: CsvTable, season: SeasonSnapshot): MatchReport[] {
	const columns = getColumns(hasColumn);
	const findMatchId = createMatchFinder(buildCsvContext(season), columns);
	const results = rows.flatMap((row) => {
		const matchId =
			findMatchId(row) ??
			row.reportProblem(`unknown match ${row.readRaw(columns.match) || "(empty)"} in ${columns.match}`);
		const content = readContent(row, columns);
		return matchId === null || content === null ? [] : [{ row, matchId, content }];
	});
	return [...Map.groupBy(results, ({ matchId }) => matchId)].flatMap(([matchId, [first, ...others]]): MatchReport[] => {
		const second = others.find(({ content }) => !isDeepStrictEqual(content, first?.content));
		if (first && !second) return [{ matchId, ...first.content }];
		second?.row.reportProblem(`match ${matchId} has two rows (first on line ${first?.row.line})`);
		return [];
	});
}

/** Reads a row's status and scores; null if one has a problem. A status of the provider that needs an operator gives a note. */
function readContent(row: CsvRow, columns: typeof OWN_COLUMNS): Omit<MatchReport, "matchId"> | null {
	const statusText = row.readRaw(columns.status);
	const status = OWN_STATUSES[statusText.toLowerCase()] ?? AFL_STATUSES[statusText.toUpperCase()];
	const isKnown = isEmptyCell(statusText) || status !== undefined;
	const readScore = (column: string) => (isEmptyCell(row.readRaw(column)) ? undefined : row.readCount(column));
	const homeScore = readScore(columns.homeScore);
	const awayScore = readScore(columns.awayScore);
	if (homeScore === null || awayScore === null) return null;
	if (!isKnown) {
		if (columns === OWN_COLUMNS)
			return row.reportProblem(`${columns.status} is not scheduled, playing or complete (${statusText})`);
		return {
			listing: buildListing(statusText, undefined, null),
			notes: [`line ${row.line}: the provider reports ${statusText}: move or abandon the match, or leave it`],
		};
	}
	const listing = status === undefined ? {} : { listing: buildListing(statusText, status, null) };
	// A score of 0 before the start is a placeholder.
	if (status === "scheduled") return { status, ...listing };
	return {
		...listing,
		...(status === undefined ? {} : { status }),
		...(homeScore === undefined ? {} : { homeScore }),
		...(awayScore === undefined ? {} : { awayScore }),
	};
}
