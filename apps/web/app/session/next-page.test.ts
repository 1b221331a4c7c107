import { beforeEach, describe, expect, test } from "vitest";
import { forgetNextPage, nextPage } from "./next-page.ts";
import { keepLeagueCode, pendingLeagueCode } from "./pending-league-code.ts";
import { rememberedPage, rememberPage } from "./remembered-page.ts";

const ACTIVE = { isActive: true };
const INACTIVE = { isActive: false };

beforeEach(() => {
	localStorage.clear();
	sessionStorage.clear();
});

describe("after signing in", () => {
	test("a person goes to her team when nothing was remembered", () => {
		expect(nextPage(ACTIVE)).toBe("/team");
	});

	test("she goes back to the page that asked her to sign in (D1.2.35, D1.2.37)", () => {
		rememberPage("/rankings?round=3");
		expect(nextPage(ACTIVE)).toBe("/rankings?round=3");
	});

	test("a pending invitation beats the remembered page, once (D2.2.36)", () => {
		rememberPage("/rankings");
		keepLeagueCode("abc234");
		expect(nextPage(ACTIVE)).toBe("/leagues/join/ABC234");
		forgetNextPage(ACTIVE);
		expect(nextPage(ACTIVE)).toBe("/team");
	});

	test("an inactive account is recovered first, and its invitation stays pending (C-46)", () => {
		keepLeagueCode("ABC234");
		expect(nextPage(INACTIVE)).toBe("/recover-team");
		forgetNextPage(INACTIVE);
		expect(pendingLeagueCode()).toBe("ABC234");
	});
});

describe("what is kept", () => {
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
			keepLeagueCode(code);
			expect(pendingLeagueCode()).toBeNull();
		},
	);
});
