import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { type ExportResult, type ExportSource, exportFiles } from "./export-files.ts";
import type { PutFile } from "./export-target.ts";
import { isExported, saveExport } from "./queries.ts";

/** Exports the static files to a target. */
export interface FileExport {
	/** Whether the current version has not been exported completely. */
	readonly isDue: () => Promise<boolean>;
	/** Exports the current version. Idempotent. */
	readonly run: () => Promise<ExportResult & { readonly version: number }>;
}

/** Skips files that this process has written already. A new process skips only complete exports. */
export function createFileExport(
	db: Kysely<Tables>,
	files: ExportSource,
	{ target, put }: { readonly target: string; readonly put: PutFile },
): FileExport {
	const writtenHashes = new Map<string, string>();
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
			const exported = await exportFiles(files, put, writtenHashes);
			await saveExport(db, target, now);
			return { ...exported, version: now.data_version };
		},
	};
}
