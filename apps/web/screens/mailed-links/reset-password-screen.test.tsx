import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { renderAt } from "../../../../testing/web/render-at.tsx";
import { site } from "../../app/site.ts";
import { ResetPasswordScreen } from "./reset-password-screen.tsx";

afterEach(() => Object.assign(site, { hasPasswords: true }));

test("a password reset asks for the email address", () => {
	renderAt("/reset-password", <ResetPasswordScreen />);
	expect(screen.getByRole("button", { name: "Send the link" })).toBeDefined();
});

test("without own passwords the page names the sign-in service", () => {
	Object.assign(site, { hasPasswords: false });
	renderAt("/reset-password", <ResetPasswordScreen />);
	expect(screen.queryByRole("button")).toBeNull();
	expect(screen.queryByRole("textbox")).toBeNull();
	expect(screen.getByText(/Your sign-in service keeps your password/)).toBeDefined();
});
