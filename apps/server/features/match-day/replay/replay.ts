import type { PlayerId, RoundId } from "@first-bounce/rules/ids";
import { listPlayerIds } from "@first-bounce/rules/lineup/slots";
import { LINES, type Line } from "@first-bounce/rules/player";
import { rankTeams } from "@first-bounce/rules/rankings/ranks";
import type { PlayerRound } from "@first-bounce/rules/scoring/player-round";
import { scoreLineup } from "@first-bounce/rules/scoring/score-lineup";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import { withScratchDatabase } from "../../../db/scratch.ts";
import type { Db } from "../../../db/tables/tables.ts";
import { loadShownSeason } from "../../seasons/current/load-season-snapshot.ts";
import type { SeasonSnapshot, SnapshotPlayer } from "../../seasons/current/season-snapshot.ts";
import { type ImportProblem, ProblemList } from "../../seasons/import/csv/problem-list.ts";
import { type HistoricTeam, type LineupFile, readLineups } from "../../seasons/import/files/read-lineups.ts";
import { readSeasonFolder } from "../../seasons/import/files/read-season-folder.ts";
import type { SeasonData } from "../../seasons/import/files/season-data.ts";
import type { SkippedStatRow } from "../../seasons/import/files/stats-reader.ts";
import { importSeasonData } from "../../seasons/import/import-season.ts";
import { createPlayerRoundLookup } from "../../standings/player-rounds.ts";
import { computeNextPrices } from "../rounds/round-prices.ts";
import { createHistoricTeams, type HistoricTeamLineup, listHistoricTeams } from "./queries.ts";

/** The result of a replay. Rounds are those of the fantasy season; a round without line-ups has no teams. */
interface ReplayResult {
	readonly rounds: readonly {
		readonly round: number;
		readonly teams: readonly {
			readonly team: number;
			readonly points: number;
			readonly rank: number;
			readonly substitutions: readonly { readonly out: number; readonly in: number }[];
		}[];
	}[];
	/** The round in which the price is in force, from round 2 to the round after the last. */
	readonly prices: readonly { readonly round: number; readonly player: number; readonly price: number }[];
	readonly magicNumbers: readonly { readonly round: number; readonly value: number }[];
}

/** An id in a line-up that the season's files do not have. It counts as a player who did not play. */
interface UnknownPlayer {
	readonly file: string;
	readonly line: number;
	readonly team: number;
	readonly playerId: number;
}

export interface Replay {
	readonly problems: readonly ImportProblem[];
	readonly skippedRows: readonly SkippedStatRow[];
	readonly unknownPlayers: readonly UnknownPlayer[];
	/** Null if there are problems. */
	readonly result: ReplayResult | null;
}

/**
 * Replays a past season from its stats in a scratch database: every home-and-away round with the teams of its line-up
 * files, and the resulting prices.
 *
 * @param lineups the line-up files; teams with equal points rank in the order of the files and their rows
 * @param onProgress receives each step as a line of text
 * @throws StartupError if no database can be started
 */
export async function replaySeason(
	folder: string,
	lineups: readonly LineupFile[],
	onProgress: (progress: string) => void,
): Promise<Replay> {
	onProgress(`Reading ${folder}`);
	const { season, problems, skippedRows } = await readSeasonFolder(folder);
	if (!season) return { problems, skippedRows, unknownPlayers: [], result: null };
	const { teams, problems: lineupProblems } = await readAllLineups(season, lineups);
	if (lineupProblems.length > 0) return { problems: lineupProblems, skippedRows, unknownPlayers: [], result: null };

	onProgress("Starting a scratch database");
	return withScratchDatabase(async ({ db }) => {
		onProgress(`Importing ${season.name}: ${season.players.length} players, ${season.stats.length} stat lines`);
		const { outcome, problems: importProblems } = await importSeasonData(db, season);
		if (!outcome) return { problems: importProblems, skippedRows, unknownPlayers: [], result: null };
		await createHistoricTeams(db, season.id, teams, season.rules);
		const imported = await loadShownSeason(db);
		if (!imported) throw new Error("The imported season is not the current one");
		const result = await replayRounds(db, imported, teams, onProgress);
		return { problems: [], skippedRows, unknownPlayers: listUnknownPlayers(season, teams), result };
	});
}

