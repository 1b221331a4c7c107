import { expect, type Page, test } from "@playwright/test";
import { type BrowserSession, PHONE } from "../testing/browser/browser.ts";
import { startDemoServer } from "../testing/browser/demo-server.ts";
import { findAccessibilityIssues, getHorizontalOverflow } from "../testing/browser/page-checks.ts";
import {
	clickNotification,
	deliverPush,
	fakePushManager,
	getShownNotifications,
	renewSubscription,
	replaceSubscription,
	waitForNotification,
	waitForServiceWorker,
} from "../testing/browser/push.ts";
import { saveTeam } from "../testing/browser/save-team.ts";
import { finishRound } from "../testing/browser/season.ts";
import { type ServerFixture, setUpServer } from "../testing/browser/server-fixture.ts";
import { createManager, getPlayerNames, getSavedTeam } from "../testing/browser/team.ts";
import { type PushService, startPushService } from "../testing/services/push-service.ts";

/** Creates a manager with a saved team in a browser that allows notifications. */
async function createNotifiedManager({ browser, server }: ServerFixture): Promise<BrowserSession> {
	const session = await createManager(browser, server, PHONE, "Nora", { touch: true, hasServiceWorker: true });
	await session.page.context().grantPermissions(["notifications"]);
	await waitForServiceWorker(session.page);
	await saveTeam(session.page.request);
	return session;
}

/** Builds a late-out notification that swaps a defender on the field with the one on the bench. */
async function buildLateOut(page: Page, tag: string) {
	const { lineup, bench, version } = await getSavedTeam(page);
	const [off = 0, on = 0] = [lineup.DEF?.[0], bench.DEF?.[0]];
	const url = `/team?swap=${off}-${on}`;
	const call = { address: "/api/en/fantasy/team/swap", body: { swapsPairs: [[off, on]], version } };
	const swap = { label: "Swap her in", url, call, done: "Swapped in." };
	return { off, on, call, notice: { title: "A player is out", body: "Not playing.", tag, url, swap } };
}
const getFieldDefenders = async (page: Page) => (await getSavedTeam(page)).lineup.DEF;

