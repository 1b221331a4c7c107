import type { RoundId, SeasonTime } from "@first-bounce/rules/ids";
import { computeFormScores } from "@first-bounce/rules/prices/form-scores";
import { getLastMagicNumber } from "@first-bounce/rules/prices/price-change";
import type { RoundProjection } from "@first-bounce/rules/projections/accuracy";
import { computeBaselines } from "@first-bounce/rules/projections/baselines";
import { computeRange } from "@first-bounce/rules/projections/estimate";
import { fitPriorCoefficients } from "@first-bounce/rules/projections/prior-coefficients";
import { hasRoundStarted } from "@first-bounce/rules/round/round";
import type { Db } from "../../db/tables/tables.ts";
import { loadCurrentSeason } from "../seasons/current/load-season-snapshot.ts";
import type { SeasonSnapshot, SnapshotPlayer, SnapshotRound } from "../seasons/current/season-snapshot.ts";
import { incrementDataVersion, lockSeason } from "../seasons/current/season-version-queries.ts";
import {
	hasProjections,
	listRoundsToFit,
	type RoundRevision,
	saveCoefficients,
	saveOpeningOwnership,
	saveProjections,
} from "./queries.ts";

/** Finds the round that has started and is not published yet. */
const findStartedRound = ({ rounds }: SeasonSnapshot, now: SeasonTime): SnapshotRound | undefined => {
	const round = rounds.find(({ status }) => status !== "complete");
	return round && hasRoundStarted(round, now) ? round : undefined;
};

/**
 * Finds a round whose projections need an update: one that has started and has none saved, or a published one whose
 * coefficients were fitted to older scores. Null if there is nothing to do.
 */
export async function findRoundToProject(db: Db, season: SeasonSnapshot, now: SeasonTime): Promise<RoundId | null> {
	const { seasonId } = season;
	const startedRound = findStartedRound(season, now);
	if (startedRound && !(await hasProjections(db, { seasonId, roundId: startedRound.id }))) return startedRound.id;
	return (await listRoundsToFit(db, seasonId)).at(-1)?.roundId ?? null;
}

/** Fits the prior's coefficients to all scores up to a published round, and saves them for the rounds after it. */
export async function updateCoefficients(
	trx: Db,
	{ seasonId, players, rules }: SeasonSnapshot,
	{ roundId, revision }: RoundRevision,
): Promise<void> {
	const observations = [...players.values()].flatMap(({ id, played, openingFacts }) =>
		computeFormScores(played.filter((match) => match.roundId <= roundId)).map((score) => ({
			playerId: id,
			...score,
			...openingFacts,
		})),
	);
	await saveCoefficients(trx, { seasonId, roundId, revision }, fitPriorCoefficients(observations, rules));
}

/** Computes every player's projection for a round, from the scores of earlier rounds only. */
function buildRoundProjections({ players, rounds, rules }: SeasonSnapshot, roundId: RoundId) {
	const magicNumber = getLastMagicNumber(rounds, rules);
	const buildProjection = ({ matchEstimate: estimate, cost, played }: SnapshotPlayer): RoundProjection => {
		const scores = computeFormScores(played.filter((match) => match.roundId < roundId)).map(({ points }) => points);
		return { estimate, ...computeRange(estimate, rules), ...computeBaselines({ price: cost, scores }, magicNumber) };
	};
	return new Map([...players].map(([id, player]) => [id, buildProjection(player)]));
}

/**
 * Brings the season's projections up to date in one transaction: the coefficients of published rounds whose scores were
 * corrected, then the projections for the round that has started. Ownership is saved when the first round starts.
 * Idempotent. Returns the rounds whose coefficients were saved, and the round whose projections were saved.
 */
export const updateProjections = (
	db: Db,
	seasonId: number,
	now: SeasonTime,
): Promise<{ readonly fitted: readonly RoundId[]; readonly projected: RoundId | null }> =>
	db.transaction().execute(async (trx) => {
		await lockSeason(trx, seasonId, "shared");
		const season = await loadCurrentSeason(trx);
		if (season?.seasonId !== seasonId) return { fitted: [], projected: null };
		const roundsToFit = await listRoundsToFit(trx, seasonId);
		for (const round of roundsToFit) await updateCoefficients(trx, season, round);
		const fitted = roundsToFit.map(({ roundId }) => roundId);

		const startedRound = findStartedRound(season, now);
		const isDue = startedRound !== undefined && !(await hasProjections(trx, { seasonId, roundId: startedRound.id }));
		const isFirstRound = isDue && startedRound.id === season.rounds[0]?.id;
		const hasNewOwnership = isFirstRound && (await saveOpeningOwnership(trx, seasonId));
		const estimatesChanged = fitted.length > 0 || hasNewOwnership;
		if (isDue) {
			const current = estimatesChanged ? await loadCurrentSeason(trx) : season;
			const projections = buildRoundProjections(current ?? season, startedRound.id);
			await saveProjections(trx, { seasonId, roundId: startedRound.id }, projections);
		}
		if (estimatesChanged) await incrementDataVersion(trx, seasonId);
		return { fitted, projected: isDue ? startedRound.id : null };
	});
