import type { BuiltFile } from "../built-file.ts";
import type { StaticFiles } from "../static-files.ts";
import type { PutFile } from "./export-target.ts";

const FOLDER = "json/fantasy";
const CHECKSUMS = "checksums";
const BATCH_SIZE = 16;

export type ExportSource = Pick<StaticFiles, "current" | "allPlayerStats" | "playerTotals">;

export interface ExportResult {
	readonly files: number;
	/** Of those, how many were not there as they are. */
	readonly written: number;
}

async function putEncodings(put: PutFile, name: string, { json, brotli }: BuiltFile): Promise<void> {
	const about = { contentType: "application/json; charset=utf-8", cacheControl: "public, max-age=0, must-revalidate" };
	await put(`${FOLDER}/${name}.json`, json, { ...about, contentLength: json.length });
	await put(`${FOLDER}/${name}.json.br`, brotli, { ...about, contentLength: brotli.length, contentEncoding: "br" });
}

/**
 * Writes every static file of the season's current version below `json/fantasy/`, each as the server sends it: plain,
 * and as `.br` for whoever serves files that are compressed already. `checksums.json` comes last: who sees it finds
 * everything it speaks of. `known` holds the hash of each file that lies there, and is kept up to date: such a file is
 * not written again. Throws what `put` throws; run again, it goes on.
 */
export async function exportFiles(
	files: ExportSource,
	put: PutFile,
	known: Map<string, string> = new Map(),
): Promise<ExportResult> {
	const { files: built } = files.current();
	const everything = new Map<string, BuiltFile>();
	for (const [id, file] of await files.allPlayerStats()) everything.set(`player_stats/${id}`, file);
	const totals = await files.playerTotals();
	if (totals) everything.set("player_totals", totals);
	for (const [name, file] of built) if (name !== CHECKSUMS) everything.set(name, file);

	const isNew = ([name, { hash }]: [string, BuiltFile]) => known.get(name) !== hash;
	const write = async ([name, file]: [string, BuiltFile]) => {
		known.delete(name);
		await putEncodings(put, name, file);
		known.set(name, file.hash);
	};
	const news = [...everything].filter(isNew);
	for (let from = 0; from < news.length; from += BATCH_SIZE) {
		const outcomes = await Promise.allSettled(news.slice(from, from + BATCH_SIZE).map(write));
		for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
	}
	const last = [...built].filter(([name]) => name === CHECKSUMS);
	const lastNews = last.filter(isNew);
	for (const file of lastNews) await write(file);
	return { files: everything.size + last.length, written: news.length + lastNews.length };
}
