import { createHash } from "node:crypto";
import { cp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { createFolder } from "../../../db/embedded/create-folder.ts";
import { formatFileError } from "../../../i18n/file-errors.ts";
import { FetchError } from "./fetch-error.ts";

/** The folder of the provider's answers. The other names are those of files and folders in it. */
const ANSWERS_FOLDER = ".answers";
/** Answers that later ones have replaced. */
const EARLIER_FOLDER = "earlier";
/** Answers that could not be used. */
const INVALID_FOLDER = "invalid";
/** A file that marks an unfinished refresh, which must not use the answers of the finished folder. */
const REFRESH_MARKER = "refreshing";
/** The hashes of the written files, to find those that were changed by hand. */
const HASHES_FILE = "written.json";

const hashesSchema = z.record(z.string(), z.string());

const exists = (file: string): Promise<boolean> =>
	stat(file).then(
		() => true,
		() => false,
	);
const readIfExists = (file: string): Promise<Buffer | null> =>
	readFile(file).catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT") return null;
		throw error;
	});
const computeHash = (text: string | Uint8Array): string => createHash("sha256").update(text).digest("hex");
/** Formats the file name of a request's answer so that an operator can recognise it. */
const formatAnswerName = (request: string): string => `${request.replaceAll(/[^\w.=-]+/g, "_").replace(/^_/, "")}.json`;

/**
 * Opens the folder of a fetch. Until `commit` everything is written to `DIR.partial`, where the next run continues after an
 * interrupted one.
 *
 * @param isInput whether the operator fills in this file
 * @throws FetchError if the folder is not ours, or a file was changed by hand and `overwrite` is not set
 */
export async function openFetchFolder(
	out: string,
	{ refresh, overwrite, isInput }: { refresh: boolean; overwrite: boolean; isInput: (name: string) => boolean },
) {
	const folder = path.resolve(out);
	const [partial, previous] = [`${folder}.partial`, `${folder}.previous`];
	// An earlier run ended between the two renames of `commit`.
	if (!(await exists(folder)) && (await exists(previous))) await rename(previous, folder);
	await checkFolder(folder, out, overwrite, isInput);
	const answers = path.join(partial, ANSWERS_FOLDER);
	if (refresh && !(await exists(path.join(answers, REFRESH_MARKER)))) await archiveAnswers(answers, answers, moveFile);
	await createFolder(answers);
	if (refresh) await writeFile(path.join(answers, REFRESH_MARKER), "");
	const isRefreshing = await exists(path.join(answers, REFRESH_MARKER));

	const saveAnswer = async (request: string, body: Uint8Array): Promise<void> => {
		const file = path.join(answers, formatAnswerName(request));
		await writeFile(`${file}.tmp`, body);
		await rename(`${file}.tmp`, file);
	};

	const copyPreviousAnswers = async (): Promise<void> => {
		const old = path.join(folder, ANSWERS_FOLDER);
		for (const name of [EARLIER_FOLDER, INVALID_FOLDER])
			if (await exists(path.join(old, name)))
				await cp(path.join(old, name), path.join(answers, name), { recursive: true });
		await archiveAnswers(old, answers, async (file, target) => {
			const current = await readIfExists(path.join(answers, path.basename(file)));
			// `cp` creates the folder as well.
			if (!current?.equals(await readFile(file))) await cp(file, target, { preserveTimestamps: true });
		});
	};

	const copyOtherFiles = async (newNames: ReadonlySet<string>): Promise<void> => {
		if (!(await exists(folder))) return;
		const names = (await readdir(folder)).filter((name) => name !== ANSWERS_FOLDER && !newNames.has(name));
		for (const name of names) await cp(path.join(folder, name), path.join(partial, name), { recursive: true });
	};

	return {
		/** Reads the stored answer to a request; null if it must be requested. */
		readAnswer: async (request: string) => {
			const name = formatAnswerName(request);
			const current = await readIfExists(path.join(answers, name));
			if (current || isRefreshing) return current;
			const storedBody = await readIfExists(path.join(folder, ANSWERS_FOLDER, name));
			if (storedBody) await saveAnswer(request, storedBody);
			return storedBody;
		},
		saveAnswer,
		/** Stores an answer that cannot be used, and returns its file, which is the same for the same content. */
		saveInvalidAnswer: async (request: string, body: Uint8Array, extension: string) => {
			const name = `${formatAnswerName(request).replace(/\.json$/, "")}.${computeHash(body).slice(0, 8)}.${extension}`;
			await createFolder(path.join(answers, INVALID_FOLDER));
			const file = path.join(answers, INVALID_FOLDER, name);
			await writeFile(file, body);
			return file;
		},
		/** Reads a file of the finished folder, such as the operator's decisions; null if it does not exist. */
		readFile: (name: string) => readIfExists(path.join(folder, name)),
		/** Replaces these files of the folder and its answers, all or none. The folder's other files stay. */
		commit: async (files: ReadonlyMap<string, string>) => {
			await copyPreviousAnswers();
			await copyOtherFiles(new Set(files.keys()));
			for (const [name, text] of files) await writeFile(path.join(partial, name), text);
			const hashes = [...files].filter(([name]) => !isInput(name)).map(([name, text]) => [name, computeHash(text)]);
			await writeFile(path.join(answers, HASHES_FILE), JSON.stringify(Object.fromEntries(hashes), null, "\t"));
			await rm(path.join(answers, REFRESH_MARKER), { force: true });
			await rm(previous, { recursive: true, force: true });
			if (await exists(folder)) await rename(folder, previous);
			await rename(partial, folder);
			await rm(previous, { recursive: true, force: true });
		},
	};
}

/** The folder that a fetch writes, with the provider's answers. */
export type FetchFolder = Awaited<ReturnType<typeof openFetchFolder>>;

async function moveFile(file: string, target: string): Promise<void> {
	await createFolder(path.dirname(target));
	await rename(file, target);
}

/** Archives each answer in a folder named after the time at which it was stored; `archive` copies or moves a file. */
async function archiveAnswers(
	from: string,
	answers: string,
	archive: (file: string, target: string) => Promise<void>,
): Promise<void> {
	if (!(await exists(from))) return;
	for (const name of await readdir(from)) {
		if ([EARLIER_FOLDER, INVALID_FOLDER, HASHES_FILE, REFRESH_MARKER].includes(name)) continue;
		const file = path.join(from, name);
		const { mtime } = await stat(file);
		const target = path.join(answers, EARLIER_FOLDER, mtime.toISOString().replaceAll(":", "-").slice(0, 19));
		await archive(file, path.join(target, name));
	}
}

async function checkFolder(
	folder: string,
	out: string,
	overwrite: boolean,
	isInput: (name: string) => boolean,
): Promise<void> {
	const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT") return [];
		throw new FetchError(`${out} cannot be read: ${formatFileError(error)}`, "Choose another folder.");
	});
	if (names.length === 0) return;
	const stored = await readIfExists(path.join(folder, ANSWERS_FOLDER, HASHES_FILE));
	if (!stored) throw new FetchError(`${out} was not written by season fetch`, "Choose another folder.");
	if (overwrite) return;
	const changed: string[] = [];
	for (const [name, hash] of Object.entries(hashesSchema.parse(JSON.parse(stored.toString())))) {
		const body = isInput(name) ? null : await readIfExists(path.join(folder, name));
		if (body && computeHash(body) !== hash) changed.push(name);
	}
	if (changed.length > 0)
		throw new FetchError(
			`${out}: changed by hand since the last fetch: ${changed.join(", ")}`,
			"--overwrite replaces these files. decisions.csv, positions.csv and draft.csv are always kept.",
		);
}
