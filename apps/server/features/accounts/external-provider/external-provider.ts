import * as client from "openid-client";
import { refuse } from "../../../plugins/refusal.ts";
import {
	type CodeExchange,
	exchangeCode,
	isClientAuthFailure,
	USERINFO_TIMEOUT_MS,
	withTimeout,
} from "./code-exchange.ts";

export interface ExternalProvider {
	readonly issuer: string;
	readonly clientId: string;
	readonly clientSecret: string | null;
}

export interface ProviderTimeouts {
	/** For all requests of an exchange together. */
	readonly totalMs: number;
	/** For userinfo alone. */
	readonly userinfoMs: number;
}
const TIMEOUTS: ProviderTimeouts = { totalMs: 5_000, userinfoMs: USERINFO_TIMEOUT_MS };

const SCOPE = "openid profile email";

/** Lists the ways in which the client may authenticate, the provider's preferred one first. */
function getClientAuthMethods(secret: string | null, metadata: client.ServerMetadata): client.ClientAuth[] {
	if (secret === null) return [client.None()];
	const byBody = client.ClientSecretPost(secret);
	const byHeader = client.ClientSecretBasic(secret);
	const methods = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
	return methods.includes("client_secret_post") ? [byBody, byHeader] : [byHeader, byBody];
}

/** Exchanges codes with an OpenID Connect issuer. Its metadata is loaded when first needed, and again after a failure. */
export function createExternalExchange(
	{ issuer, clientId, clientSecret }: ExternalProvider,
	{ totalMs, userinfoMs }: ProviderTimeouts = TIMEOUTS,
): CodeExchange {
	const insecureOptions = issuer.startsWith("http:") ? [client.allowInsecureRequests] : [];
	const discover = async (): Promise<client.Configuration[]> => {
		const found = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
			execute: insecureOptions,
			timeout: totalMs / 1000,
		});
		const metadata = found.serverMetadata();
		return getClientAuthMethods(clientSecret, metadata).map((clientAuth) => {
			const configuration = new client.Configuration(metadata, clientId, undefined, clientAuth);
			// This aborts the request; `withTimeout` only stops waiting for it.
			configuration.timeout = totalMs / 1000;
			for (const apply of [client.enableNonRepudiationChecks, ...insecureOptions]) apply(configuration);
			return configuration;
		});
	};
	let cached: Promise<client.Configuration[]> | null = null;
	const loadConfiguration = () => {
		cached ??= discover().catch(() => {
			cached = null;
			throw refuse(503, "provider-down");
		});
		return cached;
	};
	const exchangeGrant: CodeExchange["exchangeCode"] = async (grant) => {
		const candidates = await loadConfiguration();
		for (const candidate of candidates) {
			try {
				const identity = await exchangeCode(candidate, grant, userinfoMs);
				// The method that succeeded is tried first from now on.
				cached = Promise.resolve([candidate, ...candidates.filter((other) => other !== candidate)]);
				return identity;
			} catch (error) {
				if (!isClientAuthFailure(error)) throw error;
			}
		}
		throw refuse(401, "code-refused");
	};
	return {
		exchangeCode: (grant) => withTimeout(exchangeGrant(grant), totalMs),
		getAddresses: async () => {
			const [configuration] = await withTimeout(loadConfiguration(), totalMs);
			const { authorization_endpoint, end_session_endpoint } = configuration?.serverMetadata() ?? {};
			if (!authorization_endpoint) throw refuse(503, "provider-down");
			const endSessionUrl = end_session_endpoint ?? null;
			return { authorizeUrl: authorization_endpoint, endSessionUrl, clientId, scope: SCOPE };
		},
	};
}

/** Exchanges codes with several issuers; a grant names the provider that issued its code. */
export function createProvidersExchange(
	providers: readonly (ExternalProvider & { readonly id: string })[],
): CodeExchange {
	const exchanges = new Map(providers.map((provider) => [provider.id, createExternalExchange(provider)]));
	const [firstId] = exchanges.keys();
	const findExchange = (id = firstId ?? ""): CodeExchange => {
		const found = exchanges.get(id);
		if (!found) throw refuse(422, "provider-unknown");
		return found;
	};
	return {
		exchangeCode: async (grant) => findExchange(grant.provider).exchangeCode(grant),
		getAddresses: async (origin, provider) => findExchange(provider).getAddresses(origin),
	};
}
