import { getUser, showMyProfile, type User } from "@first-bounce/contract/accounts/user";
import { ApiFailure } from "@first-bounce/contract/client";
import { buildSignedInValue, getCookie, SIGNED_IN_COOKIE } from "@first-bounce/contract/constants";
import { client } from "./client.ts";

/** `user` is null for a visitor; `teamName` comes from the fantasy profile. */
export interface Session {
	readonly user: User | null;
	readonly teamName: string | null;
}

export const SESSION_KEY = ["session"] as const;
export const VISITOR: Session = { user: null, teamName: null };
export const buildSession = (user: User): Session => ({ user, teamName: user.fantasyTeamName });

/** `preview-locked` says nothing about the session: the preview gate refuses signed-in users too. */
const isSignedOut = (error: unknown): boolean =>
	error instanceof ApiFailure && (error.status === 401 || error.status === 403) && error.code !== "preview-locked";

/** The server sets this cookie at sign-in; without it, session requests are skipped. */
export const hasSignedInCookie = (): boolean => getCookie(document.cookie, SIGNED_IN_COOKIE) !== null;

/** Whether the signed-in cookie names this user. */
export const isSignedInAs = (userId: string): boolean =>
	getCookie(document.cookie, SIGNED_IN_COOKIE) === buildSignedInValue(userId);

/** Loads the user, then the fantasy profile (D1.4.18). If the server answers 401 or 403, there is no session. */
export async function loadSession(signal?: AbortSignal): Promise<Session> {
	if (!hasSignedInCookie()) return VISITOR;
	const options = signal ? { signal } : {};
	try {
		const { user } = await client(getUser, options);
		const { userProfile } = await client(showMyProfile, options);
		return { user, teamName: userProfile.teamName };
	} catch (error) {
		if (!isSignedOut(error)) throw error;
		await globalThis.cookieStore?.delete(SIGNED_IN_COOKIE).catch(() => undefined);
		return VISITOR;
	}
}

export const sessionQuery = {
	queryKey: SESSION_KEY,
	// Loading the user fails silently (D1.8.06).
	meta: { isSilent: true },
	queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<Session> => loadSession(signal),
};
