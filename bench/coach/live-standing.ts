import { createRoundOutlook } from "../../apps/server/features/seasons/backtest/round-outlook.ts";
import { SeasonHistory } from "../../apps/server/features/seasons/backtest/season-history.ts";
import type { SeasonData } from "../../apps/server/features/seasons/import/files/season-data.ts";
import type { PlayerId, Points } from "../../packages/rules/ids.ts";
import { buildLineupFromIds, listSlotIds } from "../../packages/rules/lineup/slots.ts";
import { computeAverage } from "../../packages/rules/numbers.ts";
import {
	computeMatchUpChances,
	computeOutlookDeviation,
	computeOutlookRange,
	computePlayerOutlook,
	computeTeamOutlook,
	type PlayerOutlook,
} from "../../packages/rules/projections/live-outlook.ts";
import { computeRankOutlook, groupProjectedTeams } from "../../packages/rules/projections/rank-outlook.ts";
import {
	computeHiddenEstimates,
	computeRivalOutlook,
	computeTypicalDeviation,
	getPublicRound,
} from "../../packages/rules/projections/rival-outlook.ts";
import { TO_COME } from "../../packages/rules/scoring/player-round.ts";
import { scoreLineup } from "../../packages/rules/scoring/score-lineup.ts";
import type { SeasonRules } from "../../packages/rules/season-rules/season-rules.ts";
import type { HistoricTeam } from "../../testing/rules/season-2023.ts";

/** A forecast for a team after a match of a round, with the outcome. */
export interface StandingForecast {
	readonly roundId: number;
	/** The number of matches of the round that were over. */
	readonly matchesPlayed: number;
	readonly playersLeft: number;
	readonly low: Points;
	readonly high: Points;
	readonly final: Points;
	/** The chance to beat the opponent if only what rivals see of its team is known. A draw counts as half a win. */
	readonly chance: number;
	/** The same if all of both teams is known. */
	readonly chanceIfKnown: number;
	/** 1 for a win, 0.5 for a draw, 0 for a loss. */
	readonly result: number;
	readonly rank: number;
	readonly bestRank: number;
	readonly worstRank: number;
	readonly finalRank: number;
}

type TeamScores = ReadonlyMap<number, Points>;

/** Gets the index of a team's opponent, another one in each round. */
const getOpponentIndex = (index: number, roundId: number, count: number) => (index + 1 + 37 * roundId) % count;

/**
 * Computes forecasts for the real teams of round 1, which stay unchanged, after each match but the last of each later round. A
 * forecast uses earlier rounds, the announced teams and the matches played so far.
 */
export function listStandingForecasts(season: SeasonData, teams: readonly HistoricTeam[]): StandingForecast[] {
	const history = new SeasonHistory(season, []);
	let totals: TeamScores = new Map();
	return season.rounds.flatMap((roundId) => {
		const round = createHistoricRound(season, history, roundId);
		const forecasts =
			roundId === season.rounds[0]
				? []
				: round.matches
						.slice(0, -1)
						.flatMap((_, index) => computeForecast(round, index + 1, { season, teams, totals }));
		totals = new Map(
			teams.map((team) => [team.team, (totals.get(team.team) ?? 0) + scoreHistoricTeam(team, round, season)]),
		);
		history.addRound(roundId);
		return forecasts;
	});
}

type HistoricRound = ReturnType<typeof createHistoricRound>;

function createHistoricRound(season: SeasonData, history: SeasonHistory, roundId: number) {
	const seasonBefore = history.getSeasonBefore(roundId);
	const matches = season.matches
		.filter((match) => match.roundId === roundId)
		.toSorted((a, b) => a.startsAt - b.startsAt || a.id - b.id);
	const matchIds = new Set(matches.map(({ id }) => id));
	const squads = new Map(
		season.stats.filter(({ matchId }) => matchIds.has(matchId)).map(({ playerId, squadId }) => [playerId, squadId]),
	);
	return {
		roundId,
		matches,
		seasonBefore,
		estimates: createRoundOutlook(seasonBefore, { rules: season.rules, ownership: null, seed: null }).estimates,
		getScore: history.createPlayerRoundLookup(roundId),
		/** The squad for which a player plays the round. */
		getSquad: (id: PlayerId) => squads.get(id) ?? seasonBefore.players.get(id)?.squadId,
	};
}

const getBenchLines =
	({ benchLine }: HistoricTeam) =>
	(id: PlayerId) =>
		[benchLine.get(id) ?? []].flat();

const scoreHistoricTeam = (team: HistoricTeam, { getScore }: HistoricRound, { rules }: SeasonData): Points =>
	scoreLineup(team.lineup, getScore, getBenchLines(team), rules).points;

