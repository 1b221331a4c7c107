import type { SiteMaintenance } from "@first-bounce/contract/operator/installation";
import { sql } from "kysely";
import type { Db } from "../../../db/tables/tables.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import { formatInstant } from "../../../plugins/format-instant.ts";
import { findMaintenance, type Maintenance } from "../../../plugins/maintenance.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { listOpenDrafts, pauseDrafts, postponeDrafts, resumeDrafts } from "../../leagues/draft/maintenance.ts";

export interface MaintenanceServices {
	readonly db: Db;
	readonly wallNow: () => number;
	/** Makes this process read the row again at once. */
	readonly forget: () => void;
}

const buildMaintenance = (row: Maintenance | null): SiteMaintenance =>
	row && { text: row.text, since: row.began_at.toISOString(), until: formatInstant(row.until) };

export const getMaintenance = async ({ db }: Pick<MaintenanceServices, "db">): Promise<SiteMaintenance> =>
	buildMaintenance(await findMaintenance(db));

/** An arbitrary key for the advisory lock. */
const MAINTENANCE_LOCK = 0x6d74;

/** Locks the maintenance until the transaction ends, also if there is none. */
async function lockMaintenance(trx: Db): Promise<Maintenance | null> {
	await sql`SELECT pg_advisory_xact_lock(${MAINTENANCE_LOCK})`.execute(trx);
	return findMaintenance(trx);
}

interface MaintenanceTerms {
	readonly text: string;
	/** The expected end, in the future; null for none. If it is left out, an end in the future that was set before stays. */
	readonly until?: string | null;
}

/**
 * Closes the site to everyone but operators, and pauses live drafts. If an operator has paused drafts before, they stay paused at
 * the end of the maintenance too.
 */
export async function beginMaintenance(
	{ db, wallNow, forget }: MaintenanceServices,
	{ text, until: newEnd }: MaintenanceTerms,
	audit: AuditContext,
): Promise<SiteMaintenance> {
	const now = wallNow();
	if (newEnd && Date.parse(newEnd) <= now) throw refuse(422, "maintenance-past");
	const wasPaused = (await listOpenDrafts(db)).some(({ pause_reason }) => pause_reason === "operator");
	await db.transaction().execute(async (trx) => {
		const before = await lockMaintenance(trx);
		const formerEnd = before?.until && before.until.getTime() > now ? before.until : null;
		const terms = { text, until: newEnd === undefined ? formerEnd : newEnd && new Date(newEnd) };
		if (before) await trx.updateTable("site_maintenance").set(terms).execute();
		else
			await trx
				.insertInto("site_maintenance")
				.values({ ...terms, began_at: new Date(now), resumes_drafts: !wasPaused })
				.execute();
		await writeAudit(trx, audit, {
			action: before ? "maintenance-changed" : "maintenance-begun",
			subject: "site",
			before: before && { text: before.text, until: before.until },
			after: terms,
		});
	});
	forget();
	// Afterwards, so that no draft is started meanwhile.
	await pauseDrafts(db, wallNow, "operator");
	return getMaintenance({ db });
}

/** Opens the site again, resumes the drafts that were paused for the maintenance, and moves those that were to start during it. */
export async function endMaintenance({ db, wallNow, forget }: MaintenanceServices, audit: AuditContext) {
	// Before the leader finds them, for which they would be too late to start.
	if (await findMaintenance(db)) await postponeDrafts(db, wallNow);
	const ended = await db.transaction().execute(async (trx) => {
		const before = await lockMaintenance(trx);
		if (!before) throw refuse(409, "no-maintenance");
		await trx.deleteFrom("site_maintenance").execute();
		const { text, until } = before;
		await writeAudit(trx, audit, {
			action: "maintenance-ended",
			subject: "site",
			before: { text, until },
			after: null,
		});
		return before;
	});
	forget();
	if (ended.resumes_drafts) await resumeDrafts(db, wallNow, ["operator"]);
	return null;
}
