import type { showSignInOptions } from "@first-bounce/contract/accounts/auth";
import type { SuccessOf } from "@first-bounce/contract/call";
import { paths } from "../paths.ts";
import type { PkceRequest } from "./pkce-request.ts";

export type SignInOptions = SuccessOf<typeof showSignInOptions>;

function addQuery(address: string, query: Readonly<Record<string, string>>): string {
	const url = new URL(address, location.origin);
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
	return url.href;
}

/** The provider redirects here after a sign-in. */
export const getCallbackUrl = (): string => `${location.origin}${paths.loginCallback.to()}`;

/** What the built-in provider shows first: a form, and the league that the visitor joins, given by its code. */
export interface FirstPage {
	readonly screen?: "sign-up";
	readonly league?: string;
}

/** The provider's sign-in page. Other providers than the built-in one know no `FirstPage`. */
export const buildAuthorizeUrl = (
	{ authorizeUrl, clientId, scope }: SignInOptions,
	{ challenge, state, nonce }: PkceRequest,
	firstPage: FirstPage = {},
): string =>
	addQuery(authorizeUrl, {
		response_type: "code",
		client_id: clientId,
		redirect_uri: getCallbackUrl(),
		scope,
		code_challenge: challenge,
		code_challenge_method: "S256",
		state,
		nonce,
		...firstPage,
	});

/** The provider's sign-out page; null if it has none or the user did not sign in through it. */
export const buildSignOutUrl = (
	{ endSessionUrl, clientId }: Pick<SignInOptions, "endSessionUrl" | "clientId">,
	identityToken: string | null,
): string | null =>
	endSessionUrl && identityToken
		? addQuery(endSessionUrl, {
				id_token_hint: identityToken,
				post_logout_redirect_uri: `${location.origin}${paths.home.to()}`,
				client_id: clientId,
			})
		: null;
