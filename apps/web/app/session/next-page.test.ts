import { describe, expect, test } from "vitest";
import { clearNextPage, getNextPage, loadReturnPage, saveReturnPage } from "./next-page.ts";
import { loadInvitation, saveInvitation, saveInvitationFromUrl } from "./pending-invitation.ts";

const ACTIVE = { isActive: true };
const INACTIVE = { isActive: false };
const saveCode = (code: string) => saveInvitation({ code, invite: null });

describe("after signing in", () => {
	test("a user goes to the team when no page was saved", () => {
		expect(getNextPage(ACTIVE)).toBe("/team");
	});

	test("an operator without a team goes to the console", () => {
		expect(getNextPage({ isActive: true, isOperator: true, fantasyTeamName: null })).toBe("/operator");
		expect(getNextPage({ isActive: true, isOperator: true, fantasyTeamName: "Kit Bag" })).toBe("/team");
	});

	test("the user returns to the page that required the sign-in (D1.2.35, D1.2.37, D2.2.34)", () => {
		saveReturnPage("/rankings?round=3");
		expect(getNextPage(ACTIVE)).toBe("/rankings?round=3");
	});

	test("a pending invitation takes precedence over the saved page, once (D1.2.40, D2.2.36, D2.6.04)", () => {
		saveReturnPage("/rankings");
		saveCode("abc234");
		expect(getNextPage(ACTIVE)).toBe("/leagues/join/ABC234");
		clearNextPage(ACTIVE);
		expect(getNextPage(ACTIVE)).toBe("/team");
	});

	test("the invitation keeps the token from its email", () => {
		saveInvitation({ code: "ABC234", invite: "Tok-en_9" });
		expect(getNextPage(ACTIVE)).toBe("/leagues/join/ABC234?invite=Tok-en_9");
	});

	test("an inactive account is reactivated first, and its invitation stays pending", () => {
		saveCode("ABC234");
		expect(getNextPage(INACTIVE)).toBe("/recover-team");
		clearNextPage(INACTIVE);
		expect(loadInvitation()).toEqual({ code: "ABC234", invite: null });
	});
});

describe("an invitation page before signing in", () => {
	test.each([
		["/leagues/join/abc234", "", { code: "ABC234", invite: null }],
		["/leagues/join/ABC234", "?search=ruck&invite=token", { code: "ABC234", invite: "token" }],
	])("%s%s saves its invitation", (pathname, search, pending) => {
		saveInvitationFromUrl({ pathname, search });
		expect(loadInvitation()).toEqual(pending);
	});

	test.each(["/leagues/join", "/help/prizes"])("%s without a league's code saves none", (pathname) => {
		saveInvitationFromUrl({ pathname, search: "?invite=token" });
		expect(loadInvitation()).toBeNull();
	});
});

describe("the saved values", () => {
	test.each(["<script>", "a b", "x".repeat(101)])("never include an invalid token: %s", (invite) => {
		saveInvitation({ code: "ABC234", invite });
		expect(getNextPage(ACTIVE)).toBe("/leagues/join/ABC234");
	});

	test.each(["https://evil.example/", "//evil.example", "/\\evil.example", "team"])(
		"never include a page of another site: %s",
		(page) => {
			saveReturnPage(page);
			sessionStorage.setItem("remembered_page", page);
			expect(loadReturnPage()).toBeNull();
		},
	);

	test.each(["", "ABC23", "ABC2345", "ABCI23", "ABC0L1", "../../"])(
		"never include an invalid league code: %s",
		(code) => {
			saveCode(code);
			expect(loadInvitation()).toBeNull();
		},
	);
});
