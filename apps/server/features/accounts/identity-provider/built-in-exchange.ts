import type { FastifyInstance } from "fastify";
import * as client from "openid-client";
import type { Pool } from "pg";
import type { Origins } from "../../../plugins/http/origin-guard.ts";
import { refuse } from "../../../plugins/refusal.ts";
import type { PreviewGate } from "../../site/preview/preview-gate.ts";
import { type CodeExchange, exchangeCode } from "../external-provider/code-exchange.ts";
import { MOUNT_PATH, SCOPE, WEB_CLIENT_ID } from "./provider.ts";
import { findSessionOfCode } from "./queries.ts";

/**
 * Exchanges codes with the built-in provider. Requests to it are dispatched within the process, so that they work whatever
 * address the server listens on, and without the proxy at PUBLIC_URL.
 */
export function createBuiltInExchange(
	app: FastifyInstance,
	pool: Pool,
	{ origins, previewGate }: { readonly origins: Origins; readonly previewGate: PreviewGate | null },
): CodeExchange {
	const issuer = origins.publicOrigin + MOUNT_PATH;
	const dispatch: client.CustomFetch = async (address, { method, headers, body }) => {
		const url = new URL(address);
		const previewCookie = previewGate ? { cookie: await previewGate.buildCookieHeader() } : {};
		const response = await app.inject({
			method: method === "POST" ? "POST" : "GET",
			url: url.pathname + url.search,
			headers: { ...headers, ...previewCookie, host: url.host, "x-forwarded-proto": url.protocol.slice(0, -1) },
			...(body ? { payload: String(body) } : {}),
		});
		return new Response(response.body, {
			status: response.statusCode,
			headers: { "content-type": String(response.headers["content-type"] ?? "") },
		});
	};
	/** Called for each sign-in, because openid-client caches the keys and would reject tokens that a newer key signed. */
	const createConfiguration = () => {
		const configuration = new client.Configuration(
			{ issuer, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/jwks` },
			WEB_CLIENT_ID,
			undefined,
			client.None(),
		);
		client.enableNonRepudiationChecks(configuration);
		if (issuer.startsWith("http:")) client.allowInsecureRequests(configuration);
		configuration[client.customFetch] = dispatch;
		return configuration;
	};
	return {
		exchangeCode: async (grant) => {
			if (grant.provider !== undefined) throw refuse(422, "provider-unknown");
			const identity = await exchangeCode(createConfiguration(), grant);
			const providerSession = await findSessionOfCode(pool, grant.code);
			// The session at the provider may have been ended from another device in the meantime.
			if (!providerSession) throw refuse(401, "code-refused");
			return { ...identity, localUserId: Number(identity.sub), providerSession };
		},
		getAddresses: async (origin, provider) => {
			if (provider !== undefined) throw refuse(422, "provider-unknown");
			return {
				authorizeUrl: `${origin}${MOUNT_PATH}/auth`,
				endSessionUrl: `${origin}${MOUNT_PATH}/session/end`,
				clientId: WEB_CLIENT_ID,
				scope: SCOPE,
			};
		},
	};
}
