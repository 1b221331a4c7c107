import { matchPath } from "react-router";
import { paths } from "../paths.ts";
import { readStorage, writeStorage } from "./browser-storage.ts";

const STORAGE_KEY = "pending_league_code";
const ACCEPTED_KEY = "accepted_league";
/** Six letters and digits, without those that look alike: I, L, O, 0 and 1. */
const CODE = /^[A-HJKMNP-Z2-9]{6}$/;
const TOKEN = /^[\w-]{1,100}$/;

/** A league's code, with the token of the invitation email if the user followed one. */
export interface Invitation {
	readonly code: string;
	readonly invite: string | null;
}

/** Stores an invitation until the user has signed in. An invalid code is ignored. */
export function saveInvitation({ code, invite }: Invitation): void {
	const upper = code.trim().toUpperCase();
	if (CODE.test(upper)) writeStorage("local", STORAGE_KEY, invite && TOKEN.test(invite) ? `${upper} ${invite}` : upper);
}

/** Stores the invitation of a URL such as /leagues/join/ABC234. */
export function saveInvitationFromUrl({ pathname, search }: Pick<Location, "pathname" | "search">): void {
	const code = matchPath(paths.joinLeague.pattern, pathname)?.params.code;
	if (code) saveInvitation({ code, invite: new URLSearchParams(search).get("invite") });
}

export function loadInvitation(): Invitation | null {
	const [code = "", invite = ""] = (readStorage("local", STORAGE_KEY) ?? "").split(" ");
	return CODE.test(code) ? { code, invite: TOKEN.test(invite) ? invite : null } : null;
}

export const deleteInvitation = (): boolean => writeStorage("local", STORAGE_KEY, null);

/** Remembers that the user pressed Join, for this tab, so that she joins without pressing it again after signing in. */
export const saveAcceptedLeague = (id: number): boolean => writeStorage("session", ACCEPTED_KEY, String(id));

/** Whether the user pressed Join for this league before she signed in. */
export const isAcceptedLeague = (id: number): boolean => readStorage("session", ACCEPTED_KEY) === String(id);

/** Like `isAcceptedLeague`, but returns true once only. */
export function takeAcceptedLeague(id: number): boolean {
	const isAccepted = isAcceptedLeague(id);
	if (isAccepted) writeStorage("session", ACCEPTED_KEY, null);
	return isAccepted;
}
