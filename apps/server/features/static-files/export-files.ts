import type { Disk } from "flydrive";
import type { Game } from "../season/game.ts";
import type { BuiltFile } from "./built-file.ts";
import type { StaticFiles } from "./static-files.ts";

const FOLDER = "json/fantasy";
const CHECKSUMS = "checksums";
const AT_ONCE = 16;

/**
 * Writes every static file of the season's current version below `json/fantasy/`, each as the server sends it: plain,
 * and as `.br` for whoever serves files that are compressed already. `checksums.json` comes last: who sees it finds
 * everything it speaks of. Returns how many files there are.
 */
export async function exportFiles(
	files: Pick<StaticFiles, "current" | "playerStats">,
	game: Game,
	disk: Pick<Disk, "put">,
): Promise<number> {
	const { files: built } = files.current();
	let written = 0;
	const put = async (name: string, { json, brotli }: BuiltFile) => {
		const about = {
			contentType: "application/json; charset=utf-8",
			cacheControl: "public, max-age=0, must-revalidate",
		};
		await disk.put(`${FOLDER}/${name}.json`, json, { ...about, contentLength: json.length });
		await disk.put(`${FOLDER}/${name}.json.br`, brotli, {
			...{ ...about, contentLength: brotli.length, contentEncoding: "br" },
		});
		written++;
	};
	const players = [...game.players.keys()];
	for (let from = 0; from < players.length; from += AT_ONCE)
		await Promise.all(
			players.slice(from, from + AT_ONCE).map(async (id) => {
				const file = await files.playerStats(id);
				if (file) await put(`player_stats/${id}`, file);
			}),
		);
	for (const [name, file] of built) if (name !== CHECKSUMS) await put(name, file);
	const checksums = built.get(CHECKSUMS);
	if (checksums) await put(CHECKSUMS, checksums);
	return written;
}
