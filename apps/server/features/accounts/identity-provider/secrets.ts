import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { JWK } from "oidc-provider";
import type { SecretVersions } from "../../../db/server-secrets.ts";

/** The built-in provider's secrets: created at the first start, stored in the database, shared by all processes. */
export interface ProviderSecrets {
	readonly signingKey: JWK;
	readonly cookieKeys: readonly string[];
}

export function createProviderSecrets(): ProviderSecrets {
	const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
	const kid = randomBytes(8).toString("hex");
	const signingKey = { ...privateKey.export({ format: "jwk" }), kid, use: "sig", alg: "RS256" } as JWK;
	return { signingKey, cookieKeys: [randomBytes(32).toString("base64url")] };
}

/** Lists all keys, the current ones first. Only the current ones sign; the others verify what was signed before. */
export const listProviderKeys = ({ current, previous }: SecretVersions<ProviderSecrets>) => ({
	signingKeys: [current, ...previous].map(({ signingKey }) => signingKey),
	cookieKeys: [current, ...previous].flatMap(({ cookieKeys }) => cookieKeys),
});
