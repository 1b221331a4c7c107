import { showSignInOptions } from "@first-bounce/contract/accounts/auth";
import { getUser, showMyProfile } from "@first-bounce/contract/accounts/user";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { fakeApi, notSignedIn, refusal, success } from "../../../../testing/web/fake-api.ts";
import { buildUser, renderAt } from "../../../../testing/web/render-at.tsx";
import { loadPkceRequest } from "../../app/session/pkce-request.ts";
import { ErrorModal } from "../../components/error-modal/error-modal.tsx";
import { InitiateScreen } from "./initiate-screen.tsx";

const OPTIONS = {
	authorizeUrl: "https://id.example.test/auth",
	endSessionUrl: null,
	clientId: "first-bounce",
	scope: "openid",
	providers: [],
	demo: false,
};

test("a visitor is sent to the provider's sign-in (D1.2.05, D1.2.07)", async () => {
	const opened: string[] = [];
	const { origin, href } = location;
	vi.stubGlobal("location", { origin, href, pathname: "/initiate", assign: (url: string) => opened.push(url) });
	fakeApi({ "/user": notSignedIn, "/auth/options": () => success(showSignInOptions, OPTIONS) });
	renderAt("/initiate", <InitiateScreen />);
	await waitFor(() => expect(opened).toHaveLength(1));
	const { searchParams } = new URL(opened[0] ?? "");
	expect(opened[0]).toMatch(/^https:\/\/id\.example\.test\/auth\?response_type=code&client_id=first-bounce&/);
	expect(searchParams.get("redirect_uri")).toBe("http://localhost:3000/login/callback");
	expect(searchParams.get("state")).toBe(loadPkceRequest()?.state);
});

test("a signed-in user is redirected to the team (D1.2.07)", async () => {
	fakeApi({
		"/user": () => success(getUser, { user: buildUser() }),
		"/fantasy/user-profile/show-my": () => success(showMyProfile, { userProfile: { teamName: "Kit Bag" } }),
	});
	const { getAddress } = renderAt("/initiate", <InitiateScreen />);
	await waitFor(() => expect(getAddress()).toBe("/team"));
});

test("if the sign-in cannot start, the home page opens with the reason", async () => {
	fakeApi({ "/user": notSignedIn, "/auth/options": () => refusal(404, "no-provider", "No identity provider") });
	const { getAddress } = renderAt(
		"/initiate",
		<>
			<InitiateScreen />
			<ErrorModal />
		</>,
	);
	expect((await screen.findByRole("alertdialog")).textContent).toContain("No identity provider");
	// The address changes in an effect that may follow the dialog.
	await waitFor(() => expect(getAddress()).toBe("/"));
});

test("a visitor who comes back from the provider sees the home page", async () => {
	const assign = vi.fn();
	const { origin, href } = location;
	vi.stubGlobal("location", { origin, href, pathname: "/initiate", assign });
	fakeApi({ "/user": notSignedIn, "/auth/options": () => success(showSignInOptions, OPTIONS) });
	const { getAddress } = renderAt("/initiate", <InitiateScreen />);
	await waitFor(() => expect(assign).toHaveBeenCalledOnce());
	expect(getAddress()).toBe("/initiate");
	// The browser shows the page as it was left.
	fireEvent(window, Object.assign(new Event("pageshow"), { persisted: true }));
	await waitFor(() => expect(getAddress()).toBe("/"));
});
