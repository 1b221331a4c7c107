import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { type ExportResult, type ExportSource, exportFiles } from "./export-files.ts";
import type { PutFile } from "./export-target.ts";

/** Keeps a target as the static files are. */
export interface FileExport {
	/** Whether what lies there was written, whole, from another version than the current one; by what the rows say. */
	readonly isDue: () => Promise<boolean>;
	/** Twice is once: the second time writes nothing. What is cut short is due again. */
	readonly run: () => Promise<ExportResult & { readonly version: number }>;
}

/** What `put` has written in this process is not written again; a new process trusts nothing but a whole export. */
export function createFileExport(
	db: Kysely<Tables>,
	files: ExportSource,
	{ target, put }: { readonly target: string; readonly put: PutFile },
): FileExport {
	const known = new Map<string, string>();
	const current = () => {
		const { dataVersion, files: built } = files.current();
		const checksums = built.get("checksums")?.hash;
		return checksums === undefined ? null : { data_version: dataVersion, checksums };
	};
	return {
		isDue: async () => {
			const now = current();
			if (!now) return false;
			const { rows } = await sql`SELECT FROM static_exports WHERE target = ${target}
				AND data_version = ${now.data_version} AND checksums = ${now.checksums}`.execute(db);
			return rows.length === 0;
		},
		run: async () => {
			const now = current();
			if (!now) return { files: 0, written: 0, version: 0 };
			const exported = await exportFiles(files, put, known);
			const row = { ...now, exported_at: sql<Date>`now()` };
			await db
				.insertInto("static_exports")
				.values({ target, ...row })
				.onConflict((conflict) => conflict.column("target").doUpdateSet(row))
				.execute();
			return { ...exported, version: now.data_version };
		},
	};
}
