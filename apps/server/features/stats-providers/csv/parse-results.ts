import { isDeepStrictEqual } from "node:util";
import { createIdLookup } from "@first-bounce/contract/operator/id-lookup";
import { isEmptyCell } from "@first-bounce/contract/operator/text-table";
import type { MatchId, SquadId } from "@first-bounce/rules/ids";
import type { MatchStatus } from "@first-bounce/rules/round/round";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { CsvRow } from "../../seasons/import/csv/csv-row.ts";
import type { CsvTable, HasColumn } from "../../seasons/import/csv/csv-table.ts";
import { createMatchFinder, type Fixture } from "../../seasons/import/files/find-match.ts";
import { AFL_STATUSES, buildListing, hasPoints } from "../afl-api/parse-round.ts";
import { MAX_TEAM_POINTS, type MatchReport } from "../feed.ts";
import { buildCsvContext } from "./csv-context.ts";

/** The columns of our own results file, and those of `fetch_results_afl()` of the R package fitzRoy. */
const OWN_COLUMNS = {
	match: "match_id",
	homeSquad: "home_squad_id",
	awaySquad: "away_squad_id",
	status: "status",
	homeScore: "home_score",
	awayScore: "away_score",
};
const FITZROY_COLUMNS = {
	match: "match.matchId",
	homeSquad: "match.homeTeamId",
	awaySquad: "match.awayTeamId",
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
	const context = buildCsvContext(season);
	const findMatchId = createMatchFinder(context, { match: columns.match, squad: columns.homeSquad });
	const readSides = createSideReader(context, columns);
	const results = rows.flatMap((row) => {
		const matchId =
			findMatchId(row) ??
			row.reportProblem(`unknown match ${row.readRaw(columns.match) || "(empty)"} in ${columns.match}`);
		const sides = matchId === null ? null : readSides(row, matchId);
		const content = readContent(row, columns);
		if (matchId === null || sides === null || content === null) return [];
		return [{ row, matchId, content: sides === "swapped" ? swapScores(content) : content }];
	});
	return [...Map.groupBy(results, ({ matchId }) => matchId)].flatMap(([matchId, [first, ...others]]): MatchReport[] => {
		const second = others.find(({ content }) => !isDeepStrictEqual(content, first?.content));
		if (first && !second) return [{ matchId, ...first.content }];
		second?.row.reportProblem(`match ${matchId} has two rows (first on line ${first?.row.line})`);
		return [];
	});
}

/**
 * Creates a function that compares the home and away club of a row, which need not name them, with those of its match; null, with a
 * problem, if they are other clubs.
 */
function createSideReader({ matches, squads }: Pick<Fixture, "matches" | "squads">, columns: typeof OWN_COLUMNS) {
	const findSquads = createIdLookup(squads);
	return (row: CsvRow, matchId: MatchId): "same" | "swapped" | null => {
		const match = matches.find(({ id }) => id === matchId);
		const home = findSquads(row.readRaw(columns.homeSquad));
		const away = findSquads(row.readRaw(columns.awaySquad));
		const canBe = (found: typeof home, squadId: SquadId | undefined) =>
			found.length === 0 || found.some(({ id }) => id === squadId);
		if (canBe(home, match?.homeSquadId) && canBe(away, match?.awaySquadId)) return "same";
		if (canBe(home, match?.awaySquadId) && canBe(away, match?.homeSquadId)) return "swapped";
		return row.reportProblem(`its clubs are not those of match ${matchId}`);
	};
}

const swapScores = ({ homeScore, awayScore, ...content }: Omit<MatchReport, "matchId">) => ({
	...content,
	...(awayScore === undefined ? {} : { homeScore: awayScore }),
	...(homeScore === undefined ? {} : { awayScore: homeScore }),
});

/** Reads a row's scores. One that is empty or has a problem is left out. */
function readScores(row: CsvRow, columns: typeof OWN_COLUMNS): Pick<MatchReport, "homeScore" | "awayScore"> {
	const readScore = (column: string) =>
		isEmptyCell(row.readRaw(column)) ? null : row.readCount(column, MAX_TEAM_POINTS);
	const homeScore = readScore(columns.homeScore);
	const awayScore = readScore(columns.awayScore);
	return { ...(homeScore === null ? {} : { homeScore }), ...(awayScore === null ? {} : { awayScore }) };
}

/**
 * Reads a row's status and scores; null if it has neither. A value with a problem is left out. A status of the provider that
 * needs an operator gives a note.
 */
function readContent(row: CsvRow, columns: typeof OWN_COLUMNS): Omit<MatchReport, "matchId"> | null {
	const statusText = row.readRaw(columns.status);
	const status = OWN_STATUSES[statusText.toLowerCase()] ?? AFL_STATUSES[statusText.toUpperCase()];
	const scores = readScores(row, columns);
	if (status) {
		const listing = buildListing(statusText, status, null);
		// A score of 0 before the start is a placeholder.
		return status === "scheduled" ? { status, listing } : { status, listing, ...scores };
	}
	if (isEmptyCell(statusText)) return Object.keys(scores).length > 0 ? scores : null;
	// Without a known status, a score of 0 may be a placeholder.
	const usedScores = hasPoints(scores) ? scores : null;
	if (columns === OWN_COLUMNS) {
		row.reportProblem(`${columns.status} is not scheduled, playing or complete (${statusText})`);
		return usedScores;
	}
	return {
		...usedScores,
		listing: buildListing(statusText, undefined, null),
		notes: [`line ${row.line}: the provider reports ${statusText}: move or abandon the match, or leave it`],
	};
}
