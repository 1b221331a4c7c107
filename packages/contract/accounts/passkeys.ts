import { z } from "zod";
import { defineCall } from "../call.ts";
import { instant } from "../fields.ts";

export const passkey = z.object({
	/** The credential's id in base64url. */
	id: z.string(),
	name: z.string(),
	createdAt: instant,
	/** Null until it is used to sign in. */
	lastUsedAt: instant.nullable(),
});
export type Passkey = z.output<typeof passkey>;

const passkeys = z.object({ passkeys: z.array(passkey) });
/** JSON of WebAuthn: options for the browser, or its `PublicKeyCredential.toJSON()`. */
const webAuthnJson = z.record(z.string(), z.unknown());

export const listPasskeys = defineCall("GET", "/user/passkeys", {
	access: "active",
	summary: "Extension: the user's passkeys, oldest first",
	success: passkeys,
});

export const startPasskey = defineCall("POST", "/user/passkeys/start", {
	access: "active",
	summary: "Extension: options for creating a passkey, valid once and for five minutes; takes the current password",
	body: z.strictObject({ password: z.string().max(200) }),
	success: z.object({ options: webAuthnJson }),
});

export const addPasskey = defineCall("POST", "/user/passkeys/add", {
	access: "active",
	summary: "Extension: add the passkey that the browser created with the options of /user/passkeys/start",
	body: z.strictObject({ name: z.string().trim().min(1).max(60), credential: webAuthnJson }),
	success: passkeys,
});

export const removePasskey = defineCall("POST", "/user/passkeys/remove", {
	access: "active",
	summary: "Extension: remove a passkey, unless it is the only way to sign in",
	body: z.strictObject({ id: z.string().max(1400) }),
	success: passkeys,
});