test.describe("notifications", () => {
	test.describe.configure({ mode: "serial" });
	let service: PushService;
	const fixture = setUpServer(async () => {
		service = await startPushService();
		return startDemoServer({ PUSH_TO_LOOPBACK: "on" });
	});
	test.afterAll(() => service?.close());
	/** Her team starts when the first test finishes the round. */
	let starter: BrowserSession;
	test.beforeAll(async () => {
		starter = await createNotifiedManager(fixture);
	});

	test("a manager chooses notifications, and the browser shows the message", async () => {
		const { page, close } = await createNotifiedManager(fixture);
		await page.goto("/my-account");
		await waitForServiceWorker(page);
		await page.getByRole("button", { name: "Turn on in this browser" }).waitFor();
		await page.getByText("Round results: my points and ranks").click();
		await page.getByRole("checkbox", { name: /quiet hours/i }).press("Space");
		expect(await findAccessibilityIssues(page)).toEqual([]);
		expect(await getHorizontalOverflow(page)).toBe(0);
		const saveButton = page.getByRole("button", { name: "Save", exact: true }).nth(1);
		await saveButton.click();
		await page.getByText("Saved.").first().waitFor();
		// A headless browser cannot subscribe to a push service, so the test uses a local one.
		const { subscription, read } = service.browser();
		const response = await page.request.post("/api/en/user/notifications/subscribe", { data: subscription });
		expect(response.ok()).toBe(true);
		await finishRound(fixture.server, page);
		await expect.poll(() => service.received.length).toBe(1);
		const message = read(service.received[0]?.body ?? Buffer.alloc(0));
		await deliverPush(page, message);
		await expect
			.poll(() => getShownNotifications(page))
			.toMatchObject([
				{
					title: expect.stringMatching(/^Round 4: [\d,]+ points$/),
					body: expect.stringMatching(/^Rank \d+ in the round/),
				},
			]);
		await clickNotification(page.context(), "result-4");
		await page.waitForURL("**/results/*");
		await expect.poll(() => getShownNotifications(page)).toEqual([]);
		await close();
	});

	test("an unreadable push is generic, and none opens another site", async () => {
		const { page, close } = await createNotifiedManager(fixture);
		await deliverPush(page, "not what we send");
		await expect
			.poll(async () => (await getShownNotifications(page)).map(({ title }) => title))
			.toContain("First Bounce");
		await deliverPush(page, { title: "Elsewhere", tag: "far", url: "https://example.org/" });
		await expect.poll(async () => (await getShownNotifications(page)).some(({ tag }) => tag === "far")).toBe(true);
		await clickNotification(page.context(), "far");
		await expect.poll(async () => (await getShownNotifications(page)).some(({ tag }) => tag === "far")).toBe(false);
		expect(new URL(page.url()).origin).toBe(fixture.server.url);
		await close();
	});

	test("notifications continue after the browser renews, replaces or loses its push subscription", async () => {
		const { page, close } = await createNotifiedManager(fixture);
		const [first, second, third] = [service.browser(), service.browser(), service.browser()];
		const requestMessage = async () => {
			const before = service.received.length;
			await page.getByRole("button", { name: "Send a test" }).click();
			await expect.poll(() => service.received.length).toBe(before + 1);
			return service.received.at(-1);
		};
		const getPath = ({ subscription }: typeof first) => new URL(subscription.endpoint).pathname;
		const expectMessageFor = async (browser: typeof first) => {
			const message = await requestMessage();
			expect(message?.path).toBe(getPath(browser));
			expect(browser.read(message?.body ?? Buffer.alloc(0))).toMatchObject({ title: "Notifications work" });
		};
		const renew = async ({ subscription }: typeof first, by: "browser" | "worker") => {
			const subscribeOptions = await renewSubscription(page.context(), subscription, by);
			await replaceSubscription(page, subscription);
			await page.reload();
			return subscribeOptions;
		};
		await fakePushManager(page, first.subscription);
		await page.goto("/my-account");
		await waitForServiceWorker(page);
		await page.getByRole("button", { name: "Turn on in this browser" }).click();
		await page.getByText("On in this browser.").waitFor();
		await expectMessageFor(first);

		await renew(second, "browser");
		await expectMessageFor(second);
		const subscribeOptions = await renew(third, "worker");
		const { publicKey } = (await (await page.request.get("/api/en/user/notifications")).json()).success;
		expect(subscribeOptions).toEqual({ userVisibleOnly: true, applicationServerKey: publicKey });
		await expectMessageFor(third);

		// The page sends a subscription to the server only if the server does not have it yet.
		const subscribeBodies: string[] = [];
		page.on("request", (request) => {
			if (request.url().endsWith("/notifications/subscribe")) subscribeBodies.push(request.postData() ?? "");
		});
		const preferencesLoaded = page.waitForResponse(/\/user\/notifications$/);
		await page.goto("/team");
		await preferencesLoaded;
		await page.goto("/my-account");
		await expectMessageFor(third);
		expect(subscribeBodies).toEqual([]);
		await replaceSubscription(page, null);
		// Leaving the page before the response could cancel the request.
		const subscribed = page.waitForResponse(/\/notifications\/subscribe$/);
		await page.goto("/team");
		await subscribed;
		expect(subscribeBodies).toHaveLength(1);
		expect(JSON.parse(subscribeBodies[0] ?? "{}")).toEqual({ ...first.subscription, publicKey });
		await page.goto("/my-account");
		await page.getByText("On in this browser.").waitFor();
		await expectMessageFor(first);
		await close();
	});

	test("a late-out notification's button makes the swap, shown at once", async () => {
		const { page, errors } = starter;
		await page.goto("/team");
		const { on, off, notice } = await buildLateOut(page, "out-1");
		const name = (await getPlayerNames(page)).get(on) ?? "";
		await page
			.getByRole("main")
			.getByText(name.split(" ").at(-1) ?? "")
			.first()
			.waitFor();
		await deliverPush(page, notice);
		await expect
			.poll(() => getShownNotifications(page))
			.toEqual([{ title: "A player is out", body: "Not playing.", tag: "out-1", actions: ["Swap her in"] }]);
		// A second notification with the same tag replaces the first.
		await deliverPush(page, notice);
		await expect.poll(async () => (await getShownNotifications(page)).length).toBe(1);
		await waitForNotification(page, () => clickNotification(page.context(), "out-1", "swap"));
		await expect.poll(() => getFieldDefenders(page)).toContain(on);
		expect(await getFieldDefenders(page)).not.toContain(off);
		await expect
			.poll(async () => (await getShownNotifications(page)).map(({ title }) => title))
			.toEqual(["Swapped in."]);
		expect(errors).toEqual([]);
	});

	test("a late-out notification whose swap is refused opens a dialog", async () => {
		const { page } = starter;
		const { notice, call } = await buildLateOut(page, "out-2");
		const earlierSwap = await page.request.post(call.address, { data: call.body });
		expect(earlierSwap.ok(), await earlierSwap.text()).toBe(true);
		await deliverPush(page, notice);
		await expect.poll(async () => (await getShownNotifications(page)).some(({ tag }) => tag === "out-2")).toBe(true);
		await clickNotification(page.context(), "out-2", "swap");
		const dialog = page.getByRole("dialog", { name: "A swap for a late out" });
		await dialog.getByText("This swap is no longer available").waitFor();
		expect(await dialog.getByRole("button", { name: "Swap", exact: true }).count()).toBe(0);
		expect(await findAccessibilityIssues(page)).toEqual([]);
		await dialog.getByRole("button", { name: "Close" }).last().click();
		await dialog.waitFor({ state: "detached" });
	});

	test("a click on a late-out notification prepares the swap", async () => {
		const { page } = starter;
		const { on, off, notice } = await buildLateOut(page, "out-3");
		await deliverPush(page, notice);
		await expect.poll(async () => (await getShownNotifications(page)).some(({ tag }) => tag === "out-3")).toBe(true);
		await clickNotification(page.context(), "out-3");
		const dialog = page.getByRole("dialog", { name: "A swap for a late out" });
		const playerNames = await getPlayerNames(page);
		await dialog.getByText(`${playerNames.get(on)} in for ${playerNames.get(off)}`).waitFor();
		await dialog.getByRole("button", { name: "Swap", exact: true }).click();
		await expect.poll(() => getFieldDefenders(page)).toContain(on);
		await expect.poll(() => new URL(page.url()).search).toBe("");
	});
});
