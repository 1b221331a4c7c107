import type { BuiltFile } from "../built-file.ts";
import type { StaticFiles } from "../static-files.ts";
import type { PutFile } from "./export-target.ts";

const FOLDER = "json/fantasy";
const CHECKSUMS = "checksums";
const BATCH_SIZE = 16;

export type ExportSource = Pick<StaticFiles, "current" | "allPlayerStats" | "playerTotals">;

export interface ExportResult {
	readonly files: number;
	/** The number of files that were new or had changed. */
	readonly written: number;
}

async function putEncodings(put: PutFile, name: string, { json, brotli }: BuiltFile): Promise<void> {
	const headers = {
		contentType: "application/json; charset=utf-8",
		cacheControl: "public, max-age=0, must-revalidate",
	};
	await put(`${FOLDER}/${name}.json`, json, { ...headers, contentLength: json.length });
	await put(`${FOLDER}/${name}.json.br`, brotli, { ...headers, contentLength: brotli.length, contentEncoding: "br" });
}

/**
 * Writes all static files of the current version below `json/fantasy/`, plain and compressed as `.br`. `checksums.json` is
 * written last, so that all files it lists exist. `writtenHashes` has the hash of each written file and is updated. Files
 * with the same hash are not written again, so a failed export continues when it is repeated.
 */
export async function exportFiles(
	files: ExportSource,
	put: PutFile,
	writtenHashes: Map<string, string> = new Map(),
): Promise<ExportResult> {
	const { files: built } = files.current();
	const otherFiles = new Map<string, BuiltFile>();
	for (const [id, file] of await files.allPlayerStats()) otherFiles.set(`player_stats/${id}`, file);
	const totals = await files.playerTotals();
	if (totals) otherFiles.set("player_totals", totals);
	for (const [name, file] of built) if (name !== CHECKSUMS) otherFiles.set(name, file);

	const isChanged = ([name, { hash }]: [string, BuiltFile]) => writtenHashes.get(name) !== hash;
	const write = async ([name, file]: [string, BuiltFile]) => {
		writtenHashes.delete(name);
		await putEncodings(put, name, file);
		writtenHashes.set(name, file.hash);
	};
	const changed = [...otherFiles].filter(isChanged);
	for (let from = 0; from < changed.length; from += BATCH_SIZE) {
		const outcomes = await Promise.allSettled(changed.slice(from, from + BATCH_SIZE).map(write));
		for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
	}
	const last = [...built].filter(([name]) => name === CHECKSUMS);
	const changedLast = last.filter(isChanged);
	for (const file of changedLast) await write(file);
	return { files: otherFiles.size + last.length, written: changed.length + changedLast.length };
}
