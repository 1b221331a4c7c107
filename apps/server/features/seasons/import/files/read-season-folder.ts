import { stat } from "node:fs/promises";
import path from "node:path";
import { isStatKey } from "@first-bounce/rules/scoring/stats";
import { type ImportProblem, ProblemList } from "../csv/problem-list.ts";
import { readMatches, readRounds, readSquads } from "./read-fixture.ts";
import { readPlayers } from "./read-players.ts";
import { readSeasonFile } from "./read-season-file.ts";
import { readStats, type SkippedStatRow } from "./read-stats.ts";
import type { SeasonData } from "./season-data.ts";

export interface SeasonFolder {
	/** Null if there are problems. */
	readonly season: SeasonData | null;
	readonly problems: readonly ImportProblem[];
	readonly skippedRows: readonly SkippedStatRow[];
}

export interface FolderOptions {
	/** Replaces the folder's stats.csv. */
	readonly statsFile?: string | undefined;
	/** Lists a season's matches with stored stats, which a stats file can leave out. */
	readonly knownStats?: (seasonId: number) => Promise<ReadonlySet<number>>;
	/** Finds reasons why the season cannot have its id. */
	readonly findIdProblems?: (seasonId: number) => Promise<readonly ImportProblem[]>;
}

/**
 * Reads and validates a season's folder: season.json, squads.csv, rounds.csv, matches.csv, players.csv, and the optional
 * signings.csv and stats.csv. Lists all problems at once. Ignores finals and rounds after the last.
 */
export async function readSeasonFolder(
	folder: string,
	{ statsFile, knownStats = async () => new Set<number>(), findIdProblems = async () => [] }: FolderOptions = {},
): Promise<SeasonFolder> {
	const problems = new ProblemList();
	const isFolder = await stat(folder)
		.then((found) => found.isDirectory())
		.catch(() => false);
	if (!isFolder) {
		problems.add(folder, null, "is not a folder");
		return { season: null, problems: problems.list, skippedRows: [] };
	}
	const { id, file } = await readSeasonFile(folder, problems);
	problems.list.push(...(id === null ? [] : await findIdProblems(id)));
	const { squads, ids: squadIds } = await readSquads(folder, problems);
	const { homeAndAway, ids: roundIds } = await readRounds(folder, problems);
	const { matches, ids: matchIds } = await readMatches(folder, squadIds, roundIds, problems);
	const { players, ids: playerIds, hasSignings } = await readPlayers(folder, squadIds, roundIds, problems);

	const lastRound = file?.lastRound ?? homeAndAway.at(-1) ?? 0;
	const rounds = homeAndAway.filter((id) => id <= lastRound);
	const scored = Object.keys(file?.rules(lastRound).scoring ?? {});
	const otherStats = scored.filter((key) => !isStatKey(key));
	const squadNames = new Map(squads.map(({ id, name }) => [name, id]));
	const storedStats = file ? await knownStats(file.id) : new Set<number>();
	const context = { matches, matchIds, squadNames, players, playerIds, otherStats, knownStats: storedStats };
	const { stats, skippedRows } = await readStats(
		statsFile ?? path.join(folder, "stats.csv"),
		context,
		problems,
		statsFile !== undefined || matches.some(({ id, homeScore }) => homeScore !== null && !storedStats.has(id)),
	);

	if (file && roundIds && rounds.at(-1) !== lastRound) {
		problems.add("season.json", null, `lastRound is ${lastRound}, and rounds.csv has no such home-and-away round`);
	}
	if (!file || problems.list.length > 0) return { season: null, problems: problems.listSorted(), skippedRows };
	const inSeason = matches.filter(({ roundId }) => rounds.includes(roundId));
	const matchesInSeason = new Set(inSeason.map(({ id }) => id));
	const season: SeasonData = {
		id: file.id,
		name: file.name,
		rules: file.rules(lastRound),
		squads,
		rounds,
		matches: inSeason,
		players,
		stats: stats.filter(({ matchId }) => matchesInSeason.has(matchId)),
		hasSignings,
	};
	return { season, problems: [], skippedRows };
}
