import { aflIdLogin } from "@first-bounce/contract/accounts/auth";
import { createClient } from "@first-bounce/contract/client";
import { PREFER_OK } from "@first-bounce/contract/constants";
import { useEffect, useRef, useState } from "react";
import { CLIENT_OPTIONS } from "../../api/client.ts";
import { deletePkceRequest } from "../../app/session/pkce-request.ts";
import { type CodeGrant, type ProviderReturn, parseProviderReturn } from "../../app/session/provider-return.ts";
import {
	deleteUnregistered,
	loadUnregistered,
	parseUnregisteredError,
	saveUnregistered,
	type UnregisteredIdentity,
} from "../../app/session/unregistered-identity.ts";
import { useSessionActions } from "../../app/session/use-session-actions.ts";
import { sendErrorReport } from "../../reporting/report.ts";

export type CodeSignIn =
	| { readonly kind: "checking" }
	| { readonly kind: "unregistered"; readonly grant: CodeGrant; readonly identity: UnregisteredIdentity }
	| { readonly kind: "refused"; readonly error: unknown }
	| { readonly kind: Exclude<ProviderReturn["kind"], "code"> };

/** A newcomer's identity is no failure, which the browser would report in its console. */
const signInClient = createClient({ ...CLIENT_OPTIONS, headers: () => ({ prefer: PREFER_OK }) });

/** Completes a sign-in with the provider's code, once. A success updates the session. */
export function useCodeSignIn(search: string): CodeSignIn {
	const actions = useSessionActions();
	const [signIn, setSignIn] = useState<CodeSignIn>({ kind: "checking" });
	const hasSent = useRef(false);

	useEffect(() => {
		// A code works only once, but an effect may run twice.
		if (hasSent.current) return;
		hasSent.current = true;
		const providerReturn = parseProviderReturn(search);
		if (providerReturn.kind !== "code") {
			if (providerReturn.kind === "cancelled") deletePkceRequest();
			return setSignIn({ kind: providerReturn.kind });
		}
		const { grant } = providerReturn;
		const stored = loadUnregistered(grant.code);
		if (stored) return setSignIn({ kind: "unregistered", grant, identity: stored });
		signInClient(aflIdLogin, { body: grant })
			.then((response) => actions.applySignIn("login", response))
			.catch((error: unknown) => {
				const identity = parseUnregisteredError(error, grant.code);
				if (identity) saveUnregistered(identity);
				else {
					deleteUnregistered();
					deletePkceRequest();
					sendErrorReport(error);
				}
				setSignIn(identity ? { kind: "unregistered", grant, identity } : { kind: "refused", error });
			});
	}, [actions, search]);
	return signIn;
}
