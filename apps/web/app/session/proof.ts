import { sha256 } from "@noble/hashes/sha2.js";
import type { Proof } from "./kept-proof.ts";

const VERIFIER_BYTES = 96;
const NONCE_BYTES = 24;

const base64url = (bytes: Uint8Array): string =>
	btoa(String.fromCharCode(...bytes))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");

const randomText = (bytes: number): string => base64url(crypto.getRandomValues(new Uint8Array(bytes)));

/** base64url(sha256(verifier)); not by crypto.subtle, which browsers keep from plain http addresses. */
export const challengeOf = (verifier: string): string => base64url(sha256(new TextEncoder().encode(verifier)));

export function newProof(): Proof {
	const verifier = randomText(VERIFIER_BYTES);
	return {
		verifier,
		challenge: challengeOf(verifier),
		state: randomText(NONCE_BYTES),
		nonce: randomText(NONCE_BYTES),
	};
}
