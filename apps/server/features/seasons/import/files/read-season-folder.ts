import { stat } from "node:fs/promises";
import path from "node:path";
import { isStatKey } from "@first-bounce/rules/scoring/stats";
import { type ImportProblem, ProblemList } from "../csv/problem-list.ts";
import { readMatches, readRounds, readSquads } from "./read-fixture.ts";
import { readPlayers } from "./read-players.ts";
import { readSeasonFile } from "./read-season-file.ts";
import { readStats } from "./read-stats.ts";
import type { SeasonData } from "./season-data.ts";
import type { SkippedStatRow } from "./stats-reader.ts";

export interface SeasonFolder {
	/** Null if there are problems. */
	readonly season: SeasonData | null;
	readonly problems: readonly ImportProblem[];
	readonly skippedRows: readonly SkippedStatRow[];
}

export interface FolderOptions {
	/** Replaces the folder's stats.csv. */
	readonly statsFile?: string | undefined;
	/** Lists a season's matches whose stats are stored, which a stats file can leave out. */
	readonly listMatchesWithStats?: (seasonId: number) => Promise<ReadonlySet<number>>;
	/** Finds reasons why the season cannot have its id. */
	readonly findIdProblems?: (seasonId: number) => Promise<readonly ImportProblem[]>;
}

/**
 * Reads and validates a season's folder: season.json, squads.csv, rounds.csv, matches.csv, players.csv, and the optional
 * signings.csv and stats.csv. Lists all problems, not only the first. Ignores finals and rounds after the last.
 */
export async function readSeasonFolder(
	folder: string,
	{
		statsFile,
		listMatchesWithStats = async () => new Set<number>(),
		findIdProblems = async () => [],
	}: FolderOptions = {},
): Promise<SeasonFolder> {
	const problems = new ProblemList();
	const isFolder = await stat(folder)
		.then((found) => found.isDirectory())
		.catch(() => false);
	if (!isFolder) {
		problems.add(folder, null, "is not a folder");
		return { season: null, problems: problems.list, skippedRows: [] };
	}
	const { homeAndAwayRounds, ids: roundIds } = await readRounds(folder, problems);
	const { id, file } = await readSeasonFile(folder, homeAndAwayRounds.at(-1), problems);
	problems.list.push(...(id === null ? [] : await findIdProblems(id)));
	const { squads, ids: squadIds } = await readSquads(folder, problems);
	const { matches, ids: matchIds } = await readMatches(folder, squadIds, roundIds, problems);
	const lastRound = file?.lastRound ?? homeAndAwayRounds.at(-1) ?? 0;
	const rounds = homeAndAwayRounds.filter((roundId) => roundId <= lastRound);
	const playerContext = {
		squads: squadIds,
		rounds: roundIds,
		openRounds: file && roundIds && new Set(rounds),
		rules: file?.rules ?? null,
		firstStart: matches.length > 0 ? Math.min(...matches.map(({ startsAt }) => startsAt)) : null,
	};
	const { players, ids: playerIds, hasSignings } = await readPlayers(folder, playerContext, problems);
	const scoredStats = Object.keys(file?.rules.scoring ?? {});
	const otherStats = scoredStats.filter((key) => !isStatKey(key));
	const matchesWithStats = file ? await listMatchesWithStats(file.id) : new Set<number>();
	const statsContext = { matches, matchIds, squads, players, playerIds, otherStats, matchesWithStats };
	const { stats, skippedRows } = await readStats(
		statsFile ?? path.join(folder, "stats.csv"),
		statsContext,
		problems,
		statsFile !== undefined,
	);

	if (file && roundIds && rounds.at(-1) !== lastRound) {
		problems.add("season.json", null, `lastRound is ${lastRound}, and rounds.csv has no such home-and-away round`);
	}
	if (!file || problems.list.length > 0) return { season: null, problems: problems.listSorted(), skippedRows };
	const seasonMatches = matches.filter(({ roundId }) => rounds.includes(roundId));
	const seasonMatchIds = new Set(seasonMatches.map(({ id }) => id));
	const season: SeasonData = {
		id: file.id,
		name: file.name,
		rules: file.rules,
		squads,
		rounds,
		matches: seasonMatches,
		players,
		stats: stats.filter(({ matchId }) => seasonMatchIds.has(matchId)),
		hasSignings,
	};
	return { season, problems: [], skippedRows };
}
