import type { Page } from "@playwright/test";

interface NewManager {
	readonly firstName: string;
	readonly lastName: string;
	readonly email: string;
	readonly teamName: string;
	/** The club that she supports, by default one of the generated seasons. */
	readonly club?: string;
}

export async function selectOption(page: Page, label: string, option: string): Promise<void> {
	await page.getByRole("button", { name: `Choose ${label}` }).click();
	await page.getByRole("option", { name: option }).first().click();
}

/** Fills in and sends the provider's form for a new account. */
export async function fillSignUp(page: Page, { firstName, lastName, email }: NewManager): Promise<void> {
	await page.getByLabel("First name").fill(firstName);
	await page.getByLabel("Last name").fill(lastName);
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Password", { exact: true }).fill("a long kick to the square");
	await page.getByRole("button", { name: "Create account" }).click();
	await page.waitForURL("**/login/callback**");
}

/** Fills in the form for a new team. */
export async function fillRegistration(page: Page, manager: NewManager): Promise<void> {
	const { teamName, club = "Ballarat Lanterns" } = manager;
	await page.getByLabel("Team name").fill(teamName);
	await page.getByRole("textbox", { name: "Day" }).fill("7");
	await page.getByRole("textbox", { name: "Month" }).fill("3");
	await page.getByRole("textbox", { name: "Year" }).fill("1990");
	await selectOption(page, "Gender", "Prefer Not to Say");
	await selectOption(page, "Country", "Australia");
	await selectOption(page, "State", "VIC");
	await page.getByRole("radiogroup", { name: "Your club" }).getByText(club).click();
	await page.getByText("I accept the").click({ position: { x: 4, y: 4 } });
}

/** Signs up with the identity provider from the home page and registers a manager. */
export async function signUp(page: Page, manager: NewManager): Promise<void> {
	await page.getByRole("button", { name: "Play free" }).first().click();
	await page.waitForURL("**/oidc/**/sign-up");
	await fillSignUp(page, manager);
	await page.getByRole("heading", { name: `Welcome, ${manager.firstName}` }).waitFor();
	await fillRegistration(page, manager);
	await page.getByRole("button", { name: "Create my team" }).click();
}

/** Autofills the empty team on screen and waits until it is saved. */
export async function autofillTeam(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Autofill my team" }).click();
	await page.getByText("Team saved!").waitFor();
}
