import { authLogout, signInOptions } from "@first-bounce/contract/accounts/auth";
import { getUser, showMyProfile } from "@first-bounce/contract/accounts/user";
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { checkSession, SESSION_KEY, VISITOR } from "../../api/session.ts";
import { fakeApi, refusal, success } from "../../testing/fake-api.ts";
import { aUser } from "../../testing/render-at.tsx";
import { keptIdentityToken } from "./identity-token.ts";
import { keepProof, keptProof } from "./kept-proof.ts";
import { newProof } from "./proof.ts";
import { rememberedPage, rememberPage } from "./remembered-page.ts";
import { sessionFlags, setSessionFlags } from "./session-flags.ts";
import { sessionActions } from "./use-session-actions.ts";

const user = aUser();
const OPTIONS = {
	authorizeUrl: "https://id.example.test/authorize",
	endSessionUrl: "https://id.example.test/logout",
	clientId: "game",
	scope: "openid",
	demo: false,
};
const signedOut = () => success(authLogout, { signedOut: true });
const answers = { "/auth/logout": signedOut, "/auth/options": () => success(signInOptions, OPTIONS) };

let queries: QueryClient;
const shown = () => queries.getQueryData(SESSION_KEY);
beforeEach(() => {
	queries = new QueryClient();
});

describe("checking the session at the start", () => {
	test("loads the user first, then the fantasy profile (D1.4.18, D1.4.21)", async () => {
		const { asked } = fakeApi({
			"/user": () => success(getUser, { user }),
			"/fantasy/user-profile/show-my": () => success(showMyProfile, { userProfile: { teamName: "Kit Bag" } }),
		});
		expect(await checkSession()).toEqual({ user, teamName: "Kit Bag" });
		expect(asked).toEqual(["GET /user", "GET /fantasy/user-profile/show-my"]);
	});

	test("takes a refusal for a visitor, silently (D1.4.19)", async () => {
		fakeApi({ "/user": () => refusal(401, "not-signed-in", "Please sign in first") });
		expect(await checkSession()).toEqual(VISITOR);
	});

	test("takes nothing else for a visitor: too many requests, or a page that is left before the answer is whole", async () => {
		const deleteCookie = vi.fn(async () => undefined);
		vi.stubGlobal("cookieStore", { delete: deleteCookie });
		fakeApi({ "/user": () => refusal(429, "too-many-requests", "Too many attempts") });
		await expect(checkSession()).rejects.toMatchObject({ status: 429 });
		vi.stubGlobal("fetch", async () => new Response('{"success":{"us'));
		await expect(checkSession()).rejects.toThrow(SyntaxError);
		expect(deleteCookie).not.toHaveBeenCalled();
	});
});

describe("a session in the browser", () => {
	test("login sets the user and clears the logged-out flag (D1.4.22)", async () => {
		setSessionFlags({ wasLoggedOut: true });
		keepProof(newProof());
		await sessionActions(queries).signedIn("login", { user, sessionId: "s1", identityToken: "token" });
		expect(shown()).toEqual({ user, teamName: "Kit Bag" });
		expect(sessionFlags().wasLoggedOut).toBe(false);
		expect(keptIdentityToken()).toBe("token");
		expect(keptProof()).toBeNull();
	});

	test("logout clears the user and what was remembered, and sets the logged-out flag (D1.4.23, D1.7.12)", async () => {
		const { asked } = fakeApi(answers);
		const actions = sessionActions(queries);
		await actions.signedIn("login", { user, sessionId: "s1" });
		queries.setQueryData(["call", "/fantasy/team/show-my", {}], { team: "hers" });
		rememberPage("/rankings");
		expect(await actions.signOut()).toBeNull();
		expect(shown()).toEqual(VISITOR);
		expect(sessionFlags().wasLoggedOut).toBe(true);
		expect(rememberedPage()).toBeNull();
		expect(queries.getQueryData(["call", "/fantasy/team/show-my", {}])).toBeUndefined();
		expect(asked).toEqual(["POST /auth/logout"]);
	});

	test("logout with an identity token ends at the provider, and the token is forgotten (D1.4.38)", async () => {
		fakeApi(answers);
		const actions = sessionActions(queries);
		await actions.signedIn("login", { user, sessionId: "s1", identityToken: "token" });
		expect(await actions.signOut()).toContain("https://id.example.test/logout?id_token_hint=token");
		expect(keptIdentityToken()).toBeNull();
	});

	test("a logout that the server did not hear leaves the person signed in", async () => {
		fakeApi({ "/auth/logout": () => refusal(503, "busy", "Too much is going on") });
		const actions = sessionActions(queries);
		await actions.signedIn("login", { user, sessionId: "s1" });
		await expect(actions.signOut()).rejects.toThrow("Too much is going on");
		expect(shown()).toEqual({ user, teamName: "Kit Bag" });
	});

	test("leaving the account clears the user and sets the logged-out flag (D1.4.24)", async () => {
		const actions = sessionActions(queries);
		await actions.signedIn("login", { user, sessionId: "s1" });
		await actions.left();
		expect(shown()).toEqual(VISITOR);
		expect(sessionFlags().wasLoggedOut).toBe(true);
	});

	test("recovering sets the user and that she is now recovered (D1.4.25)", async () => {
		await sessionActions(queries).recovered(user);
		expect(shown()).toEqual({ user, teamName: "Kit Bag" });
		expect(sessionFlags().isNowRecovered).toBe(true);
	});
});

describe("an app around the page", () => {
	const heard: unknown[] = [];
	const bridge = { postMessage: (message: string) => heard.push(JSON.parse(message)) };

	test("is told of login, registration and logout with the session's id, as JSON to FirstBounceBridge (D1.4.41, D1.4.42, D1.4.43, D1.4.44)", async () => {
		vi.stubGlobal("FirstBounceBridge", bridge);
		fakeApi(answers);
		vi.stubGlobal("FirstBounceBridge", bridge);
		const actions = sessionActions(queries);
		await actions.signedIn("login", { user, sessionId: "s1" });
		await actions.signOut();
		await actions.signedIn("registration", { user, sessionId: "s2" });
		await actions.signOut();
		expect(heard).toEqual([
			{ type: "login", sessionId: "s1" },
			{ type: "logout", sessionId: "s1" },
			{ type: "registration", sessionId: "s2" },
			{ type: "logout", sessionId: "s2" },
		]);
	});

	test("is the only reason to keep a session's id in the page", async () => {
		await sessionActions(queries).signedIn("login", { user, sessionId: "secret-session" });
		expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain("secret-session");
	});
});
