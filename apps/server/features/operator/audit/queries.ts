import type { AuditEntry } from "@first-bounce/contract/operator/audit";
import { buildLikePattern } from "../../../db/like-pattern.ts";
import { listRows } from "../../../db/rows.ts";
import type { Db, Row } from "../../../db/tables/tables.ts";

type AuditRow = Omit<AuditEntry, "at"> &
	Row<"audit", "at"> & {
		/** The operator's name; null for other actors. */
		readonly name: string | null;
	};

export interface AuditSearch {
	readonly before?: number | undefined;
	readonly search?: string | undefined;
	/** Whether `search` also looks in reasons. */
	readonly searchesReasons: boolean;
	/** Whether `search` also looks in the names of operators. */
	readonly searchesNames: boolean;
}

/** Lists entries with an id below `before` that contain the search text, the newest first. */
export const listAuditRows = (db: Db, { before, search, searchesReasons, searchesNames }: AuditSearch, limit: number) =>
	listRows(db)<AuditRow>`
		SELECT a.id, a.at, a.actor, a.action, a.subject, a.reason, a.before, a.after,
			u.first_name || ' ' || u.last_name AS name
		FROM audit AS a
		LEFT JOIN users AS u ON a.actor = 'operator:' || u.id
		WHERE (${before ?? null}::bigint IS NULL OR a.id < ${before ?? null})
			AND (${search ?? ""} = '' OR concat_ws(' ', a.action, a.subject, a.actor,
				CASE WHEN ${searchesReasons} THEN a.reason END,
				CASE WHEN ${searchesNames} THEN u.first_name || ' ' || u.last_name END)
				ILIKE ${buildLikePattern(search ?? "")})
		ORDER BY a.id DESC
		LIMIT ${limit}`;
