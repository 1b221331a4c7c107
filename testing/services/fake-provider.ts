import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

const CLIENT = { clientId: "bounce", clientSecret: "shared secret" };
type Json = Readonly<Record<string, unknown>>;

const encodeJson = (value: Json): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const createKey = () => generateKeyPairSync("rsa", { modulusLength: 2048 });

export type Signer = (input: string) => string;
const createRsaSigner =
	(key: KeyObject): Signer =>
	(input) =>
		sign("sha256", Buffer.from(input), key).toString("base64url");

/**
 * An identity provider whose responses a test sets: RS256, client authentication by Basic only, claims at userinfo.
 * Every code works once.
 */
export async function startFakeProvider() {
	const providerKey = createKey();
	const signers = {
		own: createRsaSigner(providerKey.privateKey),
		unknownKey: createRsaSigner(createKey().privateKey),
		clientSecret: (input: string) => createHmac("sha256", CLIENT.clientSecret).update(input).digest("base64url"),
		unsigned: () => "",
	};
	/** Claims, header and signer of the next tokens, and the claims of userinfo. */
	const response = {
		claims: {} as Json,
		header: {} as Json,
		signer: signers.own as Signer,
		userinfo: {} as Json,
		hasToken: true,
	};
	/** Paths whose requests are never answered. */
	const unansweredPaths = new Set<string>();
	const usedCodes = new Set<string>();
	let issuer = "";

	const createIdToken = (): string => {
		const now = Math.floor(Date.now() / 1000);
		const claims = { iss: issuer, aud: CLIENT.clientId, sub: "ada", iat: now, exp: now + 60, ...response.claims };
		const input = `${encodeJson({ alg: "RS256", kid: "own", ...response.header })}.${encodeJson(claims)}`;
		return `${input}.${response.signer(input)}`;
	};
	const basic = `Basic ${Buffer.from(`${CLIENT.clientId}:${encodeURIComponent(CLIENT.clientSecret).replaceAll("%20", "+")}`).toString("base64")}`;

	const answers: Readonly<Record<string, (authorization: string, body: URLSearchParams) => readonly [number, Json]>> = {
		"/.well-known/openid-configuration": () => [
			200,
			{
				issuer,
				authorization_endpoint: `${issuer}/authorize`,
				token_endpoint: `${issuer}/token`,
				userinfo_endpoint: `${issuer}/me`,
				jwks_uri: `${issuer}/jwks`,
				response_types_supported: ["code"],
				subject_types_supported: ["public"],
				id_token_signing_alg_values_supported: ["RS256"],
				// Only client_secret_basic is accepted, as at a provider where each client is registered for one method.
				token_endpoint_auth_methods_supported: ["client_secret_post", "client_secret_basic"],
			},
		],
		"/jwks": () => [
			200,
			{ keys: [{ ...providerKey.publicKey.export({ format: "jwk" }), kid: "own", use: "sig", alg: "RS256" }] },
		],
		"/token": (authorization, body) => {
			if (authorization !== basic) return [401, { error: "invalid_client" }];
			const code = body.get("code") ?? "";
			if (usedCodes.has(code)) return [400, { error: "invalid_grant" }];
			usedCodes.add(code);
			const token = response.hasToken ? { id_token: createIdToken() } : {};
			return [200, { access_token: "a", token_type: "Bearer", expires_in: 60, ...token }];
		},
		"/me": () => [200, { sub: "ada", ...response.userinfo }],
	};

	const server: Server = createServer(async (request, reply) => {
		if (unansweredPaths.has(request.url ?? "")) return;
		const body = new URLSearchParams(await text(request));
		const answer = answers[request.url ?? ""]?.(request.headers.authorization ?? "", body) ?? [404, {}];
		reply.writeHead(answer[0], { "content-type": "application/json" }).end(JSON.stringify(answer[1]));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		oidc: { issuer, ...CLIENT },
		signers,
		unansweredPaths,
		/** Sets the response; fields that are not given return to their valid defaults. */
		respond: (overrides: Partial<typeof response> = {}) =>
			Object.assign(response, {
				claims: {},
				header: {},
				signer: signers.own,
				userinfo: {},
				hasToken: true,
				...overrides,
			}),
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}
