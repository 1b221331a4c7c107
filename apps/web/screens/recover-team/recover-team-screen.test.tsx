import { reactivateUser } from "@first-bounce/contract/accounts/account";
import { checkTeamName, getUser, showMyProfile } from "@first-bounce/contract/accounts/user";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { fakeApi, refusal, success } from "../../../../testing/web/fake-api.ts";
import { buildUser, renderAt } from "../../../../testing/web/render-at.tsx";
import { getSessionFlags } from "../../app/session/session-flags.ts";
import { RecoverTeamScreen } from "./recover-team-screen.tsx";

async function open(check = () => success(checkTeamName, { isAvailable: true })) {
	const api = fakeApi({
		"/user": () => success(getUser, { user: buildUser({ isActive: false }) }),
		"/fantasy/user-profile/show-my": () => success(showMyProfile, { userProfile: { teamName: "Kit Bag" } }),
		"/user/check-team-name": check,
		"/user/recover": () => success(reactivateUser, { user: buildUser() }),
	});
	renderAt("/recover-team", <RecoverTeamScreen />);
	const name = await screen.findByLabelText("Team name");
	return { ...api, name, submit: () => fireEvent.click(screen.getByRole("button", { name: "Recover my team" })) };
}
const accept = (label: string) => fireEvent.click(screen.getByLabelText(label));

describe("recovering a team", () => {
	test("requires a team name and accepted terms (D1.2.11, D1.5.18, D1.5.20)", async () => {
		const { name, submit, posted } = await open();
		expect(screen.getByRole("heading", { level: 1, name: "Welcome back, Kit" })).toBeDefined();
		fireEvent.change(name, { target: { value: "" } });
		submit();
		expect(await screen.findAllByText("Please provide your team name")).toHaveLength(2);
		expect(screen.getAllByText("Please accept the Terms & Conditions")).toHaveLength(2);
		expect(posted).toEqual([]);
	});

	test("checks the name on blur (D1.5.19)", async () => {
		const { name, posted } = await open(() => refusal(422, "team-name-taken", "That team name is taken"));
		fireEvent.change(name, { target: { value: "Ruck to the Future" } });
		fireEvent.blur(name);
		expect(await screen.findByText("That team name is taken")).toBeDefined();
		expect(posted).toEqual([{ path: "/user/check-team-name", body: { teamName: "Ruck to the Future" } }]);
	});

	test("suggests the old name, sends the opt-in, marks the recovery (D1.4.25, D1.5.21)", async () => {
		const { name, submit, posted } = await open();
		expect(name).toHaveProperty("value", "Kit Bag");
		accept("I accept the Terms & Conditions");
		accept("The game's sponsors may send me offers");
		submit();
		await waitFor(() => expect(getSessionFlags().hasJustRecovered).toBe(true));
		expect(posted.at(-1)).toEqual({
			path: "/user/recover",
			body: { teamName: "Kit Bag", terms: true, sponsorOptIn: true },
		});
	});
});
