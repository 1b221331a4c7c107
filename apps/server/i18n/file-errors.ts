import { formatReason } from "../db/connect.ts";

/** Why a file or folder cannot be used, by the code of Node's error. */
const REASONS: Readonly<Record<string, string>> = {
	EACCES: "permission is denied",
	EISDIR: "it is a folder",
	ELOOP: "it has a loop of symbolic links",
	EMFILE: "too many files are open",
	ENAMETOOLONG: "its name is too long",
	ENOENT: "it does not exist",
	ENOSPC: "the disk is full",
	EPERM: "permission is denied",
	EROFS: "the disk is read-only",
};

const MISSING = ["ENOENT", "ENOTDIR"];

function getReason({ code = "", syscall }: NodeJS.ErrnoException): string | undefined {
	// `scandir` lists a folder. Other system calls report ENOTDIR if a part of the path is a file.
	if (code === "ENOTDIR") return syscall === "scandir" ? "it is not a folder" : "it does not exist";
	return REASONS[code];
}

/** Formats why a file or folder cannot be read or used, as the end of a sentence. */
export const formatFileError = (error: unknown): string =>
	(error instanceof Error ? getReason(error) : undefined) ?? formatReason(error);

/** Formats why a file cannot be written, as the end of a sentence. */
export const formatWriteError = (error: unknown): string =>
	MISSING.includes((error as NodeJS.ErrnoException).code ?? "") ? "its folder does not exist" : formatFileError(error);

const FOLDER_REASONS: Readonly<Record<string, string>> = {
	EEXIST: "a part of its path is a file",
	ENOENT: "no folder can be created there",
	ENOTDIR: "a part of its path is a file",
};

/** Formats why a folder cannot be created, as the end of a sentence. */
export const formatFolderError = (error: unknown): string =>
	FOLDER_REASONS[(error as NodeJS.ErrnoException).code ?? ""] ?? formatFileError(error);

/** Formats a file system error that no other code has handled; null for other errors. */
export function formatUnexpectedFileError(error: unknown): string | null {
	if (!(error instanceof Error)) return null;
	const { path }: NodeJS.ErrnoException = error;
	const reason = getReason(error);
	return path === undefined || reason === undefined ? null : `${path} cannot be used: ${reason}.`;
}
