import {
	deactivateAccount,
	reactivateUser,
	renameTeam,
	showDeactivatedUser,
	updateUser,
} from "@first-bounce/contract/accounts/account";
import { authLogin } from "@first-bounce/contract/accounts/auth";
import { exportOwnData } from "@first-bounce/contract/accounts/own-data";
import { getUser, showMyProfile } from "@first-bounce/contract/accounts/user";
import { showMyTeam } from "@first-bounce/contract/team/team";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import { createManager, createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

/** Creates a manager who deactivated the account and has signed in again. */
async function createReturningUser(teamName: string) {
	const { user, client } = await createManager(app, teamName);
	const { team } = await client(showMyTeam, {});
	await client(deactivateAccount, {});
	const credentials = { email: user.email, password: "a long enough secret" };
	const { sessionId, user: returned } = await app.visitor(authLogin, { body: credentials });
	return { user, team, returned, client: app.as(sessionId) };
}

test("deactivation ends every session and keeps name and team (D1.7.21)", async () => {
	const { user, client, sessionId } = await createManager(app, "Gone Fishing");
	const { sessionId: phone } = await app.visitor(authLogin, {
		body: { email: user.email, password: "a long enough secret" },
	});
	await client(deactivateAccount, {});
	for (const token of [sessionId, phone]) expect((await getApiFailure(app.as(token)(getUser, {}))).status).toBe(401);
	const rows = await app.database.db.selectFrom("teams").where("user_id", "=", user.id).select("id").execute();
	expect(rows).toHaveLength(1);
	const rename = (await createManager(app)).client(renameTeam, { body: { teamName: "gone fishing" } });
	expect((await getApiFailure(rename)).message).toBe("That team name is taken");
});

test("a deactivated user can only see the profile and export data (D1.3.03, D1.6.03, D1.7.13, D2.6.20)", async () => {
	const { returned, client } = await createReturningUser("Half Time");
	expect(returned.isActive).toBe(false);
	expect((await client(getUser, {})).user.isActive).toBe(false);
	expect((await client(showMyProfile, {})).userProfile.teamName).toBe("Half Time");
	expect((await client(exportOwnData, {})).user.id).toBe(returned.id);
	for (const refused of [
		() => client(showMyTeam, {}),
		() => client(updateUser, { body: { firstName: "Nope" } }),
		() => client(renameTeam, { body: { teamName: "Nope" } }),
		() => client(deactivateAccount, {}),
	])
		expect(await getApiFailure(refused())).toMatchObject({
			status: 403,
			code: "not-active",
			message: "This account is not active. Recover your team to continue",
		});
	expect((await client(getUser, {})).user.firstName).toBe(returned.firstName);
});

test("returning-user shows an inactive account and refuses an active one (D1.7.11, D1.7.25)", async () => {
	const { returned, client } = await createReturningUser("Coming Back");
	expect((await client(showDeactivatedUser, {})).user).toEqual(returned);
	const active = await createManager(app);
	expect((await getApiFailure(active.client(showDeactivatedUser, {}))).code).toBe("already-active");
	const terms = { teamName: "Never Away", terms: true as const };
	expect((await getApiFailure(active.client(reactivateUser, { body: terms }))).code).toBe("already-active");
});

test("recovery reactivates account and team after the terms are accepted (D1.1.21, D1.5.20)", async () => {
	const { team, client } = await createReturningUser("Second Half");
	const unaccepted = { teamName: "Second Half", terms: false } as never;
	expect((await getApiFailure(client(reactivateUser, { body: unaccepted }))).code).toBe("invalid-field");
	const body = { teamName: "second half", terms: true, sponsorOptIn: true } as const;
	const { user } = await client(reactivateUser, { body });
	expect(user).toMatchObject({ isActive: true, fantasyTeamName: "second half" });
	const again = (await client(showMyTeam, {})).team;
	expect(again).toEqual({ ...team, name: "second half", teamName: "second half" });
	expect((await getApiFailure(client(reactivateUser, { body }))).code).toBe("already-active");
	const row = await app.database.db
		.selectFrom("users")
		.where("id", "=", user.id)
		.select(["sponsor_opt_in", "terms_accepted_at"])
		.executeTakeFirstOrThrow();
	expect(row).toEqual({ sponsor_opt_in: true, terms_accepted_at: new Date(app.clocks.wallNow()) });
});

test("recovery with another user's team name is refused", async () => {
	await createManager(app, "Full Back");
	const { client } = await createReturningUser("Full Forward");
	const body = { teamName: "FULL back", terms: true } as const;
	expect((await getApiFailure(client(reactivateUser, { body }))).message).toBe("That team name is taken");
	expect((await client(getUser, {})).user).toMatchObject({ isActive: false, fantasyTeamName: "Full Forward" });
});
