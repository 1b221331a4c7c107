import { drawCup, findCupWinner, pairCupRound, planCup, selectQualifiers } from "@first-bounce/rules/cup/cup";
import type { RoundId, SeasonTime, TeamId } from "@first-bounce/rules/ids";
import { hasRoundStarted } from "@first-bounce/rules/round/round";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import {
	type CupRoundStandings,
	type CupRow,
	deletePairingsFrom,
	findCup,
	findNextRound,
	findScores,
	hasPairings,
	insertPairings,
	listActiveEntrants,
	listEntrants,
	listPairings,
	lockCup,
	replaceResults,
	updateCup,
} from "./queries.ts";

/** Whether the cup's first round is being played. */
function isFirstRoundPlaying({ rounds, rules }: SeasonSnapshot, now: SeasonTime): boolean {
	const first = rounds.find(({ id }) => id === rules.cup.startRound);
	return first !== undefined && first.status !== "complete" && hasRoundStarted(first, now);
}

export const hasCupToDraw = async (db: Kysely<Tables>, season: SeasonSnapshot, now: SeasonTime): Promise<boolean> =>
	isFirstRoundPlaying(season, now) && !(await findCup(db, season.seasonId))?.drawn_at;

/**
 * Draws the cup at the first match of its first round: plans its rounds and pairs the first one, unless that is a
 * qualifying round (docs/game-rules.md#cup). Idempotent.
 */
export async function drawSeasonCup(db: Kysely<Tables>, season: SeasonSnapshot, now: SeasonTime): Promise<void> {
	if (!(await hasCupToDraw(db, season, now))) return;
	const { seasonId, rounds, rules } = season;
	const startId = rules.cup.startRound ?? 0;
	await db.transaction().execute(async (trx) => {
		if ((await lockCup(trx, seasonId, { isExclusive: true })).drawn_at) return;
		const teams = await listActiveEntrants(trx, seasonId);
		const roundIds = rounds.map(({ id }) => id).filter((id) => id >= startId && id <= rules.lastRound);
		const plan = planCup(teams.length, roundIds);
		await updateCup(trx, seasonId, {
			drawn_at: new Date(now),
			start_id: startId,
			seed: rules.cup.seed,
			entrants: teams.length,
			qualifiers: plan?.qualifyingRoundId ? plan.teamCount : null,
		});
		if (plan && plan.qualifyingRoundId === null)
			await insertPairings(trx, seasonId, startId, pairCupRound(drawCup(teams, rules.cup.seed)));
	});
}

/** Pairs a round, in place of any earlier pairings of it and of later rounds. */
async function replacePairings(
	trx: Kysely<Tables>,
	{ season_id }: CupRow,
	roundId: RoundId,
	teams: readonly (TeamId | null)[],
): Promise<void> {
	await deletePairingsFrom(trx, season_id, roundId);
	await insertPairings(trx, season_id, roundId, pairCupRound(teams));
}

/**
 * Decides the cup's pairings of a round and pairs the next one, in the transaction that publishes or corrects the
 * round's standings. Once the next round has started, a correction changes points, but not who goes through.
 */
export async function settleCupRound(
	trx: Kysely<Tables>,
	round: CupRoundStandings & { readonly now: SeasonTime },
): Promise<void> {
	const { seasonId, roundId, now } = round;
	const cup = await findCup(trx, seasonId);
	if (!cup?.drawn_at) return;
	const nextRound = await findNextRound(trx, seasonId, roundId, now);
	// The next round's pairings can no longer change once it has started.
	const isNextRoundFixed = nextRound?.has_started === true && (await hasPairings(trx, seasonId, nextRound.id));
	if (cup.start_id === roundId && cup.qualifiers !== null) {
		if (isNextRoundFixed || !nextRound) return;
		const scores = await findScores(trx, round, await listEntrants(trx, seasonId));
		const qualified = selectQualifiers([...scores.values()], cup.qualifiers);
		await replacePairings(trx, cup, nextRound.id, drawCup(qualified, cup.seed ?? 0));
		return;
	}
	const pairings = await listPairings(trx, seasonId, roundId);
	if (pairings.length === 0) return;
	const teamIds = pairings.flatMap(({ home, away }) => [home, away].filter((teamId) => teamId !== null));
	const scores = await findScores(trx, round, teamIds);
	const findScore = (teamId: TeamId | null) => (teamId === null ? null : (scores.get(teamId) ?? null));
	const results = pairings.map(({ place, home, away, winner }) => {
		const sides = { home: findScore(home), away: findScore(away) };
		return { place, ...sides, winner: isNextRoundFixed ? winner : findCupWinner(sides.home, sides.away) };
	});
	await replaceResults(trx, seasonId, roundId, results);
	const isFinal = results.length === 1;
	if (isFinal || isNextRoundFixed || !nextRound) return;
	const hasChanged = pairings.some(({ is_decided, winner }, index) => !is_decided || winner !== results[index]?.winner);
	if (!hasChanged) return;
	await replacePairings(
		trx,
		cup,
		nextRound.id,
		results.map(({ winner }) => winner),
	);
}
