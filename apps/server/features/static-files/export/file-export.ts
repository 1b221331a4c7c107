import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { type ExportResult, type ExportSource, exportFiles } from "./export-files.ts";
import type { PutFile } from "./export-target.ts";
import { isExported, saveExport } from "./queries.ts";

/** Keeps a target in step with the static files. */
export interface FileExport {
	/** Whether the last complete export wrote another version than the current one. */
	readonly isDue: () => Promise<boolean>;
	/** Idempotent: a second run writes nothing. An interrupted run is due again. */
	readonly run: () => Promise<ExportResult & { readonly version: number }>;
}

/** Files that this process has written are not written again. A new process relies on complete exports only. */
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
			return !(await isExported(db, target, now));
		},
		run: async () => {
			const now = current();
			if (!now) return { files: 0, written: 0, version: 0 };
			const exported = await exportFiles(files, put, known);
			await saveExport(db, target, now);
			return { ...exported, version: now.data_version };
		},
	};
}
