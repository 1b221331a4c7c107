import type { RoundId, SeasonTime } from "@first-bounce/rules/ids";
import { runClientTransaction } from "../../../db/client-transaction.ts";
import type { Database } from "../../../db/open.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { type AuditContext, writeAudit } from "../../operator/audit/audit.ts";
import { loadCurrentSeason } from "../../seasons/current/load-season-snapshot.ts";
import { lockSeason, touchSeason } from "../../seasons/current/queries.ts";
import { NoSeasonError } from "../../seasons/current/season-holder.ts";
import { computeTeamValues, repriceTeamsToStart } from "../rounds/publish-round.ts";
import { computeNextPrices } from "../rounds/round-prices.ts";
import { savePrices } from "../rounds/write-prices.ts";
import { computeFinalStandings } from "../standings/final-standings.ts";
import { saveStandings } from "../standings/write-standings.ts";
import { finaliseTrades, incrementRevision, updateMagicNumber } from "./queries.ts";
import { type PriceReview, reviewPrices } from "./review-prices.ts";

/**
 * Prices the last published round again from its stats as they are now (decisions §4, §7): what players cost, what
 * teams are worth, the money of teams still to start. Trades made at the old prices stay and become final (decisions
 * §6); nobody's bank changes otherwise.
 *
 * @throws Refusal `round-unknown`, `round-not-published`, `prices-superseded`
 */
export const rerunPrices = (
	{ pool }: Pick<Database, "pool">,
	roundId: RoundId,
	audit: AuditContext,
	now: SeasonTime,
): Promise<PriceReview> =>
	runClientTransaction(pool, async (transaction, client) => {
		const current = await loadCurrentSeason(transaction);
		if (!current) throw new NoSeasonError();
		const { seasonId } = current;
		await lockSeason(transaction, seasonId, "exclusive");
		const season = (await loadCurrentSeason(transaction)) ?? current;
		const review = reviewPrices(season, roundId);
		if (!review.isPublished) throw refuse(409, "round-not-published", { round: roundId });
		if (!review.mayRun) throw refuse(409, "prices-superseded", { round: roundId });

		const { magicNumber, prices } = computeNextPrices(season, roundId);
		await savePrices(transaction, seasonId, roundId + 1, prices);
		await updateMagicNumber(transaction, seasonId, roundId, magicNumber);
		await repriceTeamsToStart(transaction, season, roundId, prices, now);
		await finaliseTrades(transaction, seasonId, roundId + 1);
		const before = season.rounds.find(({ id }) => id === roundId)?.magicNumber ?? null;
		await writeAudit(transaction, audit, {
			action: "prices-rerun",
			subject: `round:${seasonId}:${roundId}`,
			before: { magicNumber: before, prices: review.changes.map((each) => [each.playerId, each.before]) },
			after: { magicNumber, prices: review.changes.map((each) => [each.playerId, each.after]) },
		});
		const final = await computeFinalStandings(client, season, roundId);
		await saveStandings(client, { seasonId, roundId }, final, computeTeamValues(final, season, prices));
		await incrementRevision(transaction, seasonId, roundId);
		await touchSeason(transaction, seasonId);
		return review;
	});
