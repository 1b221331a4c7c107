import type { AuditEntry } from "@first-bounce/contract/operator/audit";
import type { Db } from "../../../db/tables/tables.ts";
import { buildPage } from "../pagination.ts";
import { type AuditSearch, listAuditRows } from "./queries.ts";

const PAGE_SIZE = 50;

/** Lists a page of the audit log, the newest first, with the names of operators. */
export async function listAuditEntries(db: Db, search: AuditSearch) {
	const rows = await listAuditRows(db, search, PAGE_SIZE + 1);
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