interface ForecastContext {
	readonly season: SeasonData;
	readonly teams: readonly HistoricTeam[];
	readonly totals: TeamScores;
}

/** What is known after some matches of a round: its matches, what is expected of players, and whom rivals see. */
function createPartOfRound(round: HistoricRound, matchesPlayed: number, rules: SeasonRules) {
	const { seasonBefore, estimates, getScore, getSquad } = round;
	const matches = round.matches.map((match, index) => ({
		...match,
		status: index < matchesPlayed ? ("complete" as const) : ("scheduled" as const),
	}));
	const listMatches = (id: PlayerId) => {
		const squadId = getSquad(id);
		return matches.filter(({ homeSquadId, awaySquadId }) => squadId === homeSquadId || squadId === awaySquadId);
	};
	const isVisible = (id: PlayerId) => {
		const ownMatches = listMatches(id);
		return ownMatches.length === 0 || ownMatches.some(({ status }) => status === "complete");
	};
	const outlooks = new Map<PlayerId, PlayerOutlook>();
	const getOutlook = (id: PlayerId): PlayerOutlook => {
		const isOver = listMatches(id).every(({ status }) => status === "complete");
		const live = {
			result: isOver ? getScore(id) : TO_COME,
			estimate: estimates.get(id) ?? 0,
			chanceToPlay: seasonBefore.namedPlayers.has(id) ? 1 : 0,
			matches: listMatches(id),
		};
		const outlook = outlooks.get(id) ?? computePlayerOutlook(live, rules);
		outlooks.set(id, outlook);
		return outlook;
	};
	const unlocked = [...seasonBefore.namedPlayers]
		.filter((id) => !isVisible(id))
		.map((id) => ({ estimate: estimates.get(id) ?? 0, chanceToPlay: 1, matchCount: listMatches(id).length }));
	return { matches, isVisible, getOutlook, hidden: computeHiddenEstimates(unlocked, rules) };
}

/** Projects a team as its manager and as its rivals see it. */
function projectTeam(
	team: HistoricTeam,
	round: HistoricRound,
	{ isVisible, getOutlook, hidden }: ReturnType<typeof createPartOfRound>,
	{ season, totals }: ForecastContext,
) {
	const { rules } = season;
	const context = { getOutlook, getPositions: getBenchLines(team), rules };
	const total = totals.get(team.team) ?? 0;
	// A hidden captain counts as an ordinary captain.
	const isCaptainHidden = !isVisible(team.lineup.captainId);
	const publicPoints =
		scoreLineup(
			team.lineup,
			(id) => getPublicRound(getOutlook(id), isVisible(id), hidden),
			(id) => (isVisible(id) ? context.getPositions(id) : []),
			rules,
		).points + (isCaptainHidden ? (rules.captainFactor - 1) * Math.round(hidden.captain - hidden.player) : 0);
	const visibleTeam = redactHidden(team, isVisible, season);
	return {
		outlook: computeTeamOutlook(team.lineup, context),
		rivalView: computeRivalOutlook(visibleTeam, context, { estimates: hidden, side: 1 }),
		total,
		final: scoreHistoricTeam(team, round, season),
		projectedTotal: total + publicPoints,
	};
}

function computeForecast(round: HistoricRound, matchesPlayed: number, context: ForecastContext): StandingForecast[] {
	const { rules } = context.season;
	const part = createPartOfRound(round, matchesPlayed, rules);
	const rows = context.teams.map((team) => projectTeam(team, round, part, context));
	const groups = groupProjectedTeams(
		rows
			.toSorted((a, b) => b.projectedTotal - a.projectedTotal)
			.map((row) => ({ total: row.projectedTotal, teams: 1 })),
	);
	const deviation = computeTypicalDeviation(part, rules);
	return rows.map((row, index): StandingForecast => {
		const opponent = rows[getOpponentIndex(index, round.roundId, rows.length)] ?? row;
		const countDrawAsHalf = ({ win, draw }: ReturnType<typeof computeMatchUpChances>) => win + draw / 2;
		const { rank, best, worst } = computeRankOutlook(
			{ total: row.total + row.outlook.mean, deviation: computeOutlookDeviation(row.outlook, rules), rank: 0 },
			{ groups, own: row.projectedTotal, deviation },
		);
		return {
			roundId: round.roundId,
			matchesPlayed,
			playersLeft: row.outlook.toCome,
			...computeOutlookRange(row.outlook, rules),
			final: row.final,
			chance: countDrawAsHalf(computeMatchUpChances(row.outlook, opponent.rivalView)),
			chanceIfKnown: countDrawAsHalf(computeMatchUpChances(row.outlook, opponent.outlook)),
			result: computeResult(row.final, opponent.final),
			rank,
			bestRank: best,
			worstRank: worst,
			finalRank: 1 + rows.filter((candidate) => candidate.total + candidate.final > row.total + row.final).length,
		};
	});
}

