import type { aflIdLogin } from "@first-bounce/contract/accounts/auth";
import type { BodyOf } from "@first-bounce/contract/call";
import { createPkceRequest } from "./pkce.ts";
import { loadPkceRequest, loadProvider } from "./pkce-request.ts";
import { getCallbackUrl } from "./provider-urls.ts";

export type CodeGrant = BodyOf<typeof aflIdLogin>;

export type ProviderReturn =
	| { readonly kind: "code"; readonly grant: CodeGrant }
	/** `cancelled`: the provider reports an error. `mismatch`: the sign-in was not started in this browser. */
	| { readonly kind: "cancelled" | "mismatch" | "no-code" };

/**
 * Reads the provider's redirect, whose state must be the state that this browser sent. If neither has a state, the grant gets a
 * random verifier, which the server rejects.
 */
export function parseProviderReturn(search: string): ProviderReturn {
	const query = new URLSearchParams(search);
	const saved = loadPkceRequest();
	if (query.get("state") !== (saved?.state ?? null)) return { kind: "mismatch" };
	if (query.has("error")) return { kind: "cancelled" };
	const code = query.get("code");
	if (!code) return { kind: "no-code" };
	const { verifier, nonce } = saved ?? createPkceRequest();
	const provider = loadProvider();
	const grant = { code, codeVerifier: verifier, redirectUrl: getCallbackUrl(), nonce };
	return { kind: "code", grant: provider === null ? grant : { ...grant, provider } };
}
