import { z } from "zod";

/** Only the types are checked here, which the library and the database expect. The library checks the values. */
const base64url = z
	.string()
	.max(20_000)
	.regex(/^[\w-]*$/);
const credentialId = base64url.min(1).max(1_400);
const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;

const buildCredential = <Response extends z.ZodType>(response: Response) =>
	z.object({
		id: credentialId,
		rawId: credentialId,
		type: z.literal("public-key"),
		response,
		// Nothing here depends on extensions.
		clientExtensionResults: z.unknown().transform(() => ({})),
	});

/** The browser's JSON of a passkey that it has created. */
export const registrationResponse = buildCredential(
	z.object({
		clientDataJSON: base64url,
		attestationObject: base64url,
		// Transports that a later standard adds are left out.
		transports: z
			.array(z.string())
			.default([])
			.transform((names) => TRANSPORTS.filter((name) => names.includes(name))),
	}),
);

/** The browser's JSON of a passkey that signs in. */
export const authenticationResponse = buildCredential(
	z.object({
		clientDataJSON: base64url,
		authenticatorData: base64url,
		signature: base64url,
	}),
);
