import type { User } from "@first-bounce/contract/accounts/user";
import { authLogout, getUser, showClock, signInOptions } from "@first-bounce/contract/calls";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { client } from "../../api/client.ts";
import { SESSION_KEY, type Session, sessionOf, VISITOR } from "../../api/session.ts";
import { callKey } from "../../api/use-call.ts";
import { keepIdentityToken, keptIdentityToken } from "./identity-token.ts";
import { forgetProof } from "./kept-proof.ts";
import { type BridgeEvent, tellBridgeSignedIn, tellBridgeSignedOut } from "./mobile-bridge.ts";
import { signOutAddress } from "./provider-addresses.ts";
import { forgetPage } from "./remembered-page.ts";
import { setSessionFlags } from "./session-flags.ts";
import { keepUnregistered } from "./unregistered.ts";

export interface SignedIn {
	readonly user: User;
	readonly sessionId: string;
	readonly identityToken?: string;
}

const isSession = (key: readonly unknown[]): boolean => key[0] === SESSION_KEY[0];
const PUBLIC_CALLS: readonly unknown[] = [showClock.path, signInOptions.path];
const isAnyones = ([kind, path]: readonly unknown[]): boolean => kind === "static" || PUBLIC_CALLS.includes(path);

/** Another person is at the screen: nothing that the last one was told may be shown. */
async function forgetAnswers(queries: QueryClient): Promise<void> {
	const personal = ({ queryKey }: { readonly queryKey: readonly unknown[] }) =>
		!isSession(queryKey) && !isAnyones(queryKey);
	await queries.cancelQueries({ predicate: personal });
	queries.removeQueries({ predicate: personal, type: "inactive" });
	void queries.resetQueries({ predicate: personal, type: "active" });
}

/** The steps a session takes in the browser (D1 §4), on the cache of one page. */
export function sessionActions(queries: QueryClient) {
	const become = async (session: Session) => {
		// A check under way would bring back who was there before.
		await queries.cancelQueries({ queryKey: SESSION_KEY });
		queries.setQueryData(SESSION_KEY, session);
		await forgetAnswers(queries);
	};
	const leave = async () => {
		tellBridgeSignedOut();
		setSessionFlags({ wasLoggedOut: true, isNowRecovered: false });
		keepIdentityToken(null);
		forgetPage();
		await become(VISITOR);
	};
	const signedIn = async (event: Exclude<BridgeEvent, "logout">, { user, sessionId, identityToken }: SignedIn) => {
		if (identityToken) keepIdentityToken(identityToken);
		forgetProof();
		keepUnregistered(null);
		setSessionFlags({ wasLoggedOut: false });
		tellBridgeSignedIn(event, sessionId);
		await become(sessionOf(user));
	};
	return {
		/** Login or registration has succeeded. */
		signedIn,
		/** The server has begun a session without saying whose. */
		entered: async ({ sessionId }: Pick<SignedIn, "sessionId">) =>
			signedIn("login", { user: (await client(getUser, {})).user, sessionId }),
		/** The account is active again. */
		recovered: async (user: User) => {
			setSessionFlags({ isNowRecovered: true });
			await become(sessionOf(user));
		},
		/** The server has ended the session, as deactivating the account does. */
		left: leave,
		/** Ends the session; answers with the provider's address to go to, or null to stay here (D1 §4, step 6). */
		signOut: async (): Promise<string | null> => {
			const identityToken = keptIdentityToken();
			const options = identityToken
				? await queries
						.fetchQuery({ queryKey: callKey(signInOptions, {}), queryFn: () => client(signInOptions, {}) })
						.catch(() => null)
				: null;
			await client(authLogout, {});
			await leave();
			return options && signOutAddress(options, identityToken);
		},
	};
}

export function useSessionActions() {
	const queries = useQueryClient();
	return useMemo(() => sessionActions(queries), [queries]);
}
