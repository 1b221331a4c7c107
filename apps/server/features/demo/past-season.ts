import { DAY_MS, WEEK_MS } from "@first-bounce/rules/durations";
import type { PlayerId, SeasonTime } from "@first-bounce/rules/ids";
import type { PlayerStatus } from "@first-bounce/rules/player";
import { hasPlayed } from "@first-bounce/rules/scoring/player-points";
import { z } from "zod";
import { StartupError } from "../../startup-error.ts";
import { formatProblem } from "../seasons/import/csv/problem-list.ts";
import { readSeasonFolder } from "../seasons/import/files/read-season-folder.ts";
import type { SeasonData } from "../seasons/import/files/season-data.ts";
import type { PlayedSeason } from "../stats-providers/simulator/simulator-feed.ts";

/** A past season that a demo plays: its folder, and by how many weeks its matches are moved. */
export const pastSeasonSourceSchema = z.object({ folder: z.string(), weeks: z.int() });
export type PastSeasonSource = z.infer<typeof pastSeasonSourceSchema>;

/** A season before its first match, and the results that the simulator plays. */
export interface DemoSeason {
	readonly data: SeasonData;
	readonly played: PlayedSeason;
}

async function readFolder(folder: string): Promise<SeasonData> {
	const { season, problems } = await readSeasonFolder(folder);
	const [problem] = problems;
	if (problem) throw new StartupError(`The season in ${folder} cannot be played: ${formatProblem(problem)}`);
	if (!season || season.stats.length === 0)
		throw new StartupError(
			`The season in ${folder} cannot be played: it has no stats, and --season plays a season that is over`,
		);
	return season;
}

/** Chooses the weeks by which a season is moved so that its first match comes within a week from tomorrow. */
export async function buildPastSeasonSource(folder: string, now: number): Promise<PastSeasonSource> {
	const { matches } = await readFolder(folder);
	const firstStart = Math.min(...matches.map(({ startsAt }) => startsAt));
	return { folder, weeks: Math.ceil((now + DAY_MS - firstStart) / WEEK_MS) };
}

/**
 * Reads a past season. Each club announces exactly the players who played.
 *
 * @throws StartupError if the folder has problems or no stats
 */
export async function readPastSeason({ folder, weeks }: PastSeasonSource): Promise<DemoSeason> {
	const season = await readFolder(folder);
	const moveStart = (startsAt: SeasonTime) => startsAt + weeks * WEEK_MS;
	return {
		data: {
			...season,
			// The demo's "Play this round" stops after the last match, so the round must be final by then.
			rules: { ...season.rules, finalAfterMinutes: 0 },
			matches: season.matches.map((match) => ({
				...match,
				startsAt: moveStart(match.startsAt),
				homeScore: null,
				awayScore: null,
			})),
			stats: [],
		},
		played: buildPlayedSeason(season),
	};
}

/** Builds what the simulator plays from the results of a season that is over, or partly over. */
export const buildPlayedSeason = (season: SeasonData): PlayedSeason => ({
	seed: season.id,
	id: season.id,
	results: buildResults(season),
	announcedTeams: buildAnnouncedTeams(season),
});

function buildResults({ matches, stats }: SeasonData): PlayedSeason["results"] {
	const lines = Map.groupBy(stats, ({ matchId }) => matchId);
	return new Map(
		matches.map(({ id, homeScore, awayScore }) => [
			id,
			{
				lines: (lines.get(id) ?? []).map(({ playerId, squadId, line }) => ({ playerId, squadId, stats: line })),
				homeScore: homeScore ?? 0,
				awayScore: awayScore ?? 0,
			},
		]),
	);
}

function buildAnnouncedTeams({ squads, rounds, matches, players, stats }: SeasonData): PlayedSeason["announcedTeams"] {
	const lines = Map.groupBy(stats, ({ matchId }) => matchId);
	return new Map(
		squads.map(({ id: squadId }) => {
			const teams = rounds.map((roundId) => {
				const ids = matches
					.filter((match) => match.roundId === roundId && [match.homeSquadId, match.awaySquadId].includes(squadId))
					.map(({ id }) => id);
				if (ids.length === 0) return undefined;
				const played = new Set(
					ids
						.flatMap((id) => lines.get(id) ?? [])
						.filter(({ line }) => hasPlayed(line))
						.map(({ playerId }) => playerId),
				);
				const squadPlayers = players.filter((player) => player.squadId === squadId && player.fromRound <= roundId);
				const statuses = new Map<PlayerId, PlayerStatus>(
					squadPlayers.map(({ id }) => [id, played.has(id) ? "playing" : "not-playing"]),
				);
				return { injured: [], announced: statuses, final: statuses };
			});
			return [squadId, teams];
		}),
	);
}
