import { z } from "zod";
import { defineCall } from "../call.ts";
import { TOKEN_DAYS, TOKEN_SCOPES } from "../constants.ts";
import { instant } from "../fields.ts";

const scopes = z.array(z.enum(TOKEN_SCOPES)).min(1).max(TOKEN_SCOPES.length);

/** A personal access token of the signed-in user, without the token itself. */
export const accessToken = z.object({
	/** Identifies the token in order to revoke it; it does not grant access. */
	id: z.uuid(),
	name: z.string(),
	scopes,
	createdAt: instant,
	expiresAt: instant,
	/** Precise to five minutes; null until it is used. */
	lastUsedAt: instant.nullable(),
});
export type AccessToken = z.output<typeof accessToken>;

const tokens = z.object({ tokens: z.array(accessToken) });

export const listTokens = defineCall("GET", "/user/tokens", {
	access: "active",
	summary: "Extension: the user's access tokens, the newest first",
	success: tokens,
});

export const createToken = defineCall("POST", "/user/tokens/create", {
	access: "active",
	summary: "Extension: create an access token, which only this response contains",
	body: z.strictObject({
		name: z.string().trim().min(1).max(60),
		scopes,
		/** Days until it expires. */
		days: z.literal(TOKEN_DAYS),
	}),
	success: tokens.extend({ token: z.string() }),
});

export const revokeToken = defineCall("POST", "/user/tokens/revoke", {
	access: "active",
	summary: "Extension: revoke an access token",
	body: z.strictObject({ id: z.uuid() }),
	success: tokens,
});
