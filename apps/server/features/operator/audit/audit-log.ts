import type { AuditEntry } from "@first-bounce/contract/operator/audit";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { buildLikePattern, buildPage } from "../pagination.ts";

const PAGE_SIZE = 50;

/** What was done, the newest first; an operator's number comes with her name. */
export async function listAuditEntries(
	db: Kysely<Tables>,
	{ before, search }: { before?: number | undefined; search?: string | undefined },
) {
	const { rows } = await sql<AuditEntry & { readonly at: Date; readonly name: string | null }>`
		SELECT a.id, a.at, a.actor, a.action, a.subject, a.reason, a.before, a.after,
			u.first_name || ' ' || u.last_name AS name
		FROM audit AS a
		LEFT JOIN users AS u ON a.actor = 'operator:' || u.id
		WHERE (${before ?? null}::bigint IS NULL OR a.id < ${before ?? null})
			AND (${search ?? ""} = '' OR concat_ws(' ', a.action, a.subject, a.actor, a.reason, u.first_name, u.last_name)
				ILIKE ${buildLikePattern(search ?? "")})
		ORDER BY a.id DESC
		LIMIT ${PAGE_SIZE + 1}`.execute(db);
	const { page, nextBefore } = buildPage(rows, PAGE_SIZE);
	const entries = page.map(
		({ name, at, actor, ...row }): AuditEntry => ({
			...row,
			actor: name ? `${name} (${actor})` : actor,
			at: at.toISOString(),
		}),
	);
	return { entries, nextBefore };
}
