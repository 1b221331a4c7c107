import { z } from "zod";
import { defineCall } from "../call.ts";
import { email, emptyObject } from "../fields.ts";
import { registrationFields, user } from "./user.ts";

const codeFields = {
	code: z.string().min(1).max(4096),
	codeVerifier: z.string().min(43).max(128),
	redirectUrl: z.url().max(500),
	/** Compared with the identity token's; the web always sends it. */
	nonce: z.string().max(200).optional(),
};

export const aflIdLogin = defineCall({
	method: "POST",
	path: "/afl-id/login",
	access: "everyone",
	summary: "Exchange the identity provider's code for a session; 404 not-registered carries the profile for the form",
	params: emptyObject,
	query: emptyObject,
	body: z.strictObject(codeFields),
	success: z.object({ user, identityToken: z.string(), sessionId: z.string() }),
});

export const aflIdRegister = defineCall({
	method: "POST",
	path: "/afl-id/register",
	access: "everyone",
	summary: "Register the identity that afl-id/login has just verified",
	params: emptyObject,
	query: emptyObject,
	body: z.strictObject({ ...codeFields, ...registrationFields }),
	success: z.object({ user, sessionId: z.string(), identityToken: z.string() }),
});

export const authLogin = defineCall({
	method: "POST",
	path: "/auth/login",
	access: "everyone",
	summary: "Sign in with e-mail and password",
	params: emptyObject,
	query: emptyObject,
	body: z.strictObject({ email, password: z.string().max(200) }),
	success: z.object({ user, sessionId: z.string() }),
});

export const authLogout = defineCall({
	method: "POST",
	path: "/auth/logout",
	access: "everyone",
	summary: "End this session; succeeds without one too",
	params: emptyObject,
	query: emptyObject,
	body: emptyObject,
	success: z.object({ signedOut: z.literal(true) }),
});

/** How the web finds the identity provider; null fields mean the mounted one is off. */
export const showSignInOptions = defineCall({
	method: "GET",
	path: "/auth/options",
	access: "everyone",
	summary: "Where the web sends people to sign in, and whether a demo sign-in is on offer",
	params: emptyObject,
	query: emptyObject,
	body: emptyObject,
	success: z.object({
		authorizeUrl: z.string(),
		endSessionUrl: z.string().nullable(),
		clientId: z.string(),
		scope: z.string(),
		demo: z.boolean(),
	}),
});
