import { isDeepStrictEqual } from "node:util";
import type { RulesEffect } from "@first-bounce/contract/operator/season/season-rules";
import type { SeasonTime } from "@first-bounce/rules/ids";
import { computeSeasonLength } from "@first-bounce/rules/season-rules/season-length";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { Db } from "../../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { findRoundInUse } from "../../seasons/import/merge/merge-problems.ts";
import { computeRepricedTeams } from "../../seasons/start-rounds/reprice-teams.ts";
import { comparePastScores } from "./past-scores.ts";
import { countTeams, countTeamsWithInstructions, listLeagueSettings, listRoundIds } from "./queries.ts";

export interface RulesChange {
	readonly db: Db;
	/** The season with the rules that are in force. */
	readonly season: SeasonSnapshot;
	readonly after: SeasonRules;
}

interface DatedRulesChange extends RulesChange {
	readonly now: SeasonTime;
}

type Refusal = Extract<RulesEffect, { readonly isRefused: true }>;
type Effect = Extract<RulesEffect, { readonly isRefused: false }>;

export const createEffect = (rulePath: string, kind: Effect["kind"], values: Effect["values"] = {}): Effect => ({
	at: rulePath,
	kind,
	isRefused: false,
	values,
});
const createRefusal = (rulePath: string, kind: Refusal["kind"], values: Refusal["values"]): Refusal => ({
	at: rulePath,
	kind,
	isRefused: true,
	values,
});

const listCountEffect = (rulePath: string, kind: Effect["kind"], count: number): Effect[] =>
	count > 0 ? [createEffect(rulePath, kind, { count })] : [];

async function findTeamEffects({ db, season, after, now }: DatedRulesChange): Promise<RulesEffect[]> {
	const { rules } = season;
	const teams = await countTeams(db, season.seasonId, after.emergencies);
	const effects: RulesEffect[] = [];
	if (rules.salaryCap !== after.salaryCap && teams.saved > 0) {
		// Before the first lock, every team starts after round 0, so all are included.
		const repricedTeams = await computeRepricedTeams(db, { ...season, rules: after }, 0, new Map(), now);
		const overCapCount = repricedTeams.filter(({ bank }) => bank < 0).length;
		effects.push(createEffect("salaryCap", "bank", { count: teams.saved, amount: after.salaryCap - rules.salaryCap }));
		effects.push(createEffect("salaryCap", "teams-over-cap", { count: overCapCount, saved: teams.saved }));
	}
	// Line-ups are stored by slot, so a change of the slots would move players to other slots.
	for (const area of ["field", "bench"] as const)
		if (!isDeepStrictEqual(rules[area], after[area]) && teams.saved > 0)
			effects.push(createRefusal(area, "line-ups-incomplete", { count: teams.saved }));
	if (after.emergencies < rules.emergencies && teams.withMoreEmergencies > 0)
		effects.push(createRefusal("emergencies", "too-many-emergencies", { count: teams.withMoreEmergencies }));
	if (rules.instructions.isAllowed && !after.instructions.isAllowed) {
		const instructionTeams = await countTeamsWithInstructions(db, season.seasonId);
		effects.push(...listCountEffect("instructions.isAllowed", "instructions", instructionTeams));
	}
	return effects;
}

function findTradeEffects({ season: { rules }, after }: RulesChange): RulesEffect[] {
	const [before, next] = [computeSeasonLength(rules), computeSeasonLength(after)];
	const values = { before: before.trades, after: next.trades, rounds: next.rounds };
	return isDeepStrictEqual(rules.trades, after.trades) ? [] : [createEffect("trades", "trades", values)];
}

async function findScoreEffects({ db, season, after }: RulesChange): Promise<RulesEffect[]> {
	const { rules } = season;
	const isScoringChanged = !isDeepStrictEqual(rules.scoring, after.scoring);
	const isPricingChanged = !isDeepStrictEqual(rules.prices.opening, after.prices.opening);
	if (!isScoringChanged && !isPricingChanged) return [];
	const starts = season.rounds.flatMap(({ matches }) => matches.map(({ startsAt }) => startsAt));
	const year = starts.length > 0 ? new Date(Math.min(...starts)).getUTCFullYear() : 0;
	const previous = await comparePastScores(db, year, rules, after);
	const rulePath = isScoringChanged ? "scoring" : "prices.opening";
	if (!previous) return [createEffect(rulePath, "no-former-stats")];
	return [
		...(isScoringChanged ? [createEffect(rulePath, "scores", previous.scores)] : []),
		createEffect(rulePath, "opening-prices", previous.prices),
	];
}

function findPriceEffects({ season: { rules, players }, after }: RulesChange): RulesEffect[] {
	const prices = [...players.values()].map(({ cost }) => cost);
	const belowFloorCount = prices.filter((price) => price < after.floorPrice).length;
	const offStepCount = prices.filter((price) => price % after.priceStep !== 0).length;
	return [
		...(after.floorPrice === rules.floorPrice
			? []
			: listCountEffect("floorPrice", "prices-below-floor", belowFloorCount)),
		...(after.priceStep === rules.priceStep ? [] : listCountEffect("priceStep", "prices-off-step", offStepCount)),
	];
}

async function findRoundEffects({ db, season, after }: RulesChange): Promise<RulesEffect[]> {
	if (after.lastRound === season.rules.lastRound) return [];
	const rounds = await listRoundIds(db, season.seasonId);
	if (!rounds.includes(after.lastRound))
		return [createRefusal("lastRound", "round-missing", { round: after.lastRound, last: rounds.at(-1) ?? 0 })];
	const droppedIds = rounds.filter((id) => id > after.lastRound);
	const roundInUse = await findRoundInUse(db, season.seasonId, droppedIds);
	if (roundInUse)
		return [createRefusal("lastRound", "round-in-use", { round: roundInUse.id, count: roundInUse.leagues })];
	const droppedMatches = season.rounds.filter(({ id }) => id > after.lastRound).flatMap((round) => round.matches);
	return listCountEffect("lastRound", "matches-dropped", droppedMatches.length);
}

async function findLeagueEffects({ db, season, after }: RulesChange): Promise<RulesEffect[]> {
	const { leagues: before } = season.rules;
	if (isDeepStrictEqual(before, after.leagues)) return [];
	const leagues = await listLeagueSettings(db, season.seasonId);
	const { h2hSizes, openLimit, finalsSeries } = after.leagues;
	const otherSizeCount = leagues.filter(({ type, size }) => type === "h2h" && !h2hSizes.includes(size)).length;
	const tooLargeCount = leagues.filter(({ type, num_teams }) => type === "open" && num_teams > openLimit).length;
	const seriesCount = leagues.filter((league) => league.finals_series).length;
	return [
		...listCountEffect("leagues.h2hSizes", "league-sizes", otherSizeCount),
		...listCountEffect("leagues.openLimit", "open-leagues", tooLargeCount),
		...(before.finalsSeries && !finalsSeries
			? listCountEffect("leagues.finalsSeries", "finals-series", seriesCount)
			: []),
	];
}

/**
 * Finds how changed rules affect scores, saved teams, prices, the fixture and leagues. Both a preview and a save ask for these,
 * because some prevent saving.
 */
export const findRulesEffects = async (change: DatedRulesChange): Promise<RulesEffect[]> => [
	...(await findScoreEffects(change)),
	...(await findTeamEffects(change)),
	...findTradeEffects(change),
	...findPriceEffects(change),
	...(await findRoundEffects(change)),
	...(await findLeagueEffects(change)),
];
