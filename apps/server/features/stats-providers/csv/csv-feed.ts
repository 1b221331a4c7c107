import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { formatFileError } from "../../../i18n/file-errors.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { Feed, FeedHealth, FeedPayload } from "../feed.ts";
import { parseCsvPayload } from "./parse-csv.ts";

export const CSV = "csv";

/** Builds the payload of a stats file in the watched folder. */
export const buildCsvPayload = (name: string, body: Uint8Array): FeedPayload => ({
	source: CSV,
	kind: "match-stats",
	subject: path.basename(name),
	body,
});

/** Builds the payload of an uploaded stats file. Its subject differs from that of a watched file with the same name. */
export const buildUploadPayload = (name: string, body: Uint8Array): FeedPayload => ({
	...buildCsvPayload(name, body),
	subject: `upload/${path.basename(name)}`,
});

/** Far larger than a file with a whole season's stat lines. */
const MAX_FILE_BYTES = 16 << 20;

/** Whether the watched folder's file of this name is read: the name ends in .csv, in any case. */
export const isStatsFileName = (name: string): boolean => /\.csv$/i.test(name);

interface SeenFile {
	/** Size and modification time, which differ between polls while a file is being written. */
	readonly fingerprint: string;
	readonly isRead: boolean;
}

/** Polls a folder for stats files. A file is read once it has changed and is no longer being written. */
export function createCsvFeed(
	folder: string | null,
	currentSeason: () => SeasonSnapshot,
	wallNow: () => number = Date.now,
): Feed {
	const seenFiles = new Map<string, SeenFile>();
	let health: FeedHealth = { lastRequestAt: null, lastResponseAt: null, failures: 0, lastFault: null };

	/** Reads a file's payload and time once it is no longer being written; null if it has not changed. */
	const readFileIfSettled = async (file: string) => {
		const { size, mtimeMs } = await stat(file);
		const fingerprint = `${size} ${mtimeMs}`;
		const before = seenFiles.get(file);
		const isSettled = before?.fingerprint === fingerprint;
		seenFiles.set(file, { fingerprint, isRead: before?.isRead === true && isSettled });
		if (!isSettled || before.isRead) return null;
		if (size > MAX_FILE_BYTES) throw new Error("it is too large for a stats file");
		const payload = buildCsvPayload(file, await readFile(file));
		seenFiles.set(file, { fingerprint, isRead: true });
		return { payload, mtimeMs };
	};
	/**
	 * Reads all files, the oldest first: after an outage or a restore several are new, and of two files about a match the later
	 * one counts. One that cannot be read, or is gone, does not affect the others.
	 */
	const readFolder = async (subfolder: string) => {
		const names = (await readdir(subfolder)).filter(isStatsFileName).sort();
		const results = await Promise.allSettled(names.map((name) => readFileIfSettled(path.join(subfolder, name))));
		const files = results.flatMap((result) => (result.status === "fulfilled" && result.value ? [result.value] : []));
		const payloads = files.sort((a, b) => a.mtimeMs - b.mtimeMs).map(({ payload }) => payload);
		const [firstFailure] = results.flatMap((result, index) =>
			result.status === "rejected" ? [`${names[index]} cannot be read: ${formatFileError(result.reason)}`] : [],
		);
		return { payloads, firstFailure };
	};

	return {
		source: CSV,
		...(folder === null ? {} : { health: () => health }),
		parse: (payload) => parseCsvPayload(payload, currentSeason()),
		poll: async () => {
			if (folder === null) return [];
			const lastRequestAt = wallNow();
			const recordFailure = (lastFault: string) => {
				health = { ...health, lastRequestAt, failures: health.failures + 1, lastFault };
			};
			try {
				const { payloads, firstFailure } = await readFolder(folder);
				if (firstFailure === undefined)
					health = { lastRequestAt, lastResponseAt: lastRequestAt, failures: 0, lastFault: null };
				else recordFailure(firstFailure);
				return payloads;
			} catch (error) {
				recordFailure(`${folder} cannot be read: ${formatFileError(error)}`);
				return [];
			}
		},
	};
}