function computeResult(points: Points, opponentPoints: Points): number {
	if (points === opponentPoints) return 0.5;
	return points > opponentPoints ? 1 : 0;
}

/** Builds a team as rivals see it, without its hidden players. */
function redactHidden({ lineup }: HistoricTeam, isVisible: (id: PlayerId) => boolean, { rules }: SeasonData) {
	const redactId = (id: PlayerId) => (id > 0 && isVisible(id) ? id : 0);
	const ids = listSlotIds(lineup, rules);
	const visibleLineup = buildLineupFromIds(ids.map(redactId), rules, {
		captainId: redactId(lineup.captainId),
		viceCaptainId: redactId(lineup.viceCaptainId),
		emergency: lineup.emergency.filter((id) => redactId(id) > 0),
	});
	return { lineup: visibleLineup, hidden: ids.filter((id) => redactId(id) === 0).length };
}

/** Computes the share of final scores that are within their range. */
export const computeRangeCoverage = (forecasts: readonly StandingForecast[]): number =>
	computeAverage(
		forecasts.map(({ low, high, final }) => (Math.round(low) <= final && final <= Math.round(high) ? 1 : 0)),
	);

export const computeRankCoverage = (forecasts: readonly StandingForecast[]): number =>
	computeAverage(
		forecasts.map(({ bestRank, worstRank, finalRank }) => (bestRank <= finalRank && finalRank <= worstRank ? 1 : 0)),
	);

export const computeRankError = (forecasts: readonly StandingForecast[]): number =>
	computeAverage(forecasts.map(({ rank, finalRank }) => Math.abs(rank - finalRank)));

/** Lists for each tenth of the stated chance the number of match-ups, the mean chance, and the share that was won. */
export function listCalibration(
	forecasts: readonly StandingForecast[],
	getChance: (forecast: StandingForecast) => number,
): { readonly count: number; readonly stated: number; readonly won: number }[] {
	const byTenth = Map.groupBy(forecasts, (forecast) => Math.min(9, Math.floor(10 * getChance(forecast))));
	return [...byTenth]
		.toSorted(([a], [b]) => a - b)
		.map(([, group]) => ({
			count: group.length,
			stated: computeAverage(group.map(getChance)),
			won: computeAverage(group.map(({ result }) => result)),
		}));
}

export const filterByPlayersLeft = (forecasts: readonly StandingForecast[], [from, to]: readonly [number, number]) =>
	forecasts.filter(({ playersLeft }) => from <= playersLeft && playersLeft <= to);

const listUnfinished = (forecasts: readonly StandingForecast[]) =>
	filterByPlayersLeft(forecasts, [1, Number.POSITIVE_INFINITY]);

/** Computes by how much the share of final scores within their range differs from 80 %, the share that the range should hold. */
export const computeRangeError = (forecasts: readonly StandingForecast[]): number =>
	Math.abs(computeRangeCoverage(listUnfinished(forecasts)) - 0.8);

/** Prints the tables of docs/coach.md#live-standing. */
export function printStandingForecasts(forecasts: readonly StandingForecast[], log: (line: string) => void): void {
	const unfinished = listUnfinished(forecasts);
	const formatPercentage = (share: number) => `${(100 * share).toFixed(1)} %`;
	const ranges: readonly (readonly [number, number])[] = [
		[1, 16],
		[1, 3],
		[4, 6],
		[7, 9],
		[10, 12],
		[13, 16],
		...Array.from({ length: 16 }, (_, index) => [index + 1, index + 1] as const),
	];
	log(`Live standing: ${unfinished.length} standings between two matches of a round`);
	for (const range of ranges) {
		const group = filterByPlayersLeft(unfinished, range);
		log(
			`  ${range.join(" to ")} players left: ${group.length}, the 80 % range held ${formatPercentage(computeRangeCoverage(group))}`,
		);
	}
	for (const [name, getChance] of [
		["both teams known", ({ chanceIfKnown }: StandingForecast) => chanceIfKnown],
		["as a manager sees the rival", ({ chance }: StandingForecast) => chance],
	] as const)
		for (const { count, stated, won } of listCalibration(forecasts, getChance))
			log(`  chance to win, ${name}: ${count} stated ${formatPercentage(stated)}, won ${formatPercentage(won)}`);
	for (const [matches, group] of [
		["all", unfinished] as const,
		...Map.groupBy(unfinished, ({ matchesPlayed }) => matchesPlayed),
	])
		log(
			`  projected rank after matches: ${matches}: off by ${computeRankError(group).toFixed(1)} ranks, range held ${formatPercentage(computeRankCoverage(group))}`,
		);
}
