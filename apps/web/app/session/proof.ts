import { sha256 } from "@noble/hashes/sha2.js";
import { keep, readKept } from "./kept.ts";

/** What one sign-in at the identity provider is bound to (D1 §4): PKCE by S256, and state and nonce against mix-ups. */
export interface Proof {
	/** 128 characters. */
	readonly verifier: string;
	readonly challenge: string;
	readonly state: string;
	readonly nonce: string;
}

const VERIFIER_BYTES = 96;
const NONCE_BYTES = 24;
const KEYS: Readonly<Record<keyof Proof, string>> = {
	verifier: "sign_in_verifier",
	challenge: "sign_in_challenge",
	state: "sign_in_state",
	nonce: "sign_in_nonce",
};

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

/** Keeps the proof over the way to the provider and back; false where the browser refuses. */
export const keepProof = (proof: Proof): boolean =>
	(Object.keys(KEYS) as (keyof Proof)[]).every((part) => keep("local", KEYS[part], proof[part]));

export function keptProof(): Proof | null {
	const [verifier, challenge, state, nonce] = Object.values(KEYS).map((key) => readKept("local", key));
	return verifier && challenge && state && nonce ? { verifier, challenge, state, nonce } : null;
}

export function forgetProof(): void {
	for (const key of Object.values(KEYS)) keep("local", key, null);
}
