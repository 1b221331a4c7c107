import { matchPath } from "react-router";
import { paths } from "../paths.ts";
import { keep, readKept } from "./kept.ts";

const KEY = "pending_league_code";
/** Decisions §8: six of A–Z and 2–9 without I, L and O, in either case. */
const CODE = /^[A-HJKMNP-Z2-9]{6}$/;
const TOKEN = /^[\w-]{1,100}$/;

/** A league's code, and where a mail brought it the token that says whose invitation it is. */
export interface Invitation {
	readonly code: string;
	readonly invite: string | null;
}

/** Keeps an invitation until its reader has signed in (D1 §2); one whose code is no code is not kept. */
export function keepInvitation({ code, invite }: Invitation): void {
	const upper = code.trim().toUpperCase();
	if (CODE.test(upper)) keep("local", KEY, invite && TOKEN.test(invite) ? `${upper} ${invite}` : upper);
}

/** Keeps the invitation that an address is of, where it is one: for every way from it to the login (C-15). */
export function keepInvitationOf({ pathname, search }: { readonly pathname: string; readonly search: string }): void {
	const code = matchPath(paths.joinLeague.pattern, pathname)?.params.code;
	if (code) keepInvitation({ code, invite: new URLSearchParams(search).get("invite") });
}

export function pendingInvitation(): Invitation | null {
	const [code = "", invite = ""] = (readKept("local", KEY) ?? "").split(" ");
	return CODE.test(code) ? { code, invite: TOKEN.test(invite) ? invite : null } : null;
}

export const forgetInvitation = (): boolean => keep("local", KEY, null);
