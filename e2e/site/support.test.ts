import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import { DESKTOP, PHONE } from "../../testing/browser/browser.ts";
import { startDemoServer } from "../../testing/browser/demo-server.ts";
import { findAccessibilityIssues } from "../../testing/browser/page-checks.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";

/** A typical provider's script: it records calls, requests its own server, and shows its window in an iframe. */
const WIDGET = `(() => {
	const home = new URL(document.currentScript.src).origin;
	self.widgetCalls = [];
	self.zE = (...call) => {
		self.widgetCalls.push(call);
		if (call[1] !== "open") return;
		fetch(home + "/settings").then((answer) => answer.text()).then((title) => {
			const frame = Object.assign(document.createElement("iframe"), { src: home + "/window", title });
			frame.style.cssText = "position: fixed; inset: auto 8px 8px auto; width: 300px; height: 200px; background: #fff";
			document.body.append(frame);
		});
		const inline = document.createElement("script");
		inline.textContent = "self.hasRunInline = true";
		document.head.append(inline);
	};
})();`;
const RESPONSES: Readonly<Record<string, readonly [string, string]>> = {
	"/widget.js": ["text/javascript", WIDGET],
	"/settings": ["text/plain", "Support window"],
	"/window": ["text/html", '<!doctype html><html lang="en"><title>Support</title><p>How can we help?</p>'],
};

/** Starts a support provider on its own origin. */
async function startSupportProvider() {
	const provider = createServer((request, response) => {
		const [type, body] = RESPONSES[(request.url ?? "").split("?", 1)[0] ?? ""] ?? ["text/plain", ""];
		response.writeHead(body ? 200 : 404, { "content-type": type, "access-control-allow-origin": "*" }).end(body);
	}).listen(0, "127.0.0.1");
	await once(provider, "listening");
	const { port } = provider.address() as AddressInfo;
	const close = async () => {
		if (!provider.listening) return;
		provider.closeAllConnections();
		provider.close();
		await once(provider, "close");
	};
	return { origin: `http://127.0.0.1:${port}`, close };
}

test.describe("support window", () => {
	let provider: Awaited<ReturnType<typeof startSupportProvider>>;
	const fixture = setUpServer(async () => {
		provider = await startSupportProvider();
		return startDemoServer({ SUPPORT_WIDGET_URL: `${provider.origin}/widget.js?key=1` });
	});
	test.afterAll(() => provider?.close());

	const getWidgetCalls = (page: Page) => page.evaluate("self.widgetCalls");
	const openWindow = async (page: Page) => {
		await page.goto("/help/contact-us");
		await page.getByRole("button", { name: "Chat with support" }).click();
	};

	test("the support window loads on a click and identifies the manager (D1.2.70, D1.2.71, D2.7.42)", async () => {
		const { page, close } = await fixture.openSession(DESKTOP);
		await page.request.post("/api/en/demo/sign-in", { data: {} });
		const { user } = (await (await page.request.get("/api/en/user")).json()).success;
		const externalRequests: string[] = [];
		page.on(
			"request",
			(request) => request.url().startsWith(fixture.server.url) || externalRequests.push(request.url()),
		);
		await page.goto("/help/contact-us");
		await expect(page.getByLabel("Your email")).toHaveValue(user.email);
		expect(externalRequests.filter((address) => address.startsWith("http"))).toEqual([]);
		await page.getByRole("button", { name: "Chat with support" }).click();
		await page.frameLocator('iframe[title="Support window"]').getByText("How can we help?").waitFor();
		expect(await getWidgetCalls(page)).toEqual([
			["webWidget", "identify", { name: user.firstName, email: user.email }],
			["webWidget", "open"],
		]);
		await close();
	});

	test("the support window opens for a visitor, under a strict policy", async () => {
		const { page, close } = await fixture.openSession(PHONE, { touch: true });
		const response = await page.goto("/help/contact-us");
		const policy = response?.headers()["content-security-policy"] ?? "";
		expect(policy).toContain(`script-src 'self' ${provider.origin};`);
		await openWindow(page);
		await expect.poll(() => getWidgetCalls(page)).toEqual([["webWidget", "open"]]);
		await page.frameLocator('iframe[title="Support window"]').getByText("How can we help?").waitFor();
		expect(await page.evaluate("self.hasRunInline")).toBeUndefined();
		expect(await page.getByLabel("Your message").isVisible()).toBe(true);
		await close();
	});

	test("a support window that fails shows an error, the form stays", async () => {
		const { page, close } = await fixture.openSession(DESKTOP);
		await page.route(`${provider.origin}/**`, (route) => route.abort());
		await openWindow(page);
		const errorDialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
		await errorDialog.getByText("Support chat can't be opened here. Please use the form.").waitFor();
		expect(await findAccessibilityIssues(page)).toEqual([]);
		await errorDialog.getByRole("button").last().click();
		await page.getByLabel("Your message").fill("My score looks wrong.");
		await close();
	});
});
