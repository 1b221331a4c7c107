import { removePersonalData } from "@first-bounce/contract/personal-data";

/** What a check has found, in English and without personal data. */
export interface Finding {
	/** What was checked, such as `mail`. */
	readonly check: string;
	/** `warning`: works, but should be changed; `broken`: does not work. */
	readonly state: "ok" | "warning" | "broken";
	readonly text: string;
	/** What to do; null if nothing is. */
	readonly advice: string | null;
}

/** What a check returns: one finding, none or several. */
export type Findings = Finding | readonly Finding[];

const createFinding =
	(state: Finding["state"]) =>
	(check: string, text: string, advice: string): Finding => ({ check, state, text, advice });

export const ok = (check: string, text: string): Finding => ({ check, state: "ok", text, advice: null });
export const warning = createFinding("warning");
export const broken = createFinding("broken");

/** Formats an error without addresses, names of accounts and secrets, which URLs and replies of servers may contain. */
export function describeError(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error);
	const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
	return removePersonalData(`${message}${cause}`.replaceAll(/\b[a-z][a-z\d+.-]*:\/\/[^\s/@]*@/gi, "")).replaceAll(
		/\s+/g,
		" ",
	);
}
