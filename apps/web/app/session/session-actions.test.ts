import { authLogout, showSignInOptions } from "@first-bounce/contract/accounts/auth";
import { getUser, showMyProfile } from "@first-bounce/contract/accounts/user";
import { showPreviewGate } from "@first-bounce/contract/site/preview";
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { fakeApi, refusal, success } from "../../../../testing/web/fake-api.ts";
import { buildUser } from "../../../../testing/web/render-at.tsx";
import { loadSession, SESSION_KEY, VISITOR } from "../../api/session.ts";
import { callKey } from "../../api/use-call.ts";
import { loadReturnPage, saveReturnPage } from "./next-page.ts";
import { createPkceRequest } from "./pkce.ts";
import { loadPkceRequest, savePkceRequest } from "./pkce-request.ts";
import { getSessionFlags, setSessionFlags } from "./session-flags.ts";
import { createSessionActions, loadIdentityToken } from "./use-session-actions.ts";

const user = buildUser();
const OPTIONS = {
	authorizeUrl: "https://id.example.test/authorize",
	endSessionUrl: "https://id.example.test/logout",
	clientId: "game",
	scope: "openid",
	providers: [],
	demo: false,
};
const answerSignedOut = () => success(authLogout, { signedOut: true });
const handlers = { "/auth/logout": answerSignedOut, "/auth/options": () => success(showSignInOptions, OPTIONS) };

let queryClient: QueryClient;
const getCachedSession = () => queryClient.getQueryData(SESSION_KEY);
beforeEach(() => {
	queryClient = new QueryClient();
});

describe("loading the session", () => {
	test("loads the user first, then the fantasy profile (D1.4.18, D1.4.21)", async () => {
		const { requests } = fakeApi({
			"/user": () => success(getUser, { user }),
			"/fantasy/user-profile/show-my": () => success(showMyProfile, { userProfile: { teamName: "Kit Bag" } }),
		});
		expect(await loadSession()).toEqual({ user, teamName: "Kit Bag" });
		expect(requests).toEqual(["GET /user", "GET /fantasy/user-profile/show-my"]);
	});

	test("treats a refusal as an anonymous visitor, without an error (D1.4.19)", async () => {
		fakeApi({ "/user": () => refusal(401, "not-signed-in", "Please sign in first") });
		expect(await loadSession()).toEqual(VISITOR);
	});

	test("reports any other failure, such as an aborted response", async () => {
		const deleteCookie = vi.fn(async () => undefined);
		vi.stubGlobal("cookieStore", { delete: deleteCookie });
		fakeApi({ "/user": () => refusal(429, "too-many-requests", "Too many attempts") });
		await expect(loadSession()).rejects.toMatchObject({ status: 429 });
		vi.stubGlobal("fetch", async () => new Response('{"success":{"us'));
		await expect(loadSession()).rejects.toThrow(SyntaxError);
		expect(deleteCookie).not.toHaveBeenCalled();
	});
});

