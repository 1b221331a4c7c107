import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { JWK } from "oidc-provider";
import type { Pool } from "pg";
import { getOrCreateServerSecret } from "../../../db/server-secrets.ts";

/** The built-in provider's secrets: created at the first start, stored in the database, shared by all processes. */
export interface ProviderSecrets {
	readonly signingKey: JWK;
	readonly cookieKeys: readonly string[];
}

function createSecrets(): ProviderSecrets {
	const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
	const kid = randomBytes(8).toString("hex");
	const signingKey = { ...privateKey.export({ format: "jwk" }), kid, use: "sig", alg: "RS256" } as JWK;
	return { signingKey, cookieKeys: [randomBytes(32).toString("base64url")] };
}

export const loadProviderSecrets = (pool: Pool): Promise<ProviderSecrets> =>
	getOrCreateServerSecret(pool, "identity-provider", createSecrets);
