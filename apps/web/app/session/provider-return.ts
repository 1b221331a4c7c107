import type { aflIdLogin } from "@first-bounce/contract/accounts/auth";
import type { BodyOf } from "@first-bounce/contract/call";
import { keptProof } from "./kept-proof.ts";
import { newProof } from "./proof.ts";
import { callbackAddress } from "./provider-addresses.ts";

export type CodeGrant = BodyOf<typeof aflIdLogin>;

export type ProviderReturn =
	| { readonly kind: "code"; readonly grant: CodeGrant }
	/** `cancelled`: the provider says that the person did not sign in. `mismatch`: not the sign-in begun here. */
	| { readonly kind: "cancelled" | "mismatch" | "no-code" };

/**
 * What the provider brought back (D1 §4, step 4). Only the state that this browser sent is believed. A return that
 * names no state where none was sent still goes to the server, with a proof of its own that no code can match.
 */
export function providerReturn(search: string): ProviderReturn {
	const query = new URLSearchParams(search);
	const kept = keptProof();
	if (query.get("state") !== (kept?.state ?? null)) return { kind: "mismatch" };
	if (query.has("error")) return { kind: "cancelled" };
	const code = query.get("code");
	if (!code) return { kind: "no-code" };
	const { verifier, nonce } = kept ?? newProof();
	return { kind: "code", grant: { code, codeVerifier: verifier, redirectUrl: callbackAddress(), nonce } };
}
