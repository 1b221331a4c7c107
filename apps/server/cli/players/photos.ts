import { openAsBlob } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { PHOTO_ZIP_LIMITS } from "@first-bounce/contract/constants";
import type { PhotoProblem, PhotoReport } from "@first-bounce/contract/operator/player-imports";
import { readZip, type ZipEntry, ZipError } from "@first-bounce/contract/read-zip";
import { Command } from "commander";
import { createSquarePicture } from "../../features/media/create-picture.ts";
import {
	applyPhotoImport,
	hasPhoto,
	previewPhotos,
	startPhotos,
	uploadPhoto,
} from "../../features/operator/player-imports/photos.ts";
import type { OperatorServices } from "../../features/operator/services.ts";
import { formatCount } from "../../i18n/format-count.ts";
import { createAuditedCommand, createUnreadableError, formatLine, readFileOrRefuse } from "../command-builders.ts";
import { CommandRefusedError, formatFailure, print, printError } from "../output/output.ts";
import { addUndoCommand } from "./player-imports.ts";

const PROBLEMS: Readonly<Record<PhotoProblem, string>> = {
	"unknown-player": "no player has that id or name",
	"several-players": "it can be several players",
	"not-a-picture": "is not a PNG, JPEG or WebP",
	"too-large": "is over 5 MB",
	"two-files": "is one of two files for the same player",
};
const ZIP_PROBLEMS: Readonly<Record<ZipError["problem"], string>> = {
	"not-a-zip": "is not a zip file, or is damaged",
	"too-many-files": `has more than ${PHOTO_ZIP_LIMITS.entries} files`,
	"too-large": "unpacks to more than 1 GB",
	zip64: "is too large a zip file: split it",
};

const formatSuggestions = (suggestions: PhotoReport["skipped"][number]["suggestions"]): string =>
	suggestions.length === 0
		? ""
		: ` Perhaps ${suggestions.map(({ playerId, name }) => `${name} (${playerId})`).join(" or ")}.`;

/** Lists the files of a folder and its subfolders. Links are not followed. */
async function listFolder(folder: string): Promise<readonly ZipEntry[]> {
	const found = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = found.filter((entry) => entry.isFile() && !entry.name.startsWith("."));
	return Promise.all(
		files.map(async (entry) => {
			const file = path.join(entry.parentPath, entry.name);
			const { size } = await stat(file);
			const label = path.relative(folder, file).replaceAll(path.sep, "/");
			return { path: label, bytes: size, read: async () => new Uint8Array(await readFileOrRefuse(file)) };
		}),
	);
}

async function listPhotos(source: string): Promise<readonly ZipEntry[]> {
	try {
		if ((await stat(source)).isDirectory()) return await listFolder(source);
		return await readZip(await openAsBlob(source), PHOTO_ZIP_LIMITS);
	} catch (error) {
		if (error instanceof ZipError) throw new CommandRefusedError(`${source} ${ZIP_PROBLEMS[error.problem]}.`);
		throw createUnreadableError(source, error);
	}
}

const PROGRESS_STEP = 50;

type MatchedPhoto = PhotoReport["matched"][number];

interface UsablePhoto extends MatchedPhoto {
	/** Whether the player has this photo already. */
	readonly isUnchanged: boolean;
}

function formatEffect({ replaces, isUnchanged }: UsablePhoto): string {
	if (isUnchanged) return "unchanged";
	return replaces ? "replaces her photo" : "new";
}

/** Unpacks and decodes the matched pictures, and returns those that can be used. The others are printed as left out. */
async function checkPictures(
	services: OperatorServices,
	matched: readonly MatchedPhoto[],
	readPhoto: (file: string) => Promise<Buffer>,
): Promise<readonly UsablePhoto[]> {
	const usable: UsablePhoto[] = [];
	for (const [index, photo] of matched.entries()) {
		try {
			const picture = await createSquarePicture(await readPhoto(photo.file));
			usable.push({ ...photo, isUnchanged: await hasPhoto(services, photo.playerId, picture) });
		} catch (error) {
			const problem = formatFailure(error);
			if (problem === null) throw error;
			printError(`${photo.file}: ${problem.replace(/\.$/, "")}, left out.`);
		}
		if ((index + 1) % PROGRESS_STEP === 0) printError(`${index + 1} of ${matched.length} checked`);
	}
	return usable;
}

/** Uploads the photos, and returns how many are new. */
async function uploadPhotos(
	services: OperatorServices,
	id: number,
	photos: readonly MatchedPhoto[],
	readPhoto: (file: string) => Promise<Buffer>,
): Promise<number> {
	let storedCount = 0;
	for (const [index, { file, playerId }] of photos.entries()) {
		const { state } = await uploadPhoto(services, { id, playerId }, await readPhoto(file));
		if (state === "stored") storedCount++;
		if ((index + 1) % PROGRESS_STEP === 0) printError(`${index + 1} of ${photos.length} saved`);
	}
	return storedCount;
}

export function createPhotosCommand(): Command {
	const photos = new Command("photos").description("players' photos, many at once");
	createAuditedCommand<[string], { dryRun?: true }>(
		photos
			.command("import")
			.description("set players' photos from a zip file or folder; files are named by id or player")
			.argument("<ZIP|DIR>", "with files such as CD_I1013415.jpg, 1234.png or Ada Bell.webp")
			.option("--dry-run", "print which files match and can be read, and save nothing"),
		'photos import ./photos.zip --dry-run --reason "media day"',
		async (services, audit, [source], { dryRun }) => {
			const listed = await listPhotos(source);
			const entries = new Map(listed.map((entry) => [entry.path, entry]));
			const files = listed.map(({ path: file, bytes }) => ({ file, bytes }));
			const readPhoto = async (file: string): Promise<Buffer> => {
				const bytes = await entries.get(file)?.read();
				if (!bytes) throw new CommandRefusedError("cannot be unpacked");
				return Buffer.from(bytes);
			};
			const report = previewPhotos(services, { files });
			const usable = await checkPictures(services, report.matched, readPhoto);
			for (const photo of usable) print(formatLine(photo.file, photo.playerId, photo.name, formatEffect(photo)));
			for (const { file, problem, suggestions } of report.skipped)
				printError(`${file}: ${PROBLEMS[problem]}, left out.${formatSuggestions(suggestions)}`);
			print(`${usable.length} matched, ${files.length - usable.length} left out`);
			if (dryRun) return print("Nothing was saved.");
			if (report.matched.length === 0) throw new CommandRefusedError("No file matches a player: nothing was saved.");
			if (usable.length === 0) throw new CommandRefusedError("No photo could be used: nothing was saved.");
			const { id } = await startPhotos(services);
			const storedCount = await uploadPhotos(services, id, usable, readPhoto);
			if (storedCount === 0) return print("No photo is new: nothing was saved.");
			await applyPhotoImport(services, id, audit);
			print(`Import ${id} is saved: ${formatCount(storedCount, "photo")}.`);
		},
	);
	addUndoCommand(photos);
	return photos;
}
