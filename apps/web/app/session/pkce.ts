import { sha256 } from "@noble/hashes/sha2.js";
import type { PkceRequest } from "./pkce-request.ts";

const VERIFIER_BYTES = 96;
const NONCE_BYTES = 24;

const encodeBase64Url = (bytes: Uint8Array): string =>
	btoa(String.fromCharCode(...bytes))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");

const createRandomString = (bytes: number): string => encodeBase64Url(crypto.getRandomValues(new Uint8Array(bytes)));

/** base64url(sha256(verifier)). crypto.subtle is not available on plain http, so this uses a library. */
export const computeChallenge = (verifier: string): string =>
	encodeBase64Url(sha256(new TextEncoder().encode(verifier)));

export function createPkceRequest(): PkceRequest {
	const verifier = createRandomString(VERIFIER_BYTES);
	return {
		verifier,
		challenge: computeChallenge(verifier),
		state: createRandomString(NONCE_BYTES),
		nonce: createRandomString(NONCE_BYTES),
	};
}
