import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { JWK } from "oidc-provider";
import type { Pool } from "pg";

/** The mounted provider's own secrets: made on first start, kept in the database, the same for every process. */
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
	const read = async () => {
		const { rows } = await pool.query<{ value: ProviderSecrets }>("SELECT value FROM server_secrets WHERE name = $1", [
			NAME,
		]);
		return rows[0]?.value;
	};
	const known = await read();
	if (known) return known;
	// Two processes may start at once: the first to write wins, and both read what it wrote.
	await pool.query("INSERT INTO server_secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING", [
		NAME,
		JSON.stringify(createSecrets()),
	]);
	const kept = await read();
	if (!kept) throw new Error("The identity provider's secrets could not be kept.");
	return kept;
}
