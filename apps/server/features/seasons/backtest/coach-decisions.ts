import { autofill } from "@first-bounce/rules/autofill/autofill";
import { arrangeLineup } from "@first-bounce/rules/coach/arrange-lineup";
import { arrangeLoop } from "@first-bounce/rules/coach/arrange-loop";
import { computePointsPerDollar, computeWeightedPoints } from "@first-bounce/rules/coach/coach-player";
import { listTradeSets } from "@first-bounce/rules/coach/trade-search";
import type { PlayerId, SeasonTime } from "@first-bounce/rules/ids";
import { applyInstruction } from "@first-bounce/rules/instructions/apply-instruction";
import type { Loop } from "@first-bounce/rules/instructions/instruction";
import { findLoopShortfall, type LoopContext, MATCH_LENGTH_MS } from "@first-bounce/rules/instructions/loop";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { createEmptyLineup, listPlayerIds } from "@first-bounce/rules/lineup/slots";
import { isNeverLocked } from "@first-bounce/rules/lockout/locked-players";
import { findRound, getSquadLastStartTime, getSquadStartTime, hasBye } from "@first-bounce/rules/round/round";
import { type PlayerRound, TO_COME } from "@first-bounce/rules/scoring/player-round";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { SeasonContext, TeamState } from "@first-bounce/rules/team/team-state";
import { makeTrades } from "@first-bounce/rules/trades/make-trades";
import { countTradesLeft } from "@first-bounce/rules/trades/trade";
import type { RoundOutlook } from "./round-outlook.ts";
import type { SeasonBeforeRound } from "./season-history.ts";

/** How far ahead a team is picked: for the next round alone or, as autofill does by default, for the season. */
export type PickHorizon = "round" | "season";

/** Picks a team from the whole pool under the salary cap, as autofill does; null if the cap is too low. */
export function pickTeam(outlook: RoundOutlook, rules: SeasonRules, horizon: PickHorizon): Lineup | null {
	const pool = [...outlook.coachPlayers.values()].map((coach) => {
		const { player, points, priceRise } = coach;
		const [next = 0] = points;
		const projected = horizon === "round" ? next : computeWeightedPoints(coach, rules);
		return { player, projected, priceRise, isLocked: false, isLikelyToPlay: next > 0 };
	});
	const picked = autofill({
		lineup: createEmptyLineup(rules),
		pool,
		bank: rules.salaryCap,
		isFirstSave: true,
		pointsPerDollar: horizon === "round" ? 0 : getPointsPerDollar(outlook, rules),
		rules,
	});
	return picked.ok ? picked.value : null;
}

/**
 * Makes the most valuable trades, if any gains points. A team with a negative bank trades even if it loses points, to
 * pay off its debt.
 */
export function tradePlayers(team: TeamState, season: SeasonBeforeRound, outlook: RoundOutlook, rules: SeasonRules) {
	const inTeam = new Set(listPlayerIds(team.lineup));
	const [best] = listTradeSets({
		rules,
		team: [...inTeam].flatMap((id) => outlook.coachPlayers.get(id) ?? []),
		pool: [...outlook.coachPlayers.values()].filter(({ player }) => !inTeam.has(player.id)),
		mustStay: () => false,
		bank: team.bank,
		tradesLeft: countTradesLeft(team.trades, season.roundId, rules),
		pointsPerDollar: getPointsPerDollar(outlook, rules),
	});
	if (!best || (best.gain <= 0 && team.bank >= 0)) return { team, trades: [] };
	const pairs = best.trades.map(({ playerIn, playerOut }) => ({
		playerInId: playerIn.player.id,
		playerOutId: playerOut.player.id,
	}));
	// The rules allow no negative bank, so trade with an empty one and restore the debt afterwards.
	const debt = Math.min(0, team.bank);
	const result = makeTrades({ ...team, bank: team.bank - debt }, pairs, createContext(season, rules));
	if (!result.ok) throw new Error(`The coach suggested trades that are refused: ${JSON.stringify(result.violations)}`);
	const { newTrades } = result.value;
	const storedTrades = newTrades.map((trade, index) => ({ ...trade, id: team.trades.length + index + 1 }));
	const tradedTeam = {
		...result.value.team,
		bank: result.value.team.bank + debt,
		trades: [...team.trades, ...storedTrades],
	};
	return { team: tradedTeam, trades: newTrades };
}

