import { keep, readKept } from "./kept.ts";

const KEY = "pending_league_code";
/** Decisions §8: six of A–Z and 2–9 without I, L and O, in either case. */
const CODE = /^[A-HJKMNP-Z2-9]{6}$/;

/** Keeps an invitation's code until its reader has signed in (D1 §2); anything that is no code is not kept. */
export function keepLeagueCode(code: string): void {
	const upper = code.trim().toUpperCase();
	if (CODE.test(upper)) keep("local", KEY, upper);
}

export function pendingLeagueCode(): string | null {
	const code = readKept("local", KEY);
	return code && CODE.test(code) ? code : null;
}

export const forgetLeagueCode = (): boolean => keep("local", KEY, null);
