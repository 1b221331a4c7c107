import type { Transaction } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { type AuditContext, type AuditEntry, writeAudit } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { loadCurrentSeason } from "../../seasons/current/load-season-snapshot.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { incrementDataVersion, lockSeason } from "../../seasons/current/season-version-queries.ts";
import type { OperatorServices } from "../services.ts";

/** What a change of the current season works with, inside its transaction. */
export interface SeasonChange {
	readonly trx: Transaction<Tables>;
	readonly seasonId: number;
	/** The season as read in this transaction. */
	readonly season: SeasonSnapshot;
}

/** Gets the current season, and refuses a closed one. Routes check that too, but commands have none. */
export function requireOpenSeason({ seasons }: Pick<OperatorServices, "seasons">): SeasonSnapshot {
	const season = seasons.current();
	if (season.isArchived) throw refuse(409, "season-is-closed");
	return season;
}

/**
 * Runs an operator's change of the current season in a transaction with an exclusive lock, and writes it to the audit
 * log. The season gets a new version, so that caches are refreshed and pending team actions are validated again.
 */
export async function changeSeason<Result>(
	{ db, seasons }: Pick<OperatorServices, "db" | "seasons">,
	audit: AuditContext,
	change: (context: SeasonChange) => Promise<{ readonly result: Result; readonly entry: AuditEntry }>,
): Promise<Result> {
	const { seasonId } = requireOpenSeason({ seasons });
	const result = await db.transaction().execute(async (trx) => {
		await lockSeason(trx, seasonId, "exclusive");
		const season = await loadCurrentSeason(trx);
		if (season?.seasonId !== seasonId) throw refuse(409, "season-changed");
		const outcome = await change({ trx, seasonId, season });
		await writeAudit(trx, audit, outcome.entry);
		await incrementDataVersion(trx, seasonId);
		return outcome.result;
	});
	await seasons.refresh();
	return result;
}
