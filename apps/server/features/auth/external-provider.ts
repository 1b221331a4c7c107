import * as client from "openid-client";
import { refuse } from "../../plugins/refusal.ts";
import { type CodeExchange, exchangeCode } from "./code-exchange.ts";

export interface ExternalProvider {
	readonly issuer: string;
	readonly clientId: string;
	readonly clientSecret: string | null;
}

const SCOPE = "openid profile email";

/** Any conformant issuer by its URL. Discovered when first needed, and again after a failure. */
export function createExternalExchange({ issuer, clientId, clientSecret }: ExternalProvider): CodeExchange {
	const isPlain = issuer.startsWith("http:");
	const discover = () =>
		client.discovery(new URL(issuer), clientId, clientSecret ?? undefined, clientSecret ? undefined : client.None(), {
			execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
		});
	let known: Promise<client.Configuration> | null = null;
	const configuration = () => {
		known ??= discover().catch(() => {
			known = null;
			throw refuse(503, "provider-down");
		});
		return known;
	};
	return {
		exchange: async (grant) => exchangeCode(await configuration(), grant),
		addresses: async () => {
			const { authorization_endpoint, end_session_endpoint } = (await configuration()).serverMetadata();
			if (!authorization_endpoint) throw refuse(503, "provider-down");
			return {
				authorizeUrl: authorization_endpoint,
				endSessionUrl: end_session_endpoint ?? null,
				clientId,
				scope: SCOPE,
			};
		},
	};
}
