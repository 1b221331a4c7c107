import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { Feed, FeedHealth, FeedPayload } from "../feed.ts";
import { parseCsvPayload } from "./parse-csv.ts";

export const CSV = "csv";

/** A stats file of the watched folder as a payload. */
export const buildCsvPayload = (name: string, body: Uint8Array): FeedPayload => ({
	source: CSV,
	kind: "match-stats",
	subject: path.basename(name),
	body,
});

/** An uploaded stats file. Its subject differs from that of a file with the same name in the watched folder. */
export const buildUploadPayload = (name: string, body: Uint8Array): FeedPayload => ({
	...buildCsvPayload(name, body),
	subject: `upload/${path.basename(name)}`,
});

/** Far beyond a whole season's lines. */
const MAX_FILE_BYTES = 16 << 20;

interface SeenFile {
	/** Size and time of change, which a file that is still being written alters from one look to the next. */
	readonly fingerprint: string;
	readonly isRead: boolean;
}

/** A folder into which somebody, or a script in R, puts stats files; each is read whenever it has changed and settled. */
export function createCsvFeed(
	folder: string | null,
	currentSeason: () => SeasonSnapshot,
	wallNow: () => number = Date.now,
): Feed {
	const seen = new Map<string, SeenFile>();
	let health: FeedHealth = { askedAt: null, answeredAt: null, failures: 0, lastFault: null };

	/** A file's payload once it has settled; null while there is nothing new in it. */
	const readFileIfSettled = async (file: string): Promise<FeedPayload | null> => {
		const { size, mtimeMs } = await stat(file);
		const fingerprint = `${size} ${mtimeMs}`;
		const before = seen.get(file);
		const isSettled = before?.fingerprint === fingerprint;
		seen.set(file, { fingerprint: fingerprint, isRead: before?.isRead === true && isSettled });
		if (!isSettled || before.isRead) return null;
		if (size > MAX_FILE_BYTES) throw new Error(`${path.basename(file)} is larger than any stats file`);
		const payload = buildCsvPayload(file, await readFile(file));
		seen.set(file, { fingerprint: fingerprint, isRead: true });
		return payload;
	};
	/** Every file by itself: one that cannot be read, or is gone again, keeps no other from being taken. */
	const readFolder = async (inside: string) => {
		const names = (await readdir(inside)).filter((name) => name.endsWith(".csv")).sort();
		const results = await Promise.allSettled(names.map((name) => readFileIfSettled(path.join(inside, name))));
		const payloads = results.flatMap((each) => (each.status === "fulfilled" && each.value ? [each.value] : []));
		const [failed] = results.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
		return { payloads, failed };
	};

	return {
		source: CSV,
		...(folder === null ? {} : { health: () => health }),
		parse: (payload) => parseCsvPayload(payload, currentSeason()),
		poll: async () => {
			if (folder === null) return [];
			const askedAt = wallNow();
			const recordFailure = (error: unknown) => {
				const lastFault = error instanceof Error ? error.message : String(error);
				health = { ...health, askedAt, failures: health.failures + 1, lastFault };
			};
			try {
				const { payloads, failed } = await readFolder(folder);
				if (failed === undefined) health = { askedAt, answeredAt: askedAt, failures: 0, lastFault: null };
				else recordFailure(failed);
				return payloads;
			} catch (error) {
				recordFailure(error);
				return [];
			}
		},
	};
}