/** Sets field, bench, captains and emergencies for the round, and writes a loop if one is expected to gain points. */
export function arrangeTeam(team: TeamState, season: SeasonBeforeRound, outlook: RoundOutlook, rules: SeasonRules) {
	const context = createLoopContext(season, outlook, rules);
	const lineup = arrangeLineup(team.lineup, context);
	const arranged = arrangeLoop(lineup, context);
	if (!arranged) return { team: { ...team, lineup }, loop: null };
	const { captainId, minimumScore } = arranged.plan;
	const loop = { playerId: arranged.lineup.viceCaptainId, replacement: null, captainId, minimumScore };
	return { team: { ...team, lineup: arranged.lineup }, loop };
}

/** Carries out a loop after the vice captain's match, as the server does, if she has scored enough. */
export function carryOutLoop(
	team: TeamState,
	loop: Loop | null,
	getPlayerRound: (id: PlayerId) => PlayerRound,
	season: SeasonBeforeRound,
	rules: SeasonRules,
): TeamState {
	if (!loop || findLoopShortfall(loop, getPlayerRound(loop.playerId))) return team;
	const result = applyInstruction(team, loop, {
		...createContext(season, rules),
		// Just before the first match that may begin by then, because its players could not be captain any more.
		now: getPlayerStart(loop.playerId, season, getSquadLastStartTime) + MATCH_LENGTH_MS - 1,
		getChanceToPlay: (id) => (season.namedPlayers.has(id) ? 1 : 0),
	});
	if (!result.ok) throw new Error(`The coach wrote a loop that is refused: ${JSON.stringify(result.violations)}`);
	return result.value.team;
}

/** Gets the time at which a player's club starts its first match of the round, or its last one, as `getTime` does. */
function getPlayerStart(id: PlayerId, season: SeasonBeforeRound, getTime: typeof getSquadStartTime): SeasonTime {
	const round = findRound(season.rounds, season.roundId);
	return round ? getTime(season.players.get(id)?.squadId ?? 0, round) : Number.POSITIVE_INFINITY;
}

function createLoopContext(season: SeasonBeforeRound, { coachPlayers }: RoundOutlook, rules: SeasonRules): LoopContext {
	const round = findRound(season.rounds, season.roundId);
	return {
		rules,
		getPlayer: (id) => season.players.get(id),
		isLocked: isNeverLocked,
		getPlayerRound: () => TO_COME,
		isExpectedToPlay: (id) => season.namedPlayers.has(id),
		getExpectedPoints: (id) => coachPlayers.get(id)?.points[0] ?? 0,
		getStartTime: (id) => getPlayerStart(id, season, getSquadStartTime),
		getLastStartTime: (id) => getPlayerStart(id, season, getSquadLastStartTime),
		getChanceToPlay: (id) => (season.namedPlayers.has(id) ? 1 : 0),
		hasBye: (id) => round === undefined || hasBye(season.players.get(id)?.squadId ?? 0, round),
	};
}

const getPointsPerDollar = ({ roundsLeft, prior }: RoundOutlook, rules: SeasonRules): number =>
	computePointsPerDollar(roundsLeft, prior.pricePoint, rules);

/** Creates the rules' context as of just before the round's first match. */
function createContext(season: SeasonBeforeRound, rules: SeasonRules): SeasonContext {
	const matches = findRound(season.rounds, season.roundId)?.matches ?? [];
	return {
		rules,
		getPlayer: (id) => season.players.get(id),
		rounds: season.rounds,
		now: Math.min(...matches.map(({ startsAt }) => startsAt)) - 1,
	};
}
