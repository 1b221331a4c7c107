import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { retireDemo } from "../../demo/demo-accounts.ts";
import { type AuditContext, writeAudit } from "../../operator/audit/audit.ts";
import { lockSeason, touchSeason } from "./queries.ts";

const findCurrentSeason = (db: Kysely<Tables>) =>
	db.selectFrom("seasons").where("is_current", "=", true).select(["id", "name"]).executeTakeFirst();

/** Archives the current season in the caller's transaction: read-only from then on, and nobody's current one. */
async function archiveSeason(
	transaction: Kysely<Tables>,
	season: { id: number; name: string },
	audit: AuditContext,
): Promise<void> {
	await lockSeason(transaction, season.id, "exclusive");
	const open = await transaction
		.selectFrom("rounds")
		.where("season_id", "=", season.id)
		.where("status", "<>", "complete")
		.select("id")
		.orderBy("id")
		.executeTakeFirst();
	if (open) throw refuse(409, "season-not-over", { round: open.id, name: season.name });
	const status = { is_current: false, status: "closed" as const };
	await transaction.updateTable("seasons").set(status).where("id", "=", season.id).execute();
	const done = { action: "season-closed", subject: `season:${season.id}` };
	await writeAudit(transaction, audit, { ...done, before: { status: "open" }, after: { status: "closed" } });
	await touchSeason(transaction, season.id);
}

/**
 * Archives the current season (decisions §7); answers its id. What was played in it stays readable.
 *
 * @throws Refusal `no-season`, `season-not-over` while a round is not complete
 */
export const closeSeason = (db: Kysely<Tables>, audit: AuditContext): Promise<number> =>
	db.transaction().execute(async (transaction) => {
		const season = await findCurrentSeason(transaction);
		if (!season) throw refuse(503, "no-season");
		await archiveSeason(transaction, season, audit);
		return season.id;
	});

/** Everyone who has registered gets an empty team, once. */
async function createEmptyTeams(transaction: Kysely<Tables>, seasonId: number): Promise<number> {
	const { numAffectedRows = 0n } = await sql`
		INSERT INTO teams (season_id, user_id)
		SELECT ${seasonId}, id FROM users WHERE team_name IS NOT NULL AND NOT is_bot AND retired_at IS NULL
		ON CONFLICT (season_id, user_id) DO NOTHING`.execute(transaction);
	return Number(numAffectedRows);
}

/**
 * Makes a season the current one, closes the one before it, and gives everyone an empty team in it (decisions §7).
 * Users, names and favourite clubs stay; favourite players are a season's own. Twice is once.
 *
 * @throws Refusal `season-unknown`, `season-is-closed`, `season-not-over`
 */
export const beginSeason = (
	db: Kysely<Tables>,
	seasonId: number,
	audit: AuditContext,
): Promise<{ readonly current: number; readonly teams: number }> =>
	db.transaction().execute(async (transaction) => {
		const next = await transaction
			.selectFrom("seasons")
			.where("id", "=", seasonId)
			.select(["id", "name", "status", "is_demo"])
			.executeTakeFirst();
		if (!next) throw refuse(404, "season-unknown");
		if (next.status === "closed") throw refuse(409, "season-is-closed");
		const before = await findCurrentSeason(transaction);
		if (before && before.id !== seasonId) await archiveSeason(transaction, before, audit);
		await transaction.updateTable("seasons").set({ is_current: true }).where("id", "=", seasonId).execute();
		if (!next.is_demo) await retireDemo(transaction);
		const teams = await createEmptyTeams(transaction, seasonId);
		const done = { action: "season-begun", subject: `season:${seasonId}` };
		const was = before ? { current: before.id } : null;
		await writeAudit(transaction, audit, { ...done, before: was, after: { current: seasonId, teams } });
		await touchSeason(transaction, seasonId);
		return { current: seasonId, teams };
	});
