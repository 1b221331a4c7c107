import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { JWK } from "oidc-provider";
import type { Pool } from "pg";
import { findServerSecret, insertServerSecret } from "../sign-in/queries.ts";

/** The built-in provider's secrets: created at the first start, stored in the database, shared by all processes. */
export interface ProviderSecrets {
	readonly signingKey: JWK;
	readonly cookieKeys: readonly string[];
}

const NAME = "identity-provider";

function createSecrets(): ProviderSecrets {
	const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
	const kid = randomBytes(8).toString("hex");
	const signingKey = { ...privateKey.export({ format: "jwk" }), kid, use: "sig", alg: "RS256" } as JWK;
	return { signingKey, cookieKeys: [randomBytes(32).toString("base64url")] };
}

export async function loadProviderSecrets(pool: Pool): Promise<ProviderSecrets> {
	const saved = await findServerSecret<ProviderSecrets>(pool, NAME);
	if (saved) return saved;
	// If two processes start at once, both use the secrets that were inserted first.
	await insertServerSecret(pool, NAME, createSecrets());
	const inserted = await findServerSecret<ProviderSecrets>(pool, NAME);
	if (!inserted) throw new Error("The identity provider's secrets could not be saved.");
	return inserted;
}
