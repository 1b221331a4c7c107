import { requestPasswordReset, resetPassword, verifyEmail } from "@first-bounce/contract/accounts/account";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { fakeApi, refusal, success } from "../../../../testing/web/fake-api.ts";
import { renderAt } from "../../../../testing/web/render-at.tsx";
import { site } from "../../app/site.ts";
import { ResetPasswordScreen } from "./reset-password-screen.tsx";
import { VerifyEmailScreen } from "./verify-email-screen.tsx";

afterEach(() => Object.assign(site, { hasPasswords: true }));

/** Opens an email link in the tab that shows its page already, which only changes the fragment. */
const openLink = (token: string) =>
	act(() => {
		location.hash = token;
		dispatchEvent(new HashChangeEvent("hashchange"));
	});

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

test("an email link opened in the same tab sets the password", async () => {
	const { posted } = fakeApi({
		"/password_reset/request": () => success(requestPasswordReset, { sent: true }),
		"/password_reset": () => success(resetPassword, { reset: true }),
	});
	renderAt("/reset-password", <ResetPasswordScreen />);
	fireEvent.change(screen.getByRole("textbox"), { target: { value: "kit@example.test" } });
	fireEvent.click(screen.getByRole("button", { name: "Send the link" }));
	await screen.findByRole("heading", { name: "Check your email" });
	openLink("page");
	expect(screen.getByRole("heading", { name: "Check your email" })).toBeDefined();
	openLink("token-of-the-mail-of-kit");
	fireEvent.change(await screen.findByLabelText("New password"), { target: { value: "long enough for her" } });
	expect(location.hash).toBe("");
	fireEvent.click(screen.getByRole("button", { name: "Set the password" }));
	await waitFor(() =>
		expect(posted).toEqual([
			{ path: "/password_reset/request", body: { email: "kit@example.test" } },
			{ path: "/password_reset", body: { token: "token-of-the-mail-of-kit", password: "long enough for her" } },
		]),
	);
});

test("a newer link in the same tab replaces an expired one", async () => {
	fakeApi({
		"/user/verify-email": (body) =>
			(body as { token: string }).token === "token-of-the-newer-mail"
				? success(verifyEmail, { email: "kit@example.test" })
				: refusal(422, "link-refused", "This link has expired"),
	});
	location.hash = "token-of-the-older-mail";
	renderAt("/verify-email", <VerifyEmailScreen />);
	await screen.findByText("This link has expired");
	openLink("token-of-the-newer-mail");
	await screen.findByText("kit@example.test is yours.");
	expect(document.title).toBe("Your address is confirmed · First Bounce");
});
