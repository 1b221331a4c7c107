import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { SeasonTime, TeamId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { isSquadLocked } from "@first-bounce/rules/lockout/lockout";
import { isLikelyToPlay } from "@first-bounce/rules/projections/forecast";
import {
	computeMatchUpChances,
	computePlayerOutlook,
	computeTeamOutlook,
	type MatchUpChances,
	type OutlookContext,
	type PlayerOutlook,
	type TeamOutlook,
} from "@first-bounce/rules/projections/live-outlook";
import {
	computeHiddenEstimates,
	computeRivalOutlook,
	type HiddenEstimates,
	type RivalRules,
	type RivalSide,
} from "@first-bounce/rules/projections/rival-outlook";
import { computeSurvivalChances } from "@first-bounce/rules/projections/survival";
import { listExpectedMatches, type Round } from "@first-bounce/rules/round/round";
import { DID_NOT_PLAY } from "@first-bounce/rules/scoring/player-round";
import type { Season } from "../api/season-model.ts";
import { getPlayerRound, type VisibleTeam } from "./team-score.ts";

function buildPlayerOutlook(entry: PlayerEntry | undefined, round: Round, { rules }: Season): PlayerOutlook {
	// A players file of the previous release, saved on this device or sent by an old process, has no matchEstimate.
	const { estimate: usual = 0, matchEstimate: estimate = usual, chanceToPlay = 0 } = entry?.stats ?? {};
	const matches = entry ? listExpectedMatches(entry.squadId, round) : [];
	const known = entry ? getPlayerRound(entry, round) : DID_NOT_PLAY;
	return computePlayerOutlook({ result: known, estimate, chanceToPlay, matches }, rules);
}

function createOutlookContext(round: Round, season: Season): OutlookContext & { readonly rules: RivalRules } {
	return {
		getOutlook: (id) => buildPlayerOutlook(season.playerById.get(id), round, season),
		getPositions: (id) => season.lookup(id)?.position ?? [],
		rules: season.rules,
	};
}

/** The projected score of a team without hidden players in the current round. */
export const computeLineupOutlook = (lineup: Lineup, round: Round, season: Season): TeamOutlook =>
	computeTeamOutlook(lineup, createOutlookContext(round, season));

/** The expected scores of rivals' hidden players. */
function getHiddenEstimates(round: Round, { players, rules }: Season, now: SeasonTime): HiddenEstimates {
	const unlocked = players.filter(
		({ squadId, stats }) => isLikelyToPlay(stats.chanceToPlay) && !isSquadLocked(squadId, round, now),
	);
	return computeHiddenEstimates(
		unlocked.map(({ squadId, stats: { estimate, chanceToPlay } }) => ({
			estimate,
			chanceToPlay,
			matchCount: listExpectedMatches(squadId, round).length,
		})),
		rules,
	);
}

/** The outlook of a match-up of the current round. */
export interface MatchUpOutlook {
	readonly home: TeamOutlook;
	readonly away: TeamOutlook;
	/** The chances of the home team. */
	readonly chances: MatchUpChances;
	/** Whether either score can still change. */
	readonly canChange: boolean;
}

const buildLineup = ({ lineup: field, hidden: _, ...rest }: VisibleTeam): Lineup => ({ ...rest, field });

/** Computes teams' outlooks from what the viewer may see of them. */
function createRivalOutlook(round: Round, season: Season, now: SeasonTime) {
	const context = createOutlookContext(round, season);
	const estimates = getHiddenEstimates(round, season, now);
	return (team: VisibleTeam, side: RivalSide): TeamOutlook =>
		computeRivalOutlook({ lineup: buildLineup(team), hidden: team.hidden }, context, { estimates, side });
}

const canAnyChange = (outlooks: readonly TeamOutlook[]): boolean =>
	outlooks.some(({ toCome, playing }) => toCome + playing > 0);

/** Computes the outlook from what the viewer may see of the two teams (docs/game-rules.md#live-standing). */
export function computeMatchUpOutlook(
	matchUp: { readonly home: VisibleTeam; readonly away: VisibleTeam },
	round: Round,
	season: Season,
	now: SeasonTime,
): MatchUpOutlook {
	const computeOutlook = createRivalOutlook(round, season, now);
	const [home, away] = [computeOutlook(matchUp.home, 0), computeOutlook(matchUp.away, 1)];
	return { home, away, chances: computeMatchUpChances(home, away), canChange: canAnyChange([home, away]) };
}

/** Whether a team would go out if the live round ended now. `place` counts the teams alive from 1. */
export const isInDanger = (place: number, aliveCount: number, dangerCount: number): boolean =>
	place > aliveCount - dangerCount;

/** The outlook of the teams that are alive in an elimination league in the current round. */
export interface SurvivalOutlook {
	/** Each team's chance not to be the lowest, by team id. */
	readonly chances: ReadonlyMap<TeamId, number>;
	/** Whether a score can still change. */
	readonly canChange: boolean;
}

/**
 * Computes chances to survive the round from what the viewer may see of the teams (docs/game-rules.md#elimination).
 *
 * @param teams in the order in which ties are broken: of teams with equal scores the last goes out
 */
export function computeSurvivalOutlook(
	teams: readonly (VisibleTeam & { readonly teamId: TeamId })[],
	round: Round,
	season: Season,
	now: SeasonTime,
): SurvivalOutlook {
	const outlooks = teams.map(createRivalOutlook(round, season, now));
	const chances = computeSurvivalChances(outlooks);
	return {
		chances: new Map(teams.map(({ teamId }, index) => [teamId, chances[index] ?? 1])),
		canChange: canAnyChange(outlooks),
	};
}
