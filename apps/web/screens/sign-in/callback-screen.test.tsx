import { aflIdLogin } from "@first-bounce/contract/accounts/auth";
import { getUser, showMyProfile } from "@first-bounce/contract/accounts/user";
import { screen, waitFor } from "@testing-library/react";
import { StrictMode } from "react";
import { Route, Routes } from "react-router";
import { describe, expect, test } from "vitest";
import { fakeApi, refusal, success } from "../../../../testing/web/fake-api.ts";
import { buildUser, renderAt } from "../../../../testing/web/render-at.tsx";
import { createPkceRequest } from "../../app/session/pkce.ts";
import { savePkceRequest } from "../../app/session/pkce-request.ts";
import { loadUnregistered } from "../../app/session/unregistered-identity.ts";
import { CallbackScreen } from "./callback-screen.tsx";

const PROFILE = { firstName: "Kit", lastName: null, email: "kit@example.test" };
const UNKNOWN = () => refusal(404, "not-registered", "This identity has no team yet", { profile: PROFILE });
const KNOWN = () => success(aflIdLogin, { user: buildUser(), identityToken: "t", sessionId: "s1" });

function returnFromLogin(search: string, login: Parameters<typeof fakeApi>[0][string], user = buildUser()) {
	let isSignedIn = false;
	const api = fakeApi({
		"/afl-id/login": async (body, request) => {
			const response = await login(body, request);
			isSignedIn = response.status === 200;
			return response;
		},
		"/user": () => (isSignedIn ? success(getUser, { user }) : refusal(401, "not-signed-in", "")),
		"/fantasy/user-profile/show-my": () => success(showMyProfile, { userProfile: { teamName: "Kit Bag" } }),
	});
	const page = renderAt(
		`/login/callback${search}`,
		<StrictMode>
			<Routes>
				<Route path="/login/callback" element={<CallbackScreen />} />
				<Route path="*" element={<p>elsewhere</p>} />
			</Routes>
		</StrictMode>,
	);
	return { ...page, listLogins: () => api.posted.filter(({ path }) => path === "/afl-id/login") };
}

const startSignIn = () => {
	const pkceRequest = createPkceRequest();
	savePkceRequest(pkceRequest);
	return pkceRequest;
};

describe("coming back from the identity provider", () => {
	test("posts code and verifier once, and signs in a known user (D1.2.08, D1.2.09, D1.4.34, D1.4.35, D1.7.04)", async () => {
		const { state, verifier, nonce } = startSignIn();
		const { listLogins, getAddress } = returnFromLogin(`?code=c0de&state=${state}`, KNOWN);
		await waitFor(() => expect(getAddress()).toBe("/team"));
		expect(listLogins()).toEqual([
			{
				path: "/afl-id/login",
				body: { code: "c0de", codeVerifier: verifier, redirectUrl: `${location.origin}/login/callback`, nonce },
			},
		]);
	});

	test("shows an unknown identity the registration form with its profile (D1.2.09, D1.4.36)", async () => {
		const { state } = startSignIn();
		returnFromLogin(`?code=c0de&state=${state}`, UNKNOWN);
		expect(await screen.findByRole("heading", { name: "Welcome, Kit" })).toBeDefined();
		expect(screen.getByText("Signed in as kit@example.test")).toBeDefined();
	});

	test("asks for an unknown identity without a failed request [D2.9.690]", async () => {
		const { state } = startSignIn();
		const preferences: (string | null)[] = [];
		returnFromLogin(`?code=c0de&state=${state}`, (_, { headers }) => {
			preferences.push(headers.get("prefer"));
			return UNKNOWN();
		});
		await screen.findByRole("heading", { name: "Welcome, Kit" });
		expect(preferences).toEqual(["status=200"]);
	});

	test("keeps the form after a reload without sending the code again (D1.4.37)", async () => {
		const { state } = startSignIn();
		const first = returnFromLogin(`?code=c0de&state=${state}`, UNKNOWN);
		await screen.findByRole("heading", { name: "Welcome, Kit" });
		expect(loadUnregistered("c0de")).toEqual({ code: "c0de", status: 404, profile: PROFILE });
		first.unmount();
		const again = returnFromLogin(`?code=c0de&state=${state}`, UNKNOWN);
		expect(await screen.findByRole("heading", { name: "Welcome, Kit" })).toBeDefined();
		expect(screen.getByText("Signed in as kit@example.test")).toBeDefined();
		expect(again.listLogins()).toEqual([]);
	});

	test("rejects a state that this browser did not create, without a request", async () => {
		startSignIn();
		const { listLogins } = returnFromLogin("?code=c0de&state=forged", KNOWN);
		expect(await screen.findByText(/This sign-in was started in another browser/)).toBeDefined();
		expect(listLogins()).toEqual([]);
	});

	test("shows the reason for a refused code and a new sign-in", async () => {
		const { state } = startSignIn();
		returnFromLogin(`?code=c0de&state=${state}`, () => refusal(401, "code-refused", "The code was refused"));
		expect(await screen.findByText("The code was refused")).toBeDefined();
		expect(screen.getByRole("button", { name: "Sign in again" })).toBeDefined();
		expect(localStorage).toHaveLength(0);
	});
});