async function replayRounds(
	db: Db,
	imported: SeasonSnapshot,
	teams: readonly HistoricTeam[],
	onProgress: (progress: string) => void,
): Promise<ReplayResult> {
	const { rules } = imported;
	const rounds: ReplayResult["rounds"][number][] = [];
	const prices: ReplayResult["prices"][number][] = [];
	const magicNumbers: ReplayResult["magicNumbers"][number][] = [];
	let snapshot = imported;
	for (const round of imported.rounds) {
		const roundTeams = await listHistoricTeams(db, round.id, rules);
		const scored = computeTeamScores(roundTeams, createPlayerRoundLookup(snapshot, round), rules).map((score) => ({
			team: teams[score.teamId - 1]?.team ?? score.teamId,
			points: score.points,
			rank: score.rank,
			substitutions: score.substitutions.map((substitution) => ({ out: substitution.out, in: substitution.in })),
		}));
		rounds.push({ round: round.id, teams: scored });
		const published = applyPublishedPrices(snapshot, round.id);
		snapshot = published.season;
		magicNumbers.push({ round: round.id, value: published.magicNumber });
		for (const { id, fromRound, cost } of snapshot.players.values()) {
			if (fromRound <= round.id + 1) prices.push({ round: round.id + 1, player: id, price: cost });
		}
		onProgress(
			`Round ${round.id} of ${rules.lastRound}: ${scored.length} teams, magic number ${published.magicNumber}`,
		);
	}
	return { rounds, prices, magicNumbers };
}

async function readAllLineups(season: SeasonData, files: readonly LineupFile[]) {
	const problems = new ProblemList();
	const linesByRound = new Map<RoundId, Map<number, number>>();
	const teams: HistoricTeam[] = [];
	for (const lineupFile of files) {
		const { file, roundId } = lineupFile;
		if (!season.rounds.includes(roundId)) {
			problems.add(file, null, `the season has no home-and-away round ${roundId}`);
			continue;
		}
		const lineByTeamId = linesByRound.get(roundId) ?? new Map<number, number>();
		linesByRound.set(roundId, lineByTeamId);
		teams.push(...(await readLineups(lineupFile, season.rules, lineByTeamId, problems)));
	}
	return { teams, problems: problems.list };
}

function listUnknownPlayers(season: SeasonData, teams: readonly HistoricTeam[]): UnknownPlayer[] {
	const playerIds = new Set(season.players.map(({ id }) => id));
	return teams.flatMap(({ lineup, file, line, team }) => {
		const ids = new Set([...listPlayerIds(lineup), lineup.captainId, lineup.viceCaptainId]);
		return [...ids].filter((id) => id > 0 && !playerIds.has(id)).map((playerId) => ({ file, line, team, playerId }));
	});
}

/** Sets the round's magic number and the next round's prices, as publication does. */
function applyPublishedPrices(season: SeasonSnapshot, roundId: RoundId) {
	const { magicNumber, prices } = computeNextPrices(season, roundId);
	const setPrice = ([id, player]: [number, SnapshotPlayer]): [number, SnapshotPlayer] => [
		id,
		{ ...player, cost: prices.get(id) ?? player.cost },
	];
	const rounds = season.rounds.map((round) => (round.id === roundId ? { ...round, magicNumber } : round));
	return { season: { ...season, rounds, players: new Map([...season.players].map(setPrice)) }, magicNumber };
}

/** Computes points and ranks of teams that play only this round. Teams with equal points rank in the given order. */
function computeTeamScores(
	teams: readonly HistoricTeamLineup[],
	getPlayerRound: (id: PlayerId) => PlayerRound,
	rules: SeasonRules,
) {
	const scored = teams.map(({ teamId, lineup }, order) => {
		// The files have no positions, so an emergency covers the line in which she is on the bench.
		const benchLines = new Map(
			LINES.flatMap((line) => lineup.bench[line].map((id): [PlayerId, Line[]] => [id, [line]])),
		);
		const { points, substitutions } = scoreLineup(lineup, getPlayerRound, (id) => benchLines.get(id) ?? [], rules);
		const totals = { totalPoints: points, averagePoints: points, highestRoundPoints: points, roundPoints: points };
		return { teamId, points, substitutions, completedAt: order, ...totals };
	});
	const ranks = new Map(rankTeams(scored, "roundPoints").map(({ rank, standing }) => [standing.teamId, rank]));
	return scored.map(({ teamId, points, substitutions }) => ({
		teamId,
		points,
		rank: ranks.get(teamId) ?? 0,
		substitutions,
	}));
}
