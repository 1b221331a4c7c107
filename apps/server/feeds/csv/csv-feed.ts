import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { Game } from "../../features/season/game.ts";
import type { Feed, FeedHealth, FeedPayload } from "../feed.ts";
import { readCsvPayload } from "./read-csv.ts";

export const CSV = "csv";

/** A stats file as a payload: of the watched folder, or uploaded. */
export const csvPayload = (name: string, body: Uint8Array): FeedPayload => ({
	...{ source: CSV, kind: "match-stats", subject: path.basename(name), body },
});

interface Seen {
	/** Size and time of change, which a file that is still being written alters from one look to the next. */
	readonly mark: string;
	readonly isRead: boolean;
}

/** A folder into which somebody, or a script in R, puts stats files; each is read whenever it has changed and settled. */
export function createCsvFeed(folder: string | null, game: () => Game, wallNow: () => number = Date.now): Feed {
	const seen = new Map<string, Seen>();
	let health: FeedHealth = { askedAt: null, answeredAt: null, failures: 0, lastFault: null };

	const look = async (inside: string): Promise<FeedPayload[]> => {
		const names = (await readdir(inside)).filter((name) => name.endsWith(".csv")).sort();
		const payloads: FeedPayload[] = [];
		for (const name of names) {
			const file = path.join(inside, name);
			const { size, mtimeMs } = await stat(file);
			const mark = `${size} ${mtimeMs}`;
			const before = seen.get(name);
			const isSettled = before?.mark === mark;
			seen.set(name, { mark, isRead: isSettled });
			if (isSettled && !before.isRead) payloads.push(csvPayload(name, await readFile(file)));
		}
		return payloads;
	};

	return {
		source: CSV,
		...(folder === null ? {} : { health: () => health }),
		read: (payload) => readCsvPayload(payload, game()),
		poll: async () => {
			if (folder === null) return [];
			const askedAt = wallNow();
			try {
				const payloads = await look(folder);
				health = { askedAt, answeredAt: askedAt, failures: 0, lastFault: null };
				return payloads;
			} catch (error) {
				const lastFault = error instanceof Error ? error.message : String(error);
				health = { ...health, askedAt, failures: health.failures + 1, lastFault };
				return [];
			}
		},
	};
}
