import { authLogout, showSignInOptions } from "@first-bounce/contract/accounts/auth";
import { getUser, type User } from "@first-bounce/contract/accounts/user";
import { showClock } from "@first-bounce/contract/clock";
import { showPreviewGate } from "@first-bounce/contract/site/preview";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { client } from "../../api/client.ts";
import { buildSession, SESSION_KEY, type Session, VISITOR } from "../../api/session.ts";
import { claimStoredData, removeStoredData } from "../../offline/stored-data.ts";
import { readStorage, writeStorage } from "./browser-storage.ts";
import { type BridgeEvent, notifyBridgeSignedIn, notifyBridgeSignedOut } from "./mobile-bridge.ts";
import { deletePkceRequest, loadProvider } from "./pkce-request.ts";
import { buildSignOutUrl } from "./provider-urls.ts";
import { setSessionFlags } from "./session-flags.ts";
import { deleteUnregistered } from "./unregistered-identity.ts";

const IDENTITY_TOKEN_KEY = "identity_token";

/** The provider requires the token at sign-out. */
const saveIdentityToken = (token: string): boolean => writeStorage("local", IDENTITY_TOKEN_KEY, token);
export const loadIdentityToken = (): string | null => readStorage("local", IDENTITY_TOKEN_KEY);

export interface SignInResult {
	readonly user: User;
	readonly sessionId: string;
	readonly identityToken?: string;
}

const isSessionKey = (key: readonly unknown[]): boolean => key[0] === SESSION_KEY[0];
/** The preview gate is kept, because resetting its query would unmount the page and lose the focus. */
const PUBLIC_CALLS: readonly unknown[] = [showClock.path, showSignInOptions.path, showPreviewGate.path];
const isPublicQuery = ([kind, path]: readonly unknown[]): boolean => kind === "static" || PUBLIC_CALLS.includes(path);

/** Removes what was loaded for the previous user, and her mutations that are done. */
export async function removePersonalQueries(queryClient: QueryClient): Promise<void> {
	const isPersonal = ({ queryKey }: { readonly queryKey: readonly unknown[] }) =>
		!isSessionKey(queryKey) && !isPublicQuery(queryKey);
	await queryClient.cancelQueries({ predicate: isPersonal });
	const mutations = queryClient.getMutationCache();
	for (const mutation of mutations.findAll()) if (mutation.state.status !== "pending") mutations.remove(mutation);
	queryClient.removeQueries({ predicate: isPersonal, type: "inactive" });
	void queryClient.resetQueries({ predicate: isPersonal, type: "active" });
}

/** Signs in and out, and replaces the data of the previous user in the query cache. */
export function createSessionActions(queryClient: QueryClient) {
	const applySession = async (session: Session) => {
		// A session request in flight would restore the previous user.
		await queryClient.cancelQueries({ queryKey: SESSION_KEY });
		queryClient.setQueryData(SESSION_KEY, session);
		await removePersonalQueries(queryClient);
	};
	const applySignOut = async (removal: "signed-out" | "deleted" = "signed-out") => {
		notifyBridgeSignedOut();
		setSessionFlags({ wasLoggedOut: true, hasJustRecovered: false });
		await applySession(VISITOR);
		await removeStoredData(removal);
	};
	const applySignIn = async (
		event: Exclude<BridgeEvent, "logout">,
		{ user, sessionId, identityToken }: SignInResult,
	) => {
		await claimStoredData(user.id, { hasJustSignedIn: true });
		if (identityToken) saveIdentityToken(identityToken);
		deletePkceRequest();
		deleteUnregistered();
		setSessionFlags({ wasLoggedOut: false });
		notifyBridgeSignedIn(event, sessionId);
		await applySession(buildSession(user));
	};
	return {
		/** After signing in or registering. */
		applySignIn,
		/** After the server created a session without returning its user. */
		signInWithSession: async ({ sessionId }: Pick<SignInResult, "sessionId">) =>
			applySignIn("login", { user: (await client(getUser, {})).user, sessionId }),
		/** After the account was reactivated. */
		applyRecovery: async (user: User) => {
			setSessionFlags({ hasJustRecovered: true });
			await applySession(buildSession(user));
		},
		/** After the server ended the session, as deactivating or deleting the account does. */
		applySignOut,
		/** Ends the session. Returns the provider's sign-out page to open, or null if there is none. */
		signOut: async (): Promise<string | null> => {
			const identityToken = loadIdentityToken();
			const provider = loadProvider();
			const args = provider === null ? {} : { query: { provider } };
			// Both at once, so that the session ends without waiting for the provider.
			const [options] = await Promise.all([
				identityToken ? client(showSignInOptions, args).catch(() => null) : null,
				client(authLogout, {}),
			]);
			await applySignOut();
			return options && buildSignOutUrl(options, identityToken);
		},
	};
}

export function useSessionActions() {
	const queryClient = useQueryClient();
	return useMemo(() => createSessionActions(queryClient), [queryClient]);
}
