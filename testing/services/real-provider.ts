import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { showSignInOptions } from "@first-bounce/contract/accounts/auth";
import Provider, { type AdapterFactory, type JWK } from "oidc-provider";
import { createAdapterFactory } from "../../apps/server/features/accounts/identity-provider/adapter.ts";
import { createTestDatabase } from "../server/database.ts";
import type { TestApp } from "../server/test-app.ts";
import { CALLBACK, createPkceRequest } from "./provider-browser.ts";

export const PROVIDER_CLIENT = {
	clientId: "somebody-elses-client",
	clientSecret: "a secret between the two of them",
};

export interface ProviderPerson {
	readonly sub: string;
	readonly given_name: string;
	readonly family_name: string;
	readonly email: string;
}

/**
 * Creates a provider that differs from the built-in one: client secret, ES256, opaque subjects. It does not ask for
 * consent.
 */
function createExternalProvider(address: string, adapter: AdapterFactory, getPerson: () => ProviderPerson): Provider {
	const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const key = { ...privateKey.export({ format: "jwk" }), kid: "other", use: "sig", alg: "ES256" } as JWK;
	return new Provider(address, {
		adapter,
		clients: [
			{
				client_id: PROVIDER_CLIENT.clientId,
				client_secret: PROVIDER_CLIENT.clientSecret,
				redirect_uris: [CALLBACK],
				id_token_signed_response_alg: "ES256",
				token_endpoint_auth_method: "client_secret_post",
			},
		],
		jwks: { keys: [key] },
		cookies: { keys: ["one"] },
		conformIdTokenClaims: false,
		claims: { openid: ["sub"], profile: ["given_name", "family_name"], email: ["email"] },
		features: { devInteractions: { enabled: false } },
		ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 60, Interaction: 60, Session: 60, Grant: 60 },
		interactions: { url: (_, { uid }) => `/interaction/${uid}` },
		findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...getPerson(), sub }) }),
		loadExistingGrant: async (ctx) => {
			const { client, session } = ctx.oidc;
			const grant = new ctx.oidc.provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
			grant.addOIDCScope("openid profile email");
			await grant.save();
			return grant;
		},
	});
}

/** Starts a real OpenID provider on a port of its own. It signs in whoever `getPerson` returns, without showing a page. */
export async function startRealProvider(getPerson: () => ProviderPerson) {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const database = await createTestDatabase();
	const provider = createExternalProvider(issuer, createAdapterFactory(database.pool), getPerson);
	const callback = provider.callback();
	server.on("request", (request, response) => {
		if (!request.url?.startsWith("/interaction/")) return void callback(request, response);
		void provider.interactionFinished(request, response, { login: { accountId: getPerson().sub } });
	});
	return {
		issuer,
		close: async () => {
			server.close();
			server.closeAllConnections();
			await database.close();
		},
	};
}

/** Signs in at one of the app's providers, by default the first, as a browser would. Returns its code as a grant. */
export async function signInAtProvider(app: Pick<TestApp, "visitor">, provider?: string) {
	const options = await app.visitor(showSignInOptions, provider === undefined ? {} : { query: { provider } });
	const { authorizeUrl, clientId, scope } = options;
	const { codeVerifier, challenge, state, nonce } = createPkceRequest();
	const query = new URLSearchParams({
		client_id: clientId,
		scope,
		response_type: "code",
		redirect_uri: CALLBACK,
		state,
		nonce,
		code_challenge: challenge,
		code_challenge_method: "S256",
	});
	let cookies: string[] = [];
	let address = `${authorizeUrl}?${query}`;
	while (!address.startsWith(CALLBACK)) {
		const answer = await fetch(address, { redirect: "manual", headers: { cookie: cookies.join("; ") } });
		cookies = [...cookies, ...answer.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0] ?? "")];
		const location = answer.headers.get("location");
		if (location === null) throw new Error(`${address} answered ${answer.status} without a location`);
		address = new URL(location, address).href;
	}
	const code = new URL(address).searchParams.get("code") ?? "";
	return { options, grant: { code, codeVerifier, redirectUrl: CALLBACK, nonce } };
}
