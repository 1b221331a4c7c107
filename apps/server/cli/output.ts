import { NoSeasonError } from "../features/seasons/current/season-holder.ts";
import { Refusal } from "../plugins/refusal.ts";
import { StartupError } from "../startup-error.ts";
import { wordsFor } from "../wording/words.ts";

/** What a command was asked cannot be done; its lines go to stderr, and the exit code is 1. */
export class CommandRefusedError extends Error {
	override readonly name = "CommandRefusedError";

	constructor(...lines: readonly string[]) {
		super(lines.join("\n"));
	}
}

/** Results, on stdout. */
export function print(...lines: readonly string[]): void {
	for (const line of lines) process.stdout.write(`${line}\n`);
}

/** Progress, and what went wrong, on stderr. */
export function printError(...lines: readonly string[]): void {
	for (const line of lines) process.stderr.write(`${line}\n`);
}

/** The lines to show for a failure that is the operator's to mend; null for one that is ours. */
export function formatFailure(error: unknown): string | null {
	if (error instanceof NoSeasonError)
		return 'No season is current. Bring one in with "season import", or make one up with "season generate".';
	if (error instanceof Refusal) return error.reasons.map(({ code, data }) => wordsFor("en", code, data)).join("\n");
	return error instanceof CommandRefusedError || error instanceof StartupError ? error.message : null;
}
