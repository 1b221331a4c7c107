import type { Db } from "../../../db/tables/tables.ts";
import type { BuiltFile } from "../../../plugins/http/built-file.ts";
import { CSV_TYPE, IMMUTABLE, JSON_TYPE, REVALIDATE } from "../../../plugins/http/built-file.ts";
import type { ArchivedEntry } from "../archive/season-archive.ts";
import type { StaticFiles } from "../static-files.ts";
import type { PutFile } from "./export-target.ts";
import { isExported, saveExport } from "./queries.ts";

const FOLDER = "json/fantasy";
const CHECKSUMS = "checksums";
const isChecksums = (name: string): boolean => name.split("/").at(-1) === CHECKSUMS;
const BATCH_SIZE = 16;

export type ExportSource = Pick<
	StaticFiles,
	"current" | "buildAllPlayerStats" | "findFile" | "buildSeasonTexts" | "listArchivedFiles"
>;

export interface ExportResult {
	readonly files: number;
	/** The number of files that were new or had changed. */
	readonly written: number;
}

async function putEncodings(
	putFile: PutFile,
	name: string,
	{ content, brotli }: BuiltFile,
	cacheControl: string,
): Promise<void> {
	const isCsv = name.endsWith(".csv");
	const key = `${FOLDER}/${name}${isCsv ? "" : ".json"}`;
	const headers = { contentType: isCsv ? CSV_TYPE : JSON_TYPE, cacheControl };
	await putFile(key, content, { ...headers, contentLength: content.length });
	await putFile(`${key}.br`, brotli, { ...headers, contentLength: brotli.length, contentEncoding: "br" });
}

/** Writes archived files that this process has not written, their checksums last. */
async function exportArchive(
	entries: readonly ArchivedEntry[],
	putFile: PutFile,
	writtenHashes: Map<string, string>,
): Promise<number> {
	let written = 0;
	const sorted = entries.toSorted((a, b) => Number(isChecksums(a.name)) - Number(isChecksums(b.name)));
	for (const { name, hash, load } of sorted) {
		if (writtenHashes.get(name) === hash) continue;
		const file = await load();
		if (!file) continue;
		await putEncodings(putFile, name, file, IMMUTABLE);
		writtenHashes.set(name, hash);
		written++;
	}
	return written;
}

/**
 * Writes all static files below `json/fantasy/`, plain and compressed as `.br`: those of the current version, the same and
 * its CSV files below the season's id, and those of archived seasons. `checksums.json` is written last, so that all files
 * that it lists exist. `writtenHashes` has the hash of each written file and is updated. Files with the same hash are not
 * written again, so a failed export continues when it is repeated.
 */
export async function exportFiles(
	files: ExportSource,
	putFile: PutFile,
	writtenHashes: Map<string, string> = new Map(),
): Promise<ExportResult> {
	const { files: builtFiles, seasonId } = files.current();
	const currentFiles = new Map<string, BuiltFile>();
	for (const [id, file] of await files.buildAllPlayerStats()) currentFiles.set(`player_stats/${id}`, file);
	const totals = await files.findFile("player_totals");
	if (totals) currentFiles.set("player_totals", totals);
	for (const [name, file] of builtFiles) currentFiles.set(name, file);
	// An address that contains the season remains valid when the season is archived.
	const archived = await files.listArchivedFiles();
	const archivedNames = new Set(archived.map(({ name }) => name));
	for (const [name, file] of [...currentFiles, ...(await files.buildSeasonTexts())])
		if (!archivedNames.has(`${seasonId}/${name}`)) currentFiles.set(`${seasonId}/${name}`, file);
	const writtenArchived = await exportArchive(archived, putFile, writtenHashes);

	const isChanged = ([name, { hash }]: [string, BuiltFile]) => writtenHashes.get(name) !== hash;
	const write = async ([name, file]: [string, BuiltFile]) => {
		writtenHashes.delete(name);
		await putEncodings(putFile, name, file, REVALIDATE);
		writtenHashes.set(name, file.hash);
	};
	const changed = [...currentFiles].filter(isChanged).filter(([name]) => !isChecksums(name));
	for (let from = 0; from < changed.length; from += BATCH_SIZE) {
		const outcomes = await Promise.allSettled(changed.slice(from, from + BATCH_SIZE).map(write));
		for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
	}
	const changedChecksums = [...currentFiles].filter(isChanged).filter(([name]) => isChecksums(name));
	for (const file of changedChecksums) await write(file);
	return {
		files: currentFiles.size + archived.length,
		written: changed.length + changedChecksums.length + writtenArchived,
	};
}

/**
 * Creates an export that skips files that this process has already written. A new process writes all of them again, unless
 * the current version has been exported completely.
 */
export function createFileExport(
	db: Db,
	files: ExportSource,
	{ target, put }: { readonly target: string; readonly put: PutFile },
) {
	const writtenHashes = new Map<string, string>();
	const getCurrentVersion = () => {
		const { dataVersion, files: built } = files.current();
		const checksums = built.get("checksums")?.hash;
		return checksums === undefined ? null : { data_version: dataVersion, checksums };
	};
	return {
		isDue: async (): Promise<boolean> => {
			const version = getCurrentVersion();
			if (!version) return false;
			return !(await isExported(db, target, version));
		},
		/** Exports the current version. Idempotent. */
		run: async (): Promise<ExportResult & { readonly version: number }> => {
			const version = getCurrentVersion();
			if (!version) return { files: 0, written: 0, version: 0 };
			const exported = await exportFiles(files, put, writtenHashes);
			await saveExport(db, target, version);
			return { ...exported, version: version.data_version };
		},
	};
}