describe("a session in the browser", () => {
	test("login sets the user and clears the logged-out flag (D1.4.22)", async () => {
		setSessionFlags({ wasLoggedOut: true });
		savePkceRequest(createPkceRequest());
		await createSessionActions(queryClient).applySignIn("login", { user, sessionId: "s1", identityToken: "token" });
		expect(getCachedSession()).toEqual({ user, teamName: "Kit Bag" });
		expect(getSessionFlags().wasLoggedOut).toBe(false);
		expect(loadIdentityToken()).toBe("token");
		expect(loadPkceRequest()).toBeNull();
	});

	test("login keeps the preview gate, without which no page is drawn [D2.9.757]", async () => {
		const key = callKey(showPreviewGate, {});
		queryClient.setQueryData(key, { isOn: false, isPassed: true });
		await createSessionActions(queryClient).applySignIn("login", { user, sessionId: "s1" });
		expect(queryClient.getQueryData(key)).toEqual({ isOn: false, isPassed: true });
	});

	test("logout clears user and saved page, and sets the flag (D1.4.23, D1.7.12)", async () => {
		const { requests } = fakeApi(handlers);
		const actions = createSessionActions(queryClient);
		await actions.applySignIn("login", { user, sessionId: "s1" });
		queryClient.setQueryData(["call", "/fantasy/team/show-my", {}], { team: "hers" });
		saveReturnPage("/rankings");
		expect(await actions.signOut()).toBeNull();
		expect(getCachedSession()).toEqual(VISITOR);
		expect(getSessionFlags().wasLoggedOut).toBe(true);
		expect(loadReturnPage()).toBeNull();
		expect(queryClient.getQueryData(["call", "/fantasy/team/show-my", {}])).toBeUndefined();
		expect(requests).toEqual(["POST /auth/logout"]);
	});

	test("logout with an identity token leads to the provider's sign-out (D1.4.38)", async () => {
		fakeApi(handlers);
		const actions = createSessionActions(queryClient);
		await actions.applySignIn("login", { user, sessionId: "s1", identityToken: "token" });
		expect(await actions.signOut()).toContain("https://id.example.test/logout?id_token_hint=token");
		expect(loadIdentityToken()).toBeNull();
	});

	test("logout does not wait for an identity provider that is down", async () => {
		const { promise, resolve } = Promise.withResolvers<ReturnType<typeof refusal>>();
		const { requests } = fakeApi({
			"/auth/logout": () => {
				resolve(refusal(503, "provider-down", "The sign-in service does not answer"));
				return answerSignedOut();
			},
			"/auth/options": () => promise,
		});
		const actions = createSessionActions(queryClient);
		await actions.applySignIn("login", { user, sessionId: "s1", identityToken: "token" });
		expect(await actions.signOut()).toBeNull();
		expect(requests.toSorted()).toEqual(["GET /auth/options", "POST /auth/logout"]);
	});

	test("a failed logout request leaves the user signed in", async () => {
		fakeApi({ "/auth/logout": () => refusal(503, "busy", "The server is busy") });
		const actions = createSessionActions(queryClient);
		await actions.applySignIn("login", { user, sessionId: "s1" });
		await expect(actions.signOut()).rejects.toThrow("The server is busy");
		expect(getCachedSession()).toEqual({ user, teamName: "Kit Bag" });
	});

	test("deactivating the account clears the user and sets the logged-out flag (D1.4.24)", async () => {
		const actions = createSessionActions(queryClient);
		await actions.applySignIn("login", { user, sessionId: "s1" });
		await actions.applySignOut();
		expect(getCachedSession()).toEqual(VISITOR);
		expect(getSessionFlags().wasLoggedOut).toBe(true);
	});

	test("reactivating sets the user and the recovered flag (D1.4.25)", async () => {
		await createSessionActions(queryClient).applyRecovery(user);
		expect(getCachedSession()).toEqual({ user, teamName: "Kit Bag" });
		expect(getSessionFlags().hasJustRecovered).toBe(true);
	});
});

describe("the bridge to a mobile app", () => {
	const messages: unknown[] = [];
	const bridge = { postMessage: (message: string) => messages.push(JSON.parse(message)) };

	test("receives login, registration and logout with the session id as JSON (D1.4.41, D1.4.42, D1.4.43, D1.4.44)", async () => {
		vi.stubGlobal("FirstBounceBridge", bridge);
		fakeApi(handlers);
		const actions = createSessionActions(queryClient);
		await actions.applySignIn("login", { user, sessionId: "s1" });
		await actions.signOut();
		await actions.applySignIn("registration", { user, sessionId: "s2" });
		await actions.signOut();
		expect(messages).toEqual([
			{ type: "login", sessionId: "s1" },
			{ type: "logout", sessionId: "s1" },
			{ type: "registration", sessionId: "s2" },
			{ type: "logout", sessionId: "s2" },
		]);
	});

	test("without a mobile app, no session id is stored in the browser", async () => {
		await createSessionActions(queryClient).applySignIn("login", { user, sessionId: "secret-session" });
		expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain("secret-session");
	});
});
