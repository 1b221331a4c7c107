import { LANGUAGE_COOKIE } from "@first-bounce/contract/constants";
import type { Language } from "@first-bounce/contract/languages";
import type { FastifyError } from "fastify";
import Provider, { type AdapterFactory, type ClientMetadata, type KoaContextWithOIDC } from "oidc-provider";
import type { SecretVersions } from "../../../db/server-secrets.ts";
import { formatErrorMessage } from "../../../i18n/error-messages.ts";
import { negotiateLanguage } from "../../../i18n/negotiate-language.ts";
import { SIGN_IN_TEXTS } from "../../../i18n/sign-in-texts.ts";
import { getRefusal, RETRY_AFTER_SECONDS } from "../../../plugins/errors.ts";
import type { Origins } from "../../../plugins/http/origin-guard.ts";
import { renderErrorPage, renderSignOutPage } from "./pages.ts";
import { listProviderKeys, type ProviderSecrets } from "./secrets.ts";

export const MOUNT_PATH = "/oidc";
export const WEB_CLIENT_ID = "first-bounce-web";
export const SCOPE = "openid profile email";
const CALLBACK_PATH = "/login/callback";

/** An account, as the claims of an identity token describe it. */
export interface ProviderAccount {
	readonly sub: string;
	readonly firstName: string;
	readonly lastName: string;
	readonly email: string;
	readonly emailVerified: boolean;
}

const createWebClient = (origins: Origins): ClientMetadata => ({
	client_id: WEB_CLIENT_ID,
	client_name: "First Bounce",
	token_endpoint_auth_method: "none",
	grant_types: ["authorization_code"],
	response_types: ["code"],
	redirect_uris: origins.all.map((origin) => origin + CALLBACK_PATH),
	post_logout_redirect_uris: origins.all.map((origin) => `${origin}/`),
});

const getLanguage = (ctx: KoaContextWithOIDC): Language =>
	negotiateLanguage(ctx.cookies.get(LANGUAGE_COOKIE), ctx.get("accept-language"));

/** Grants the scope without asking for consent, because the only client is our own web app. */
async function createGrant(ctx: KoaContextWithOIDC) {
	const { client, session, provider } = ctx.oidc;
	if (!client || !session?.accountId) return undefined;
	const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
	grant.addOIDCScope(SCOPE);
	await grant.save();
	return grant;
}

/**
 * Creates the built-in identity provider, which is used if no external provider is configured. Its only client is the web
 * app, a public client that uses the authorization code flow with PKCE.
 */
export function createProvider(options: {
	readonly origins: Origins;
	readonly adapter: AdapterFactory;
	readonly secrets: SecretVersions<ProviderSecrets>;
	readonly findAccount: (sub: string) => Promise<ProviderAccount | null>;
}): Provider {
	const { origins, adapter, secrets } = options;
	const { signingKeys, cookieKeys } = listProviderKeys(secrets);
	const isSecure = origins.publicOrigin.startsWith("https:");
	const cookie = { httpOnly: true, sameSite: "lax", secure: isSecure, signed: true } as const;
	const provider = new Provider(origins.publicOrigin + MOUNT_PATH, {
		adapter,
		clients: [createWebClient(origins)],
		jwks: { keys: signingKeys },
		cookies: { keys: cookieKeys, long: cookie, short: cookie },
		pkce: { required: () => true },
		responseTypes: ["code"],
		scopes: ["openid"],
		claims: { openid: ["sub"], profile: ["given_name", "family_name"], email: ["email", "email_verified"] },
		// Puts all claims into the identity token, because the web app never calls userinfo.
		conformIdTokenClaims: false,
		features: {
			devInteractions: { enabled: false },
			// These would store something for every request, and the web app does not use them.
			pushedAuthorizationRequests: { enabled: false },
			dPoP: { enabled: false },
			rpInitiatedLogout: {
				enabled: true,
				logoutSource: (ctx, form) => {
					ctx.body = renderSignOutPage(getLanguage(ctx), form);
				},
			},
		},
		// Lifetimes in seconds.
		ttl: {
			AccessToken: 600,
			AuthorizationCode: 60,
			IdToken: 3600,
			Interaction: 3600,
			Grant: 3600,
			Session: 14 * 86_400,
		},
		// The code of the league that a visitor is about to join, and the page that she sees first.
		extraParams: { league: null, screen: null },
		interactions: { url: (_, interaction) => `${MOUNT_PATH}/interaction/${interaction.uid}` },
		loadExistingGrant: createGrant,
		renderError: (ctx, _, error) => {
			ctx.type = "html";
			const refusal = getRefusal(error as FastifyError);
			if (refusal?.status !== 503) {
				ctx.body = renderErrorPage(getLanguage(ctx), SIGN_IN_TEXTS[getLanguage(ctx)].failed);
				return;
			}
			// The database is down or the disk is full. The provider's own response would be 500.
			ctx.status = 503;
			ctx.set("retry-after", RETRY_AFTER_SECONDS);
			ctx.body = renderErrorPage(getLanguage(ctx), formatErrorMessage(getLanguage(ctx), refusal.reasons[0].code));
		},
		findAccount: async (_, sub) => {
			const account = await options.findAccount(sub);
			return account
				? {
						accountId: sub,
						claims: () => ({
							sub,
							given_name: account.firstName,
							family_name: account.lastName,
							email: account.email,
							email_verified: account.emailVerified,
						}),
					}
				: undefined;
		},
	});
	// With https, a proxy in front of the server terminates TLS, and its forwarding headers are trusted.
	provider.proxy = isSecure;
	return provider;
}
