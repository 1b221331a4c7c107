import { aflIdLogin } from "@first-bounce/contract/calls";
import { useEffect, useRef, useState } from "react";
import { client } from "../../api/client.ts";
import { forgetProof } from "../../app/session/kept-proof.ts";
import { type CodeGrant, type ProviderReturn, providerReturn } from "../../app/session/provider-return.ts";
import {
	keepUnregistered,
	keptUnregistered,
	type Unregistered,
	unregisteredFrom,
} from "../../app/session/unregistered.ts";
import { useSessionActions } from "../../app/session/use-session-actions.ts";

export type CodeLogin =
	| { readonly kind: "checking" }
	| { readonly kind: "unregistered"; readonly grant: CodeGrant; readonly person: Unregistered }
	| { readonly kind: "refused"; readonly error: unknown }
	| { readonly kind: Exclude<ProviderReturn["kind"], "code"> };

/** Completes a sign-in with what the provider brought back, once (D1 §4, step 5); a success shows in the session. */
export function useCodeLogin(search: string): CodeLogin {
	const actions = useSessionActions();
	const [login, setLogin] = useState<CodeLogin>({ kind: "checking" });
	const hasSent = useRef(false);

	useEffect(() => {
		// A code works once, and an effect may run twice.
		if (hasSent.current) return;
		hasSent.current = true;
		const back = providerReturn(search);
		if (back.kind !== "code") {
			if (back.kind === "cancelled") forgetProof();
			return setLogin({ kind: back.kind });
		}
		const { grant } = back;
		const kept = keptUnregistered(grant.code);
		if (kept) return setLogin({ kind: "unregistered", grant, person: kept });
		client(aflIdLogin, { body: grant })
			.then((answer) => actions.signedIn("login", answer))
			.catch((error: unknown) => {
				const person = unregisteredFrom(error, grant.code);
				keepUnregistered(person);
				if (!person) forgetProof();
				setLogin(person ? { kind: "unregistered", grant, person } : { kind: "refused", error });
			});
	}, [actions, search]);
	return login;
}
