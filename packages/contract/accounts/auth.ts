import { z } from "zod";
import { defineCall } from "../call.ts";
import { email } from "../fields.ts";
import { registrationFields, user } from "./user.ts";

const codeFields = {
	code: z.string().min(1).max(4096),
	codeVerifier: z.string().min(43).max(128),
	redirectUrl: z.url().max(500),
	/** Compared with the nonce of the identity token. The web always sends it. */
	nonce: z.string().max(200).optional(),
	/** The id of the provider that issued the code, where there are several; the first one by default. */
	provider: z.string().max(40).optional(),
};

export const aflIdLogin = defineCall("POST", "/afl-id/login", {
	access: "everyone",
	summary:
		"Exchange the identity provider's code for a session; 404 (200 with the header `prefer: status=200`) not-registered includes the profile for the registration form",
	body: z.strictObject(codeFields),
	success: z.object({ user, identityToken: z.string(), sessionId: z.string() }),
});

export const aflIdRegister = defineCall("POST", "/afl-id/register", {
	access: "everyone",
	summary: "Register the identity that afl-id/login verified",
	body: z.strictObject({ ...codeFields, ...registrationFields }),
	success: z.object({ user, sessionId: z.string(), identityToken: z.string() }),
});

export const authLogin = defineCall("POST", "/auth/login", {
	access: "everyone",
	summary: "Sign in with email and password",
	body: z.strictObject({ email, password: z.string().max(200) }),
	success: z.object({ user, sessionId: z.string() }),
});

export const authLogout = defineCall("POST", "/auth/logout", {
	access: "everyone",
	summary: "End this session; also succeeds without one",
	success: z.object({ signedOut: z.literal(true) }),
});

/** How the web finds the identity provider. */
export const showSignInOptions = defineCall("GET", "/auth/options", {
	access: "everyone",
	summary: "An identity provider's addresses, every provider to choose from, and whether demo sign-in is available",
	query: z.strictObject({
		/** The id of a provider; the first one by default. */
		provider: z.string().max(40).optional(),
	}),
	success: z.object({
		authorizeUrl: z.string(),
		endSessionUrl: z.string().nullable(),
		clientId: z.string(),
		scope: z.string(),
		/** The providers to choose from; empty for the built-in one. */
		providers: z.array(z.object({ id: z.string(), name: z.string() })),
		demo: z.boolean(),
	}),
});
