import { keep, readKept } from "./kept.ts";

/** What one sign-in at the identity provider is bound to (D1 §4): PKCE by S256, and state and nonce against mix-ups. */
export interface Proof {
	/** 128 characters. */
	readonly verifier: string;
	readonly challenge: string;
	readonly state: string;
	readonly nonce: string;
}

const KEYS: Readonly<Record<keyof Proof, string>> = {
	verifier: "sign_in_verifier",
	challenge: "sign_in_challenge",
	state: "sign_in_state",
	nonce: "sign_in_nonce",
};

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
