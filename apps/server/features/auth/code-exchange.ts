import type { UserId } from "@first-bounce/rules/ids";
import * as client from "openid-client";
import { refuse } from "../../plugins/refusal.ts";

/** What the web brings back from the identity provider. */
export interface CodeGrant {
	readonly code: string;
	readonly codeVerifier: string;
	readonly redirectUrl: string;
	readonly nonce?: string | undefined;
}

export interface VerifiedIdentity {
	readonly issuer: string;
	readonly sub: string;
	readonly identityToken: string;
	readonly profile: {
		readonly firstName: string | null;
		readonly lastName: string | null;
		readonly email: string | null;
	};
	/** The account itself where the issuer is the mounted provider, whose subjects are our users. */
	readonly localUserId: UserId | null;
}

/** Where the web sends people, and the exchange of what they come back with. */
export interface CodeExchange {
	readonly exchange: (grant: CodeGrant) => Promise<VerifiedIdentity>;
	/** The provider's addresses as a browser at `origin` reaches them. */
	readonly addresses: (
		origin: string,
	) => Promise<{ authorizeUrl: string; endSessionUrl: string | null; clientId: string; scope: string }>;
}

const textOf = (value: unknown): string | null =>
	typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, 254) : null;

const nameOf = (value: unknown): string | null => textOf(value)?.slice(0, 60) ?? null;

/** A refusal by the provider is the caller's fault, anything else the provider's. */
const isProviderRefusal = (error: unknown): boolean =>
	error instanceof client.ResponseBodyError ||
	error instanceof client.WWWAuthenticateChallengeError ||
	(error instanceof client.ClientError && error.code !== "OAUTH_TIMEOUT" && !(error.cause instanceof TypeError));

/**
 * Exchanges a code once. openid-client checks signature, issuer, audience and expiry of the identity token; the nonce
 * is compared where the caller sent one (decisions §9).
 */
export async function exchangeCode(configuration: client.Configuration, grant: CodeGrant): Promise<VerifiedIdentity> {
	const tokens = await client
		.genericGrantRequest(configuration, "authorization_code", {
			code: grant.code,
			code_verifier: grant.codeVerifier,
			redirect_uri: grant.redirectUrl,
		})
		.catch((error: unknown) => {
			throw isProviderRefusal(error) ? refuse(401, "code-refused") : refuse(503, "provider-down");
		});
	const claims = tokens.claims();
	const isOtherNonce = grant.nonce !== undefined && claims?.nonce !== grant.nonce;
	if (!claims || !tokens.id_token || isOtherNonce) throw refuse(401, "code-refused");
	return {
		issuer: claims.iss,
		sub: claims.sub,
		identityToken: tokens.id_token,
		profile: {
			firstName: nameOf(claims.given_name),
			lastName: nameOf(claims.family_name),
			email: textOf(claims.email),
		},
		localUserId: null,
	};
}
