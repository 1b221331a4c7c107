import type { PlayerId, Points, SquadId } from "@first-bounce/rules/ids";
import { mapStats } from "@first-bounce/rules/scoring/stats";
import { buildPlayedSeason } from "../demo/past-season.ts";
import { selectTeams } from "../seasons/generator/club-teams.ts";
import { computeExpectedPoints, type Footballer } from "../seasons/generator/footballers.ts";
import { playMatch } from "../seasons/generator/match-play.ts";
import { createRandom } from "../seasons/generator/random.ts";
import { STAT_PROFILES } from "../seasons/generator/stat-profile.ts";
import type { ImportedPlayer, SeasonData } from "../seasons/import/files/season-data.ts";
import type { PlayedSeason } from "../stats-providers/simulator/simulator-feed.ts";
import type { MatchFault } from "./faults.ts";

/** The limits of a player's level, which is relative to the mean of her line. */
const [MIN_LEVEL, MAX_LEVEL] = [0.3, 1.8];

/** Returns the season as it is before its first match, without scores and stats. */
export const clearResults = (season: SeasonData): SeasonData => ({
	...season,
	matches: season.matches.map((match) => ({ ...match, homeScore: null, awayScore: null })),
	stats: [],
});

/** Builds a player whose stats are drawn like those of her line, and are worth her estimated points on average. */
function buildFootballer(
	{ id, squadId, firstName, lastName, positions, birthday }: ImportedPlayer,
	estimate: Points,
	scoring: Readonly<Record<string, number>>,
): Footballer {
	const { means, tog } = STAT_PROFILES[positions[0] ?? "MID"];
	const level = Math.min(
		MAX_LEVEL,
		Math.max(MIN_LEVEL, estimate / Math.max(1, computeExpectedPoints({ rates: means }, scoring))),
	);
	const rates = mapStats((key) => means[key] * level);
	const person = { id, squadId, firstName, lastName, position: positions, birthday: birthday ?? "" };
	return { ...person, level, rates, tog, isRookie: false };
}

function generateResults(
	{ id, squads, rounds, matches, players, rules }: SeasonData,
	getEstimate: (player: PlayerId) => Points,
	seed: number,
): PlayedSeason {
	const random = createRandom(`rehearsal ${seed}`).fork(id);
	const footballers = players
		.filter(({ fromRound }) => fromRound <= 1)
		.map((player) => buildFootballer(player, getEstimate(player.id), rules.scoring));
	const byId = new Map(footballers.map((footballer) => [footballer.id, footballer]));
	const squadLists = Map.groupBy(footballers, ({ squadId }) => squadId);
	const announcedTeams = new Map(
		squads.map(({ id: squadId }) => [
			squadId,
			selectTeams(squadLists.get(squadId) ?? [], rounds.length, random.fork(`selection ${squadId}`)),
		]),
	);
	const listTeam = (squadId: SquadId, roundId: number): Footballer[] =>
		(announcedTeams.get(squadId)?.[rounds.indexOf(roundId)]?.playing ?? []).flatMap(
			(playerId) => byId.get(playerId) ?? [],
		);
	const results = new Map(
		matches.map(({ id: matchId, roundId, homeSquadId, awaySquadId }) => [
			matchId,
			playMatch(listTeam(homeSquadId, roundId), listTeam(awaySquadId, roundId), random.fork(`match ${matchId}`)),
		]),
	);
	return { seed, id, results, announcedTeams };
}

/**
 * Builds the results that a rehearsal plays: a match's stats in the folder or, for a match without stats, random stats
 * based on the players' estimates.
 */
export function buildRehearsalResults(
	season: SeasonData,
	getEstimate: (player: PlayerId) => Points,
	seed: number,
): PlayedSeason {
	const playedSeason = buildPlayedSeason(season);
	const generated = generateResults(season, getEstimate, seed);
	const hasStats = (matchId: number) => (playedSeason.results.get(matchId)?.lines.length ?? 0) > 0;
	const results = new Map(
		[...generated.results].map(([id, result]) => [id, (hasStats(id) && playedSeason.results.get(id)) || result]),
	);
	const announcedTeams = new Map(
		season.squads.map(({ id: squadId }) => {
			const squadTeams = season.rounds.map((roundId, index) => {
				const matches = season.matches.filter(
					(match) => match.roundId === roundId && [match.homeSquadId, match.awaySquadId].includes(squadId),
				);
				if (matches.length === 0) return undefined;
				const source = matches.every(({ id }) => hasStats(id)) ? playedSeason : generated;
				return source.announcedTeams.get(squadId)?.[index];
			});
			return [squadId, squadTeams];
		}),
	);
	return { seed, id: season.id, results, announcedTeams };
}

/** Makes players late outs: they are announced, but are not in the final teams an hour before their match. */
export function addLateOuts(
	playedSeason: PlayedSeason,
	lateOuts: readonly MatchFault[],
	season: SeasonData,
): PlayedSeason {
	const results = new Map(playedSeason.results);
	const announcedTeams = new Map([...playedSeason.announcedTeams].map(([squadId, list]) => [squadId, [...list]]));
	for (const { matchId, roundId, playerId } of lateOuts) {
		const result = results.get(matchId);
		if (result) results.set(matchId, { ...result, lines: result.lines.filter((line) => line.playerId !== playerId) });
		const squadId = season.players.find(({ id }) => id === playerId)?.squadId ?? 0;
		const index = season.rounds.indexOf(roundId);
		const team = announcedTeams.get(squadId)?.[index];
		if (!team) continue;
		const announced = new Map(team.announced).set(playerId, "playing");
		const final = new Map(team.final).set(playerId, "not-playing");
		announcedTeams.get(squadId)?.splice(index, 1, { ...team, announced, final });
	}
	return { ...playedSeason, results, announcedTeams };
}
