import { formatReason } from "../../db/connect.ts";
import { isDatabaseDown, isStorageFull } from "../../db/outage.ts";
import { formatBucketError } from "../../features/media/bucket.ts";
import { NoSeasonError } from "../../features/seasons/current/season-holder.ts";
import { formatErrorMessage } from "../../i18n/error-messages.ts";
import { formatUnexpectedFileError } from "../../i18n/file-errors.ts";
import { Refusal } from "../../plugins/refusal.ts";
import { StartupError } from "../../startup-error.ts";

/** Thrown to refuse a command: the message goes to stderr and the exit code is 1. */
export class CommandRefusedError extends Error {
	override readonly name = "CommandRefusedError";

	constructor(...lines: readonly string[]) {
		super(lines.join("\n"));
	}
}

/** Whether `npm run fb` runs the command, as in a copy of the repository; an installation has `fb` itself. */
export const isRunByNpm = (): boolean => process.env.npm_lifecycle_event === "fb";

/** Writes the commands in a text as the user enters them: `fb …`, or `npm run -s fb -- …`. */
export const formatCommands = (text: string): string =>
	isRunByNpm() ? text : text.replaceAll("npm run -s fb -- ", "fb ");

/** Prints results on stdout. */
export function print(...lines: readonly string[]): void {
	for (const line of lines) process.stdout.write(`${line}\n`);
}

/** Prints progress and errors on stderr. */
export function printError(...lines: readonly string[]): void {
	for (const line of lines) process.stderr.write(`${line}\n`);
}

/** Says on stderr that a list has been cut off after `count` entries, because whoever reads it may take it for complete. */
export function printCutOff(isCutOff: boolean, count: number, others: string): void {
	if (isCutOff) printError(`Only the first ${count} are listed: ${others}.`);
}

/** Formats a failure that an operator can resolve; null for a programming error. */
export function formatFailure(error: unknown): string | null {
	if (error instanceof NoSeasonError)
		return 'There is no current season. Import one with "season import", or create one with "season generate".';
	if (error instanceof Refusal)
		return error.reasons.map(({ code, data }) => formatErrorMessage("en", code, data)).join("\n");
	if (error instanceof CommandRefusedError || error instanceof StartupError) return error.message;
	return formatUnexpectedFileError(error) ?? formatOutage(error);
}

function formatOutage(error: unknown): string | null {
	if (!(error instanceof Error)) return null;
	if (isStorageFull(error)) return `A disk is full: ${formatReason(error)}. Free some space and try again.`;
	// Errors of flydrive, which stores the pictures.
	if ("code" in error && /^E_CANNOT_/.test(String(error.code))) return `${error.message}: ${formatBucketError(error)}.`;
	if (!isDatabaseDown(error)) return null;
	// An error with a system call can be about any connection, one without it is the database's.
	return `${"syscall" in error ? "A connection failed" : "The database does not answer"}: ${formatReason(error)}.`;
}
