import type { Dollars, PlayerId, RoundId, SeasonTime } from "@first-bounce/rules/ids";
import { findRound } from "@first-bounce/rules/round/round";
import type { Database } from "../../../db/open.ts";
import { runClientTransaction } from "../../../db/transactions/client-transaction.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { requireCurrentSeason, requireRound } from "../../seasons/current/require-season.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { incrementDataVersion } from "../../seasons/current/season-version-queries.ts";
import { repriceUnstartedTeams } from "../../seasons/start-rounds/reprice-teams.ts";
import { computeFinalStandings, createTeamValuation } from "../../standings/final-standings.ts";
import { hasPublishedRoundChanged, prepareThenLock, type StandingsContext } from "../../standings/prepare-then-lock.ts";
import { createReceiptMark } from "../../standings/receipt-queries.ts";
import { attachPreparedStandings, writePreparedStandings } from "../../standings/standings-queries.ts";
import { savePrices } from "../rounds/queries.ts";
import { computeNextPrices } from "../rounds/round-prices.ts";
import { finaliseTrades, incrementRevision, updateMagicNumber } from "./queries.ts";

export interface PriceReview {
	readonly roundId: RoundId;
	readonly magicNumber: number;
	readonly isPublished: boolean;
	/** Whether the prices may be computed again. Only the last published round allows it. */
	readonly mayRun: boolean;
	/** Players whose price would change: from the published price or, before publication, from the price in the round. */
	readonly changes: readonly { readonly playerId: PlayerId; readonly before: Dollars; readonly after: Dollars }[];
}

/**
 * Computes the prices that publishing a round now, or a re-run of its prices, would set. Saves nothing.
 *
 * @throws Refusal `round-unknown`
 */
export function reviewPrices(season: SeasonSnapshot, roundId: RoundId): PriceReview {
	const round = requireRound(season, roundId);
	const isPublished = round.status === "complete";
	const { magicNumber, prices } = computeNextPrices(season, roundId);
	const changes = [...season.players.values()].flatMap(({ id, cost, prices: currentPrices }) => {
		const before = currentPrices.get(isPublished ? roundId + 1 : roundId) ?? cost;
		const after = prices.get(id) ?? before;
		return before === after ? [] : [{ playerId: id, before, after }];
	});
	const lastPublishedId = season.rounds.findLast(({ status }) => status === "complete")?.id;
	return { roundId, magicNumber, isPublished, mayRun: lastPublishedId === roundId, changes };
}

/** Computes the prices, and writes the standings with the new team values to a table that is not attached yet. */
async function prepareRerun({ trx, client }: StandingsContext, roundId: RoundId) {
	const season = await requireCurrentSeason(trx);
	const review = reviewPrices(season, roundId);
	if (!review.isPublished) throw refuse(409, "round-not-published", { round: roundId });
	if (!review.mayRun) throw refuse(409, "prices-superseded", { round: roundId });
	const readAt = await createReceiptMark(client);
	const nextPrices = computeNextPrices(season, roundId);
	const standings = await computeFinalStandings(client, season, roundId);
	const getValue = createTeamValuation(standings, season, nextPrices.prices);
	await writePreparedStandings(client, { seasonId: season.seasonId, roundId }, standings, getValue);
	return { season, review, nextPrices, readAt };
}

/**
 * Recomputes, from the current stats of the last published round, the prices after it, every team's value, and the banks
 * of teams that have not started. Other banks do not change, and trades made at the old prices become final.
 *
 * @throws Refusal `round-unknown`, `round-not-published`, `prices-superseded`
 */
export const rerunPrices = ({ pool }: Pick<Database, "pool">, roundId: RoundId, audit: AuditContext, now: SeasonTime) =>
	runClientTransaction(pool, async (trx, client) => {
		const { seasonId } = await requireCurrentSeason(trx);
		const context = { trx, client, seasonId };
		const prepared = await prepareThenLock(
			context,
			() => prepareRerun(context, roundId),
			(prepared) => hasPublishedRoundChanged(context, { ...prepared, lastRoundId: roundId }),
		);
		const { season, review, nextPrices } = prepared;
		const { magicNumber, prices } = nextPrices;
		await savePrices(trx, seasonId, roundId + 1, prices);
		await updateMagicNumber(trx, seasonId, roundId, magicNumber);
		await repriceUnstartedTeams(trx, season, roundId, prices, now);
		await finaliseTrades(trx, seasonId, roundId + 1);
		const magicNumberBefore = findRound(season.rounds, roundId)?.magicNumber ?? null;
		await writeAudit(trx, audit, {
			action: "prices-rerun",
			subject: `round:${seasonId}:${roundId}`,
			before: {
				magicNumber: magicNumberBefore,
				prices: review.changes.map((change) => [change.playerId, change.before]),
			},
			after: {
				magicNumber,
				prices: review.changes.map((change) => [change.playerId, change.after]),
				seasonAt: new Date(now).toISOString(),
			},
		});
		await attachPreparedStandings(client, { seasonId, roundId });
		await incrementRevision(trx, seasonId, roundId);
		await incrementDataVersion(trx, seasonId);
		return review;
	});
