import type { SeasonTime } from "@first-bounce/rules/ids";
import type { Db, RoundKey } from "../../../db/tables/tables.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { incrementDataVersion, lockSeason } from "../../seasons/current/season-version-queries.ts";
import { lockRound, updateRoundHold } from "./queries.ts";

/** Sets or clears a round's hold, once no publication is running, and writes an audit row. */
const updateHold = (
	{ db }: { readonly db: Db },
	{ seasonId, roundId }: RoundKey,
	heldSince: SeasonTime | null,
	audit: AuditContext,
): Promise<void> =>
	db.transaction().execute(async (trx) => {
		await lockSeason(trx, seasonId, "exclusive");
		const round = await lockRound(trx, { seasonId, roundId });
		if (!round) throw refuse(404, "round-unknown");
		if (round.status === "complete") throw refuse(409, "round-over", { round: roundId });
		if (heldSince !== null && round.held_since) throw refuse(409, "round-held", { round: roundId });
		if (heldSince === null && !round.held_since) throw refuse(409, "round-not-held", { round: roundId });
		const hold = heldSince === null ? null : { since: new Date(heldSince), reason: audit.reason };
		await updateRoundHold(trx, { seasonId, roundId }, hold);
		await writeAudit(trx, audit, {
			action: hold ? "round-held" : "round-released",
			subject: `round:${seasonId}:${roundId}`,
			before: round.held_since && { since: round.held_since, reason: round.held_reason },
			after: hold,
		});
		await incrementDataVersion(trx, seasonId);
	});

type Connection = Parameters<typeof updateHold>[0];

/**
 * Excludes a round from automatic publication.
 *
 * @throws Refusal `round-unknown`, `round-over`, `round-held`
 */
export const holdRound = (
	connection: Connection,
	round: RoundKey,
	audit: AuditContext,
	now: SeasonTime,
): Promise<void> => updateHold(connection, round, now, audit);

/**
 * Releases a held round, which is then published once it is due.
 *
 * @throws Refusal `round-unknown`, `round-over`, `round-not-held`
 */
export const releaseRound = (connection: Connection, round: RoundKey, audit: AuditContext): Promise<void> =>
	updateHold(connection, round, null, audit);
