import {
	drawCupByPublicSeed,
	findCupWinner,
	pairCupRound,
	planCup,
	selectQualifiers,
} from "@first-bounce/rules/cup/cup";
import { createDrawKey, orderByDraw } from "@first-bounce/rules/draws/draw";
import type { RoundId, SeasonTime, TeamId } from "@first-bounce/rules/ids";
import { findRound, hasRoundStarted } from "@first-bounce/rules/round/round";
import type { Db } from "../../../db/tables/tables.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { createRandom, sha256 } from "../draw-seed.ts";
import { listActiveEntrants, listDrawnEntrants, markEntriesDrawn } from "./entry-queries.ts";
import {
	type CupRow,
	deletePairingsFrom,
	ensureCup,
	findCup,
	findRoundAfter,
	findScores,
	hasPairings,
	insertPairings,
	listPairings,
	lockCup,
	type PublishedRound,
	replaceResults,
	updateCup,
} from "./queries.ts";

const CUP_DRAW: AuditContext = { actor: "season clock", reason: "" };

function isFirstRoundPlaying({ rounds, rules }: SeasonSnapshot, now: SeasonTime): boolean {
	const first = findRound(rounds, rules.cup.startRound);
	return first !== undefined && first.status !== "complete" && hasRoundStarted(first, now);
}

export const hasCupToDraw = async (db: Db, season: SeasonSnapshot, now: SeasonTime): Promise<boolean> =>
	isFirstRoundPlaying(season, now) && !(await findCup(db, season.seasonId))?.drawn_at;

/** Whether the season has a cup to come whose seed is not chosen yet. */
export async function hasCupToPrepare(db: Db, { seasonId, rounds, rules }: SeasonSnapshot): Promise<boolean> {
	const first = findRound(rounds, rules.cup.startRound);
	if (first === undefined || first.status === "complete") return false;
	const cup = await findCup(db, seasonId);
	return !cup?.drawn_at && !cup?.seed_hash;
}

/** Chooses the seed of the season's cup, so that its hash is public before anyone enters. Idempotent. */
export async function prepareSeasonCup(db: Db, season: SeasonSnapshot): Promise<void> {
	if (await hasCupToPrepare(db, season)) await ensureCup(db, season.seasonId);
}

/** Orders teams by the draw of a cup. Cups that an earlier version has drawn have only the season's seed. */
function orderTeamsByDraw(
	{ seed, secret_seed, moment }: Pick<CupRow, "seed" | "secret_seed" | "moment">,
	entrants: readonly TeamId[],
	teams: readonly TeamId[],
): TeamId[] {
	if (secret_seed === null || moment === null) return drawCupByPublicSeed(teams, seed ?? 0);
	return orderByDraw(teams, createDrawKey({ seed: secret_seed, moment, entrants }, sha256), sha256);
}

/** Draws the cup at the first match of its first round (docs/game-rules.md#cup). Idempotent. */
export async function drawSeasonCup(db: Db, season: SeasonSnapshot, now: SeasonTime): Promise<void> {
	if (!(await hasCupToDraw(db, season, now))) return;
	const { seasonId, rounds, rules } = season;
	const startId = rules.cup.startRound ?? 0;
	await db.transaction().execute(async (trx) => {
		const cup = await lockCup(trx, seasonId, { isExclusive: true });
		if (cup.drawn_at) return;
		const teams = await listActiveEntrants(trx, seasonId);
		const roundIds = rounds.map(({ id }) => id).filter((id) => id >= startId && id <= rules.lastRound);
		const plan = planCup(teams.length, roundIds);
		// Chosen when nobody can enter any more, so that not even somebody who knows the seed can predict the draw.
		const moment = createRandom();
		await updateCup(trx, seasonId, {
			drawn_at: new Date(now),
			start_id: startId,
			moment,
			entrants: teams.length,
			qualifiers: plan?.qualifyingRoundId ? plan.teamCount : null,
		});
		await markEntriesDrawn(trx, seasonId, teams);
		await writeAudit(trx, CUP_DRAW, {
			action: "cup-drawn",
			subject: `season:${seasonId}`,
			before: { seedHash: cup.seed_hash },
			after: { moment, entrants: teams.length },
		});
		if (plan && plan.qualifyingRoundId === null)
			await insertPairings(trx, seasonId, startId, pairCupRound(orderTeamsByDraw({ ...cup, moment }, teams, teams)));
	});
}

/** Pairs a round, in place of any earlier pairings of it and of later rounds. */
async function replacePairings(trx: Db, { season_id }: CupRow, roundId: RoundId, teams: readonly (TeamId | null)[]) {
	await deletePairingsFrom(trx, season_id, roundId);
	await insertPairings(trx, season_id, roundId, pairCupRound(teams));
}

/**
 * Decides the cup's pairings of a round and pairs the next one, in the transaction that publishes or corrects the
 * round's standings. Once the next round has started, a correction changes points, but not who goes through.
 */
export async function settleCupRound(trx: Db, round: PublishedRound): Promise<void> {
	const { seasonId, roundId, now } = round;
	const cup = await findCup(trx, seasonId);
	if (!cup?.drawn_at) return;
	const nextRound = await findRoundAfter(trx, seasonId, roundId, now);
	// The next round's pairings can no longer change once it has started.
	const isNextRoundFixed = nextRound?.has_started === true && (await hasPairings(trx, seasonId, nextRound.id));
	if (cup.start_id === roundId && cup.qualifiers !== null) {
		if (isNextRoundFixed || !nextRound) return;
		const entrants = await listDrawnEntrants(trx, seasonId);
		const scores = await findScores(trx, round, entrants);
		const qualified = selectQualifiers([...scores.values()], cup.qualifiers);
		await replacePairings(trx, cup, nextRound.id, orderTeamsByDraw(cup, entrants, qualified));
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
	const winners = results.map(({ winner }) => winner);
	await replacePairings(trx, cup, nextRound.id, winners);
}
