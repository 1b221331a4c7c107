import { readStorage, writeStorage } from "./browser-storage.ts";

/** The secrets of one sign-in at the identity provider: PKCE (S256), state and nonce. */
export interface PkceRequest {
	/** 128 characters. */
	readonly verifier: string;
	readonly challenge: string;
	readonly state: string;
	readonly nonce: string;
}

const KEYS: Readonly<Record<keyof PkceRequest, string>> = {
	verifier: "sign_in_verifier",
	challenge: "sign_in_challenge",
	state: "sign_in_state",
	nonce: "sign_in_nonce",
};

/** The provider that the user chose, where there are several. It is kept until the next sign-in, for signing out. */
const PROVIDER_KEY = "sign_in_provider";
export const loadProvider = (): string | null => readStorage("local", PROVIDER_KEY);

/** Stores the request until the provider redirects back. Returns false if the browser blocks storage. */
export const savePkceRequest = (request: PkceRequest, provider: string | null = null): boolean =>
	writeStorage("local", PROVIDER_KEY, provider) &&
	(Object.keys(KEYS) as (keyof PkceRequest)[]).every((part) => writeStorage("local", KEYS[part], request[part]));

export function loadPkceRequest(): PkceRequest | null {
	const [verifier, challenge, state, nonce] = Object.values(KEYS).map((key) => readStorage("local", key));
	return verifier && challenge && state && nonce ? { verifier, challenge, state, nonce } : null;
}

export function deletePkceRequest(): void {
	for (const key of Object.values(KEYS)) writeStorage("local", key, null);
}
