import { describe, expect, test } from "vitest";
import { forgetNextPage, nextPage } from "./next-page.ts";
import { keepInvitation, keepInvitationOf, pendingInvitation } from "./pending-invitation.ts";
import { rememberedPage, rememberPage } from "./remembered-page.ts";

const ACTIVE = { isActive: true };
const INACTIVE = { isActive: false };
const keepCode = (code: string) => keepInvitation({ code, invite: null });

describe("after signing in", () => {
	test("a person goes to her team when nothing was remembered", () => {
		expect(nextPage(ACTIVE)).toBe("/team");
	});

	test("an operator without a team goes to the console", () => {
		expect(nextPage({ isActive: true, isOperator: true, fantasyTeamName: null })).toBe("/operator");
		expect(nextPage({ isActive: true, isOperator: true, fantasyTeamName: "Kit Bag" })).toBe("/team");
	});

	test("she goes back to the page that asked her to sign in (D1.2.35, D1.2.37)", () => {
		rememberPage("/rankings?round=3");
		expect(nextPage(ACTIVE)).toBe("/rankings?round=3");
	});

	test("a pending invitation beats the remembered page, once (D1.2.40, D2.2.36)", () => {
		rememberPage("/rankings");
		keepCode("abc234");
		expect(nextPage(ACTIVE)).toBe("/leagues/join/ABC234");
		forgetNextPage(ACTIVE);
		expect(nextPage(ACTIVE)).toBe("/team");
	});

	test("the token of the mail that brought an invitation goes with it", () => {
		keepInvitation({ code: "ABC234", invite: "Tok-en_9" });
		expect(nextPage(ACTIVE)).toBe("/leagues/join/ABC234?invite=Tok-en_9");
	});

	test("an inactive account is recovered first, and its invitation stays pending (C-46)", () => {
		keepCode("ABC234");
		expect(nextPage(INACTIVE)).toBe("/recover-team");
		forgetNextPage(INACTIVE);
		expect(pendingInvitation()).toEqual({ code: "ABC234", invite: null });
	});
});

describe("on the way to the login", () => {
	test.each([
		["/leagues/join/abc234", "", { code: "ABC234", invite: null }],
		["/leagues/join/ABC234", "?search=ruck&invite=token", { code: "ABC234", invite: "token" }],
		["/leagues/join", "?invite=token", null],
		["/help/prizes", "?invite=token", null],
	])("%s%s leaves pending what it is an invitation to (C-15)", (pathname, search, pending) => {
		keepInvitationOf({ pathname, search });
		expect(pendingInvitation()).toEqual(pending);
	});
});

describe("what is kept", () => {
	test.each(["<script>", "a b", "x".repeat(101)])("is never what no mail's token can be: %s", (invite) => {
		keepInvitation({ code: "ABC234", invite });
		expect(nextPage(ACTIVE)).toBe("/leagues/join/ABC234");
	});

	test.each(["https://evil.example/", "//evil.example", "/\\evil.example", "team"])(
		"is never another site's page: %s",
		(page) => {
			rememberPage(page);
			sessionStorage.setItem("remembered_page", page);
			expect(rememberedPage()).toBeNull();
		},
	);

	test.each(["", "ABC23", "ABC2345", "ABCI23", "ABC0L1", "../../"])(
		"is never what no league's code can be: %s",
		(code) => {
			keepCode(code);
			expect(pendingInvitation()).toBeNull();
		},
	);
});
