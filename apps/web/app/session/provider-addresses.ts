import type { signInOptions } from "@first-bounce/contract/accounts/auth";
import type { SuccessOf } from "@first-bounce/contract/call";
import { paths } from "../paths.ts";
import type { Proof } from "./kept-proof.ts";

export type SignInOptions = SuccessOf<typeof signInOptions>;

/** An address with further query parameters; those it has already stay. */
function withQuery(address: string, query: Readonly<Record<string, string>>): string {
	const url = new URL(address, location.origin);
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
	return url.href;
}

/** Where the provider sends people back to. */
export const callbackAddress = (): string => `${location.origin}${paths.loginCallback.to()}`;

/** Where signing in begins (D1 §4, step 3). */
export const authorizeAddress = (
	{ authorizeUrl, clientId, scope }: SignInOptions,
	{ challenge, state, nonce }: Proof,
): string =>
	withQuery(authorizeUrl, {
		response_type: "code",
		client_id: clientId,
		redirect_uri: callbackAddress(),
		scope,
		code_challenge: challenge,
		code_challenge_method: "S256",
		state,
		nonce,
	});

/** Where signing out ends (D1 §4, step 6); null where the provider cannot, or knows nothing of this person. */
export const signOutAddress = (
	{ endSessionUrl, clientId }: Pick<SignInOptions, "endSessionUrl" | "clientId">,
	identityToken: string | null,
): string | null =>
	endSessionUrl && identityToken
		? withQuery(endSessionUrl, {
				id_token_hint: identityToken,
				post_logout_redirect_uri: `${location.origin}${paths.home.to()}`,
				client_id: clientId,
			})
		: null;
