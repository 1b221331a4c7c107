import { sql } from "kysely";
import { listRows } from "../../../db/rows.ts";
import type { Db, Row } from "../../../db/tables/tables.ts";

type ExportedVersion = Row<"static_exports", "data_version" | "checksums">;

/** Whether the last export to a target wrote this version. */
export async function isExported(db: Db, target: string, version: ExportedVersion): Promise<boolean> {
	const rows = await listRows(db)`SELECT FROM static_exports WHERE target = ${target}
		AND data_version = ${version.data_version} AND checksums = ${version.checksums}`;
	return rows.length > 0;
}

export async function saveExport(db: Db, target: string, version: ExportedVersion): Promise<void> {
	const row = { ...version, exported_at: sql<Date>`now()` };
	await db
		.insertInto("static_exports")
		.values({ target, ...row })
		.onConflict((conflict) => conflict.column("target").doUpdateSet(row))
		.execute();
}
