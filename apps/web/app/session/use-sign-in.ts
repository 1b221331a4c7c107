import { signInOptions } from "@first-bounce/contract/calls";
import { useState } from "react";
import { client } from "../../api/client.ts";
import { keepProof } from "./kept-proof.ts";
import { authorizeAddress } from "./provider-addresses.ts";

/** The browser refuses to keep what a sign-in must bring back. */
export class StorageRefused extends Error {}

/** Leaves for the identity provider (D1 §4, steps 1 to 3). Rejects where that cannot be. */
export function useSignIn(): { readonly isLeaving: boolean; readonly signIn: () => Promise<void> } {
	const [isLeaving, setLeaving] = useState(false);
	const signIn = async () => {
		setLeaving(true);
		try {
			const [options, { newProof }] = await Promise.all([client(signInOptions, {}), import("./proof.ts")]);
			const proof = newProof();
			if (!keepProof(proof)) throw new StorageRefused();
			location.assign(authorizeAddress(options, proof));
		} catch (error) {
			setLeaving(false);
			throw error;
		}
	};
	return { isLeaving, signIn };
}
