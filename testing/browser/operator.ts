import type { Page } from "@playwright/test";
import { generateCode } from "../../apps/server/features/accounts/second-factor/one-time-code.ts";
import type { RunningServer } from "./server.ts";
import { getSavedTeam } from "./team.ts";

/** Makes the account of a page, which has a team, an operator, and sets up the second factor in the console. */
export async function becomeOperator(page: Page, server: RunningServer): Promise<void> {
	const { userId } = await getSavedTeam(page);
	const { code, stdout, stderr } = await server.fb("operator", "add", String(userId));
	const setupCode = /[A-Z0-9]{5}-[A-Z0-9]{5}/.exec(stdout)?.[0];
	if (code !== 0 || !setupCode) throw new Error(`fb operator add exited with ${code}: ${stdout} ${stderr}`);
	await page.goto("/operator");
	await page.getByLabel("Set-up code").fill(setupCode);
	await page.getByRole("button", { name: "Continue" }).click();
	const secret = (await page.locator("code").first().textContent()) ?? "";
	await page.getByLabel("Six-digit code").fill(generateCode(secret.replaceAll(" ", ""), Date.now()));
	await page.getByRole("button", { name: "Finish" }).click();
	await page.getByRole("button", { name: "I've saved them" }).click();
}

export const openConsoleSection = (page: Page, name: string): Promise<void> =>
	page.getByRole("navigation", { name: "Sections of the console" }).getByRole("link", { name }).click();

/** Signs in to the demo, whose manager is an operator, sets up her second factor, and opens a page of the console. */
export async function enterDemoConsole(page: Page, path: string): Promise<void> {
	await page.request.post("/api/en/demo/sign-in", { data: {} });
	await setUpSecondFactor(page, path);
}

/** Sets up the second factor of the demo's operator at a page of the console, which is then shown. */
export async function setUpSecondFactor(page: Page, path: string): Promise<void> {
	await page.goto(path);
	await page.getByRole("button", { name: "Continue" }).click();
	await enterShownCode(page, "Finish");
	await page.getByRole("button", { name: "I've saved them" }).click();
}

/** Enters the code of the second factor, which the demo shows on the page. */
export async function enterShownCode(page: Page, buttonName: string): Promise<void> {
	const text = await page.getByText(/current code is \d{3} \d{3}/).textContent();
	await page.getByLabel("Six-digit code").fill(/\d{3} \d{3}/.exec(text ?? "")?.[0] ?? "");
	await page.getByRole("button", { name: buttonName }).click();
}
