import type { RoundId, SeasonTime } from "@first-bounce/rules/ids";
import type { Database } from "../../../db/open.ts";
import { runClientTransaction } from "../../../db/transactions/client-transaction.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import { updateCoefficients } from "../../projections/update-projections.ts";
import { incrementDataVersion } from "../../seasons/current/season-version-queries.ts";
import { repriceUnstartedTeams } from "../../seasons/start-rounds/reprice-teams.ts";
import { prepareThenLock } from "../../standings/prepare-then-lock.ts";
import { attachPreparedStandings } from "../../standings/standings-queries.ts";
import { hasChangedSince, preparePublication } from "./prepare-publication.ts";
import { completeRound, savePrices } from "./queries.ts";

/** The actor of an automatic publication in the audit log. */
const SEASON_CLOCK_AUDIT: AuditContext = { actor: "season clock", reason: "" };

/**
 * Publishes a round in one transaction: every team's points and ranks, league results, the magic number, the next
 * round's prices, the coefficients of projections, the banks of teams that have not started, and the round's status.
 * Teams can be saved during the slow part (`prepareThenLock`). Returns false and changes nothing unless the round is
 * playing, all its matches are complete and, for an automatic publication, no operator holds it. Idempotent, even after
 * a crash.
 */
export const publishRound = (
	{ pool }: Pick<Database, "pool">,
	seasonId: number,
	roundId: RoundId,
	now: SeasonTime,
	audit: AuditContext = SEASON_CLOCK_AUDIT,
): Promise<boolean> =>
	runClientTransaction(pool, async (trx, client) => {
		const key = { seasonId, roundId };
		const context = { trx, client, ...key, now, isAutomatic: audit === SEASON_CLOCK_AUDIT };
		const prepared = await prepareThenLock(
			context,
			() => preparePublication(context),
			(prepared) => hasChangedSince(context, prepared),
		);
		if (!prepared) return false;

		const { season, round, finalStandings, nextPrices } = prepared;
		const { magicNumber, prices } = nextPrices;
		await savePrices(trx, seasonId, roundId + 1, prices);
		await repriceUnstartedTeams(trx, season, roundId, prices, now);
		await completeRound(trx, key, magicNumber, new Date(now));
		await updateCoefficients(trx, season, { roundId, revision: round.revision });
		const after = { magicNumber, teams: finalStandings.lineups.count, seasonAt: new Date(now).toISOString() };
		await writeAudit(trx, audit, {
			action: "round-published",
			subject: `round:${seasonId}:${roundId}`,
			before: null,
			after,
		});
		await attachPreparedStandings(client, key);
		await incrementDataVersion(trx, seasonId);
		return true;
	});
