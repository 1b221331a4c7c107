import { getUser, showMyProfile } from "@first-bounce/contract/accounts/user";
import { waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { SessionGate } from "../../app/guard.tsx";
import { fakeApi, refusal, success } from "../../testing/fake-api.ts";
import { aUser, renderAt } from "../../testing/render-at.tsx";
import { InitiateScreen } from "./initiate-screen.tsx";

const CASES: [string, boolean, string][] = [
	["a visitor home", false, "/"],
	["a signed-in user to the team", true, "/team"],
];

test.each(CASES)("session start only redirects %s (D1.2.07)", async (_, isSignedIn, place) => {
	const { posted } = fakeApi({
		"/user": () => (isSignedIn ? success(getUser, { user: aUser() }) : refusal(401, "not-signed-in", "")),
		"/fantasy/user-profile/show-my": () => success(showMyProfile, { userProfile: { teamName: "Kit Bag" } }),
	});
	const { address } = renderAt(
		"/initiate",
		<SessionGate>
			<InitiateScreen />
		</SessionGate>,
	);
	await waitFor(() => expect(address()).toBe(place));
	expect(posted).toEqual([]);
});
