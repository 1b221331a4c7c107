import { showSignInOptions } from "@first-bounce/contract/accounts/auth";
import { getUser, showMyProfile } from "@first-bounce/contract/accounts/user";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { describe, expect, test, vi } from "vitest";
import { fakeApi, refusal, success } from "../../../testing/web/fake-api.ts";
import { buildUser, renderAt } from "../../../testing/web/render-at.tsx";
import { ErrorModal } from "../components/error-modal/error-modal.tsx";
import { queue as toasts } from "../components/toast/toasts.tsx";
import type { ScreenName } from "./access.ts";
import { Guard, SessionGate } from "./guard.tsx";
import { loadReturnPage } from "./session/next-page.ts";
import { saveInvitation } from "./session/pending-invitation.ts";
import { getSessionFlags } from "./session/session-flags.ts";
import { createSessionActions } from "./session/use-session-actions.ts";

const SCREENS = {
	"/my-account": "myAccount",
	"/recover-team": "recoverTeam",
	"/operator": "operator",
	"/leagues": "leagues",
	"/rankings": "rankings",
	"/": "home",
} as const;

const OPTIONS = {
	authorizeUrl: "https://id.example.test/authorize",
	endSessionUrl: null,
	clientId: "game",
	scope: "openid",
	providers: [],
	demo: false,
};
const NOT_SIGNED_IN = () => refusal(401, "not-signed-in", "Please sign in first");
function open(
	path: string,
	user: ReturnType<typeof buildUser> | null,
	{ cookie = "signed_in=1", refuse = NOT_SIGNED_IN } = {},
) {
	const { requests } = fakeApi({
		"/user": () => (user ? success(getUser, { user }) : refuse()),
		"/fantasy/user-profile/show-my": () => success(showMyProfile, { userProfile: { teamName: "Kit Bag" } }),
		"/auth/options": () => success(showSignInOptions, OPTIONS),
	});
	Object.defineProperty(document, "cookie", { value: cookie, configurable: true });
	const renderGuarded = (at: string, name: ScreenName) => (
		<Route
			key={at}
			path={at}
			element={
				<Guard screen={name}>
					<p>{`the screen ${name}`}</p>
				</Guard>
			}
		/>
	);
	const page = renderAt(
		path,
		<>
			<SessionGate>
				<Routes>
					{Object.entries(SCREENS).map(([at, name]) => renderGuarded(at, name))}
					<Route path="*" element={<p>another page</p>} />
				</Routes>
			</SessionGate>
			<ErrorModal />
		</>,
	);
	return { ...page, requests };
}

describe("a guarded page", () => {
	test("shows a loader until the session is known (D1.4.18, D1.4.20, D2.2.90)", async () => {
		const { requests } = open("/my-account", buildUser());
		expect(screen.getByRole("status", { name: "Loading" })).toBeDefined();
		expect(screen.queryByText(/the screen/)).toBeNull();
		expect(await screen.findByText("the screen myAccount")).toBeDefined();
		expect(requests[0]).toBe("GET /user");
	});

	test("does not ask for the session unless somebody signed in (D1.4.18)", async () => {
		const { getAddress, requests } = open("/my-account", buildUser(), { cookie: "theme=dark" });
		await waitFor(() => expect(getAddress()).toBe("/"));
		expect(requests).not.toContain("GET /user");
	});

	test("redirects a visitor home without an error and saves the page (D1.2.22, D1.2.35, D1.4.19, D1.8.06)", async () => {
		const { getAddress } = open("/my-account?from=mail", null);
		await waitFor(() => expect(getAddress()).toBe("/"));
		expect(loadReturnPage()).toBe("/my-account?from=mail");
		expect(screen.queryByRole("alertdialog")).toBeNull();
	});

	test("loads the user once and offers to retry without modal (D1.8.06)", async () => {
		const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
		let refuse = () => refusal(503, "busy", "The game is being updated");
		const { getAddress, requests } = open("/my-account", null, { refuse: () => refuse() });
		expect(await screen.findByRole("button", { name: "Try again" })).toBeDefined();
		expect(screen.queryByRole("alertdialog")).toBeNull();
		expect(getAddress()).toBe("/my-account");
		refuse = NOT_SIGNED_IN;
		fireEvent.click(screen.getByRole("button", { name: "Try again" }));
		await waitFor(() => expect(getAddress()).toBe("/"));
		expect(requests).toEqual(["GET /user", "GET /user"]);
		expect(warn).toHaveBeenCalledOnce();
	});

	test("asks a visitor to sign in to the console", async () => {
		const { getAddress } = open("/operator", null);
		expect(await screen.findByRole("heading", { name: "Sign in to the operator console" })).toBeDefined();
		expect(getAddress()).toBe("/operator");
		fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
		expect(loadReturnPage()).toBe("/operator");
	});

	test("that needs a team leads operators without one to the console (D2.9.231)", async () => {
		const operator = buildUser({ isOperator: true, fantasyTeamName: null });
		const { getAddress, unmount } = open("/leagues", operator);
		expect(await screen.findByRole("heading", { name: "This page needs a team" })).toBeDefined();
		expect(screen.queryByText(/the screen/)).toBeNull();
		fireEvent.click(screen.getByRole("link", { name: "Operator console" }));
		expect(getAddress()).toBe("/operator");
		unmount();
		open("/rankings", operator);
		expect(await screen.findByText("the screen rankings")).toBeDefined();
	});

	test("is not saved for someone who signs out on it (D1.2.03)", async () => {
		const { getAddress, queryClient } = open("/my-account", buildUser());
		await screen.findByText("the screen myAccount");
		await act(() => createSessionActions(queryClient).applySignOut());
		await waitFor(() => expect(getAddress()).toBe("/"));
		expect(loadReturnPage()).toBeNull();
	});

	test("redirects an inactive account to recovery, which visitors may not see (D1.2.12, D1.2.39, D1.4.26)", async () => {
		const inactive = open("/my-account", buildUser({ isActive: false }));
		expect(await screen.findByText("the screen recoverTeam")).toBeDefined();
		expect(inactive.getAddress()).toBe("/recover-team");
		inactive.unmount();
		const visitor = open("/recover-team", null);
		await waitFor(() => expect(visitor.getAddress()).toBe("/"));
	});

	test("redirects to the team after recovery and greets the user once (D1.4.25)", async () => {
		const { getAddress, queryClient } = open("/recover-team", buildUser({ isActive: false }));
		await screen.findByText("the screen recoverTeam");
		await act(() => createSessionActions(queryClient).applyRecovery(buildUser()));
		await waitFor(() => expect(getAddress()).toBe("/team"));
		expect(toasts.visibleToasts.map(({ content }) => content.text)).toEqual([
			"Welcome back, Kit! Your team is just as you left it.",
		]);
		expect(getSessionFlags().hasJustRecovered).toBe(false);
	});

	test("redirects to a pending invitation after team recovery", async () => {
		saveInvitation({ code: "ABC234", invite: null });
		const { getAddress, queryClient } = open("/recover-team", buildUser({ isActive: false }));
		await screen.findByText("the screen recoverTeam");
		await act(() => createSessionActions(queryClient).applyRecovery(buildUser()));
		await waitFor(() => expect(getAddress()).toBe("/leagues/join/ABC234"));
	});
});
