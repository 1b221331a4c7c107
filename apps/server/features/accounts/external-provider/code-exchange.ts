import { containsAddress, removeUnprintable } from "@first-bounce/contract/fields";
import type { UserId } from "@first-bounce/rules/ids";
import * as client from "openid-client";
import { type Refusal, refuse } from "../../../plugins/refusal.ts";

/** What the web app received when the identity provider redirected to it, and the PKCE verifier of the request. */
export interface CodeGrant {
	readonly code: string;
	readonly codeVerifier: string;
	readonly redirectUrl: string;
	readonly nonce?: string | undefined;
	/** The id of the provider that issued the code; the first one by default. */
	readonly provider?: string | undefined;
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
	/** Whether the provider has verified the address. */
	readonly isEmailVerified: boolean;
	/** The user, if the issuer is the built-in provider. */
	readonly localUserId: UserId | null;
	/** The uid of the session at the built-in provider; null from any other provider. */
	readonly providerSession: string | null;
}

/** Exchanges authorization codes at the identity providers, and knows the addresses that the web app needs. */
export interface CodeExchange {
	readonly exchangeCode: (grant: CodeGrant) => Promise<VerifiedIdentity>;
	/** Gets a provider's addresses for a browser at `origin`; the first provider's by default. */
	readonly getAddresses: (
		origin: string,
		provider?: string,
	) => Promise<{ authorizeUrl: string; endSessionUrl: string | null; clientId: string; scope: string }>;
}

export const USERINFO_TIMEOUT_MS = 2_000;

/** Waits for the provider's response. Refuses with 503 if it takes longer than `timeoutMs`. */
export async function withTimeout<Answer>(response: Promise<Answer>, timeoutMs: number): Promise<Answer> {
	const { promise: timeout, reject } = Promise.withResolvers<never>();
	const timer = setTimeout(() => reject(refuse(503, "provider-down")), timeoutMs);
	try {
		return await Promise.race([response, timeout]);
	} finally {
		clearTimeout(timer);
	}
}

const MAX_CLAIM_LENGTH = 254;
const toText = (value: unknown): string | null =>
	typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, MAX_CLAIM_LENGTH) : null;

type Claims = Readonly<Record<string, unknown>>;

const MAX_NAME_LENGTH = 60;

/** Gets first and last name, split from the full name if the provider gives only that. */
function getNames({ given_name, family_name, name }: Claims) {
	const words = toText(name)?.split(/\s+/) ?? [];
	const first = toText(given_name) ?? words.slice(0, Math.max(1, words.length - 1)).join(" ");
	const last = toText(family_name) ?? words.slice(1).at(-1);
	const clean = (text: string) => {
		const name = removeUnprintable(text.slice(0, MAX_NAME_LENGTH)).trim();
		return name === "" || containsAddress(name) ? null : name;
	};
	return { firstName: clean(first), lastName: clean(last ?? "") };
}

/** Whether a text is a subject, which OpenID Connect limits to 255 ASCII characters. */
const isSubject = (sub: string): boolean => /^[\x20-\x7e]{1,255}$/.test(sub) && sub.trim() !== "";

const getErrorCode = (error: unknown): string => String((error as { code?: unknown }).code ?? "");

/** Converts the error of a failed exchange: the provider refused the code, its response is invalid, or it is down. */
function buildRefusal(error: unknown): Refusal {
	if (error instanceof client.ResponseBodyError || error instanceof client.WWWAuthenticateChallengeError)
		return refuse(401, "code-refused");
	const isDown =
		!(error instanceof client.ClientError) ||
		getErrorCode(error) === "OAUTH_TIMEOUT" ||
		error.cause instanceof TypeError;
	return isDown ? refuse(503, "provider-down") : refuse(401, "token-refused");
}

/** Loads the claims from userinfo if names or address are missing. If that fails or takes too long, they stay missing. */
async function loadClaims(
	configuration: client.Configuration,
	{ accessToken, claims, timeoutMs }: { accessToken: string; claims: client.IDToken; timeoutMs: number },
) {
	const isComplete = claims.given_name && claims.family_name && claims.email;
	if (isComplete || !configuration.serverMetadata().userinfo_endpoint) return claims;
	try {
		const response = client.fetchUserInfo(configuration, accessToken, claims.sub);
		return { ...(await withTimeout(response, timeoutMs)), ...claims };
	} catch (error) {
		if (getErrorCode(error) === SUBJECT_MISMATCH) throw refuse(401, "token-refused");
		return claims;
	}
}
/** openid-client's error code if userinfo has another subject than the identity token. */
const SUBJECT_MISMATCH = "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED";

/**
 * Exchanges a code with one configuration. openid-client checks the identity token's signature, issuer, audience and expiry.
 * The nonce is compared only if the grant has one.
 */
export async function exchangeCode(
	configuration: client.Configuration,
	grant: CodeGrant,
	userinfoTimeoutMs = USERINFO_TIMEOUT_MS,
): Promise<VerifiedIdentity> {
	const form = { code: grant.code, code_verifier: grant.codeVerifier, redirect_uri: grant.redirectUrl };
	const tokens = await client.genericGrantRequest(configuration, "authorization_code", form).catch((error: unknown) => {
		throw isClientAuthFailure(error) ? error : buildRefusal(error);
	});
	const claims = tokens.claims();
	if (!claims || !tokens.id_token || !isSubject(claims.sub)) throw refuse(401, "token-refused");
	if (grant.nonce !== undefined && claims.nonce !== grant.nonce) throw refuse(401, "code-refused");
	const allClaims: Claims = await loadClaims(configuration, {
		accessToken: tokens.access_token,
		claims,
		timeoutMs: userinfoTimeoutMs,
	});
	return {
		issuer: claims.iss,
		sub: claims.sub,
		identityToken: tokens.id_token,
		profile: { ...getNames(allClaims), email: toText(allClaims.email) },
		isEmailVerified: allClaims.email_verified === true,
		localUserId: null,
		providerSession: null,
	};
}

/** Whether the provider refused the way this client authenticated. The code is then still valid. */
export const isClientAuthFailure = (error: unknown): boolean =>
	(error instanceof client.ResponseBodyError && error.error === "invalid_client") ||
	error instanceof client.WWWAuthenticateChallengeError;
