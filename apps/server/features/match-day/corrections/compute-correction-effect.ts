import type { PlayerId, Points, RoundId } from "@first-bounce/rules/ids";
import type { Db } from "../../../db/tables/tables.ts";
import { createSavepoint, rollBackTo } from "../../../db/transactions/client-transaction.ts";
import { settleRound } from "../../leagues/head-to-head/match-results.ts";
import { listRoundMatchUps } from "../../leagues/round-outcome-queries.ts";
import { addEliminations, listRoundOutcomes } from "../../leagues/round-outcomes.ts";
import type { TeamResult } from "../../notifications/notices/correction-notice-queries.ts";
import { requireCurrentSeason } from "../../seasons/current/require-season.ts";
import { loadSeasonTime } from "../../seasons/current/season-clock.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { createTeamValuation } from "../../standings/final-standings.ts";
import { listRoundEliminations, loadSeasonEliminations } from "../../standings/load-eliminations.ts";
import type { StandingsContext } from "../../standings/prepare-then-lock.ts";
import { createReceiptMark } from "../../standings/receipt-queries.ts";
import { writePreparedStandings } from "../../standings/standings-queries.ts";
import { computeRoundEffect, listChangedResults, type RoundEffect, replaceRoundPoints } from "./compare-standings.ts";
import { lockMatches } from "./queries.ts";
import { type PriceReview, reviewPrices } from "./rerun-prices.ts";
import { rescoreRounds } from "./rescore-rounds.ts";
import { type SavedCorrection, type SaveOptions, saveMatchCorrection } from "./save-corrected-lines.ts";
import { type StatCorrection, validateCorrection } from "./validate-correction.ts";

export interface CorrectionEffect {
	/** The first round with corrected stats. */
	readonly roundId: RoundId;
	/** Whether the round is published. If so, its standings and all later ones are recomputed. */
	readonly isPublished: boolean;
	/** Points in the corrected round before and after; null for a player without a line. */
	readonly players: readonly {
		readonly playerId: PlayerId;
		readonly before: Points | null;
		readonly after: Points | null;
	}[];
	/** The first round and every later one that has started. */
	readonly rounds: readonly RoundEffect[];
	/** What a re-run of the last corrected round's prices would change; null if the round does not allow a re-run. */
	readonly prices: PriceReview | null;
}

/** Saves the lines and scores of several matches. Returns what has changed in each match. */
export async function saveCorrections(
	trx: Db,
	season: SeasonSnapshot,
	corrections: readonly StatCorrection[],
	options: SaveOptions,
): Promise<readonly SavedCorrection[]> {
	const saved: SavedCorrection[] = [];
	for (const correction of corrections) saved.push(await saveMatchCorrection(trx, season, correction, options));
	return saved;
}

interface ComputeOptions extends Omit<SaveOptions, "now"> {
	readonly runFirst: (trx: Db) => Promise<void>;
	/** Whether to write the standings of published rounds to tables that are not attached yet, and save league results. */
	readonly savesResults: boolean;
}

/**
 * Computes what the corrections of several matches change together. The lines are saved, read and then rolled back; the
 * caller saves them again. The score of a match affects no fantasy points, so correcting only scores recomputes nothing.
 */
export async function computeCorrections(
	{ trx, client, seasonId }: StandingsContext,
	corrections: readonly StatCorrection[],
	options: ComputeOptions,
) {
	await createSavepoint(client, "uncorrected");
	// In the order of their ids and before the reviews that `runFirst` locks, as feeds lock them.
	await lockMatches(
		trx,
		seasonId,
		corrections.map(({ matchId }) => matchId),
	);
	await options.runFirst(trx);
	const before = await requireCurrentSeason(trx);
	const correctedRoundIds = corrections.map((correction) => validateCorrection(before, correction));
	const now = await loadSeasonTime(trx);
	/** The line-ups include every receipt before this moment. */
	const readAt = await createReceiptMark(client);
	const saved = await saveCorrections(trx, before, corrections, { ...options, now });
	const after = await requireCurrentSeason(trx);
	// This also unlocks the corrected rows. A feed that holds the season's lock must not wait for them.
	await rollBackTo(client, "uncorrected");
	const firstRoundId = Math.min(...correctedRoundIds);
	const rescoredRoundIds = correctedRoundIds.filter((_, index) => (saved[index]?.lines.length ?? 0) > 0);
	const rounds: RoundEffect[] = [];
	/** The published rounds whose standings are recomputed. */
	const publishedRoundIds: RoundId[] = [];
	/** Results in published rounds, before the corrections, of teams whose points or league results change. */
	const resultsBefore: TeamResult[] = [];
	const rescoredRounds =
		rescoredRoundIds.length > 0 ? rescoreRounds(client, { before, after }, Math.min(...rescoredRoundIds)) : [];
	const seasonEliminationsBefore =
		rescoredRoundIds.length > 0
			? await loadSeasonEliminations({ db: trx, season: before })
			: { leagues: [], rounds: [] };
	let seasonEliminationsAfter = seasonEliminationsBefore;
	for await (const rescored of rescoredRounds) {
		const { roundId } = rescored;
		const matchUps = await listRoundMatchUps(trx, seasonId, roundId);
		seasonEliminationsAfter = replaceRoundPoints(seasonEliminationsAfter, rescored);
		const eliminations = {
			before: listRoundEliminations(seasonEliminationsBefore, before, roundId),
			after: listRoundEliminations(seasonEliminationsAfter, before, roundId),
		};
		rounds.push(computeRoundEffect(rescored, matchUps, eliminations));
		if (!options.savesResults || !rescored.isPublished) continue;
		publishedRoundIds.push(roundId);
		const listOutcomes = () => listRoundOutcomes(trx, seasonId, roundId);
		const outcomesBefore = addEliminations(await listOutcomes(), eliminations.before);
		const pricesInForce = new Map(
			[...after.players].map(([id, { prices, cost }]) => [id, prices.get(roundId + 1) ?? cost]),
		);
		const getValue = createTeamValuation(rescored.after, after, pricesInForce);
		const standings = await writePreparedStandings(client, { seasonId, roundId }, rescored.after, getValue);
		await settleRound(trx, { seasonId, roundId, now, standings });
		const outcomesAfter = addEliminations(await listOutcomes(), eliminations.after);
		resultsBefore.push(...listChangedResults(rescored, outcomesBefore, outcomesAfter));
	}
	const players = saved.flatMap(({ lines }, index) => {
		const roundId = correctedRoundIds[index] ?? firstRoundId;
		const getPoints = (season: SeasonSnapshot, id: PlayerId) => season.players.get(id)?.scores.get(roundId) ?? null;
		return lines.map(({ playerId }) => ({
			playerId,
			before: getPoints(before, playerId),
			after: getPoints(after, playerId),
		}));
	});
	const isPublished = after.rounds.some(({ id, status }) => id === firstRoundId && status === "complete");
	const review = isPublished && rescoredRoundIds.length > 0 ? reviewPrices(after, Math.max(...rescoredRoundIds)) : null;
	const prices = review?.mayRun ? review : null;
	const effect: CorrectionEffect = { roundId: firstRoundId, isPublished, players, rounds, prices };
	return { before, now, effect, publishedRoundIds, resultsBefore, readAt };
}
