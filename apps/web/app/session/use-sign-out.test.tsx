import { authLogout } from "@first-bounce/contract/accounts/auth";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeApi, success } from "../../../../testing/web/fake-api.ts";
import { renderAt } from "../../../../testing/web/render-at.tsx";
import { ErrorModal } from "../../components/error-modal/error-modal.tsx";
import { useSignOut } from "./use-sign-out.ts";

const SignOutButton = () => {
	const { signOut } = useSignOut();
	return (
		<button type="button" onClick={signOut}>
			Leave
		</button>
	);
};

function pressSignOut() {
	const { requests } = fakeApi({ "/auth/logout": () => success(authLogout, { signedOut: true }) });
	renderAt(
		"/",
		<>
			<SignOutButton />
			<ErrorModal />
		</>,
	);
	fireEvent.click(screen.getByRole("button", { name: "Leave" }));
	return requests;
}

test("signs out at once if no team is unsaved", async () => {
	localStorage.setItem("team_plan:7", "{}");
	const requests = pressSignOut();
	await waitFor(() => expect(requests).toEqual(["POST /auth/logout"]));
	expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("asks before it deletes an unsaved team, which Cancel keeps", async () => {
	localStorage.setItem("team_draft:7", "{}");
	const requests = pressSignOut();
	await screen.findByRole("alertdialog", { name: "Unsaved changes" });
	fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
	await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
	expect([requests, localStorage.getItem("team_draft:7")]).toEqual([[], "{}"]);

	fireEvent.click(screen.getByRole("button", { name: "Leave" }));
	fireEvent.click(await screen.findByRole("button", { name: "Sign out" }));
	await waitFor(() => expect(requests).toEqual(["POST /auth/logout"]));
	await waitFor(() => expect(localStorage.getItem("team_draft:7")).toBeNull());
});
