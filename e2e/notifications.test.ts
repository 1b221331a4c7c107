import { expect, type Page, test } from "@playwright/test";
import { type PushService, startPushService } from "../apps/server/testing/services/push-service.ts";
import { type BrowserSession, PHONE, seriousFindings, sidewaysScroll } from "./testing/browser.ts";
import { startDemoServer } from "./testing/demo-server.ts";
import {
	deliverPush,
	giveSubscription,
	holdSubscription,
	pressNotification,
	renewSubscription,
	shownNotifications,
	workerReady,
} from "./testing/push.ts";
import { saveTeam } from "./testing/save-team.ts";
import { finishRound } from "./testing/season.ts";
import { type Stage, setStage } from "./testing/stage.ts";
import { names, newManager, savedTeam } from "./testing/team.ts";

/** A manager with a saved team in a browser that may show notifications. */
async function newReader({ browser, server }: Stage): Promise<BrowserSession> {
	const visit = await newManager(browser, server, PHONE, "Weckruf", { touch: true, keepsOffline: true });
	await visit.page.context().grantPermissions(["notifications"]);
	await workerReady(visit.page);
	await saveTeam(visit.page.request);
	return visit;
}

test.describe("notifications", () => {
	let service: PushService;
	const stage = setStage(async () => {
		service = await startPushService();
		return startDemoServer({ PUSH_TO_LOOPBACK: "on" });
	});
	test.afterAll(() => service?.close());

	test("a manager chooses the kinds of notification on the account page, and the browser shows the message that the server encrypted for it", async () => {
		const { page, close } = await newReader(stage);
		await page.goto("/my-account");
		await workerReady(page);
		await page.getByRole("button", { name: "Turn on in this browser" }).waitFor();
		await page.getByText("When a round is over: my points and ranks").click();
		await page.getByRole("checkbox", { name: /quiet hours/ }).press("Space");
		expect(await seriousFindings(page)).toEqual([]);
		expect(await sidewaysScroll(page)).toBe(0);
		const form = page.getByRole("button", { name: "Save", exact: true }).nth(1);
		await form.click();
		await page.getByText("Saved.").first().waitFor();
		// A headless browser has no push service to subscribe at: its place is taken by one on this machine.
		const { subscription, read } = service.browser();
		const answer = await page.request.post("/api/en/user/notifications/subscribe", { data: subscription });
		expect(answer.ok()).toBe(true);
		await finishRound(stage.server, page);
		await expect.poll(() => service.received.length).toBe(1);
		const message = read(service.received[0]?.body ?? Buffer.alloc(0));
		await deliverPush(page, message);
		await expect
			.poll(() => shownNotifications(page))
			.toMatchObject([
				{
					title: expect.stringMatching(/^Round 4: [\d,]+ points$/),
					body: expect.stringMatching(/^Rank \d+ in the round/),
				},
			]);
		await pressNotification(page.context(), "result-4");
		await page.waitForURL("**/team/season");
		await expect.poll(() => shownNotifications(page)).toEqual([]);
		await close();
	});

	test("an unreadable push message shows a generic notification, and a notification never opens another site", async () => {
		const { page, close } = await newReader(stage);
		await deliverPush(page, "not what we send");
		await expect.poll(async () => (await shownNotifications(page)).map(({ title }) => title)).toContain("First Bounce");
		await deliverPush(page, { title: "Elsewhere", tag: "far", url: "https://example.org/" });
		await expect.poll(async () => (await shownNotifications(page)).some(({ tag }) => tag === "far")).toBe(true);
		await pressNotification(page.context(), "far");
		await expect.poll(async () => (await shownNotifications(page)).some(({ tag }) => tag === "far")).toBe(false);
		expect(new URL(page.url()).origin).toBe(stage.server.url);
		await close();
	});

	test("notifications continue after the browser renews, replaces or loses its push subscription", async () => {
		const { page, close } = await newReader(stage);
		const [first, second, third] = [service.browser(), service.browser(), service.browser()];
		/** The message that arrives when the page asks for one, and where. */
		const askForOne = async () => {
			const before = service.received.length;
			await page.getByRole("button", { name: "Send me one now" }).click();
			await expect.poll(() => service.received.length).toBe(before + 1);
			return service.received.at(-1);
		};
		const addressOf = ({ subscription }: typeof first) => new URL(subscription.endpoint).pathname;
		const expectAt = async (browser: typeof first) => {
			const message = await askForOne();
			expect(message?.path).toBe(addressOf(browser));
			expect(browser.read(message?.body ?? Buffer.alloc(0))).toMatchObject({ title: "Notifications work" });
		};
		/** What the worker is told of, the page's browser has too. */
		const renew = async ({ subscription }: typeof first, by: "browser" | "worker") => {
			const asked = await renewSubscription(page.context(), subscription, by);
			await holdSubscription(page, subscription);
			await page.reload();
			return asked;
		};
		await giveSubscription(page, first.subscription);
		await page.goto("/my-account");
		await workerReady(page);
		await page.getByRole("button", { name: "Turn on in this browser" }).click();
		await page.getByText("On in this browser.").waitFor();
		await expectAt(first);

		await renew(second, "browser");
		await expectAt(second);
		const asked = await renew(third, "worker");
		const { publicKey } = (await (await page.request.get("/api/en/user/notifications")).json()).success;
		expect(asked).toEqual({ userVisibleOnly: true, applicationServerKey: publicKey });
		await expectAt(third);

		// What the server has been told is not told again; a subscription that it has not heard of is.
		const told: string[] = [];
		page.on("request", (request) => {
			if (request.url().endsWith("/notifications/subscribe")) told.push(request.postData() ?? "");
		});
		const seen = page.waitForResponse(/\/user\/notifications$/);
		await page.goto("/team");
		await seen;
		await page.goto("/my-account");
		await expectAt(third);
		expect(told).toEqual([]);
		await holdSubscription(page, null);
		await page.goto("/team");
		await expect.poll(() => told.length).toBe(1);
		expect(JSON.parse(told[0] ?? "{}")).toEqual(first.subscription);
		await page.goto("/my-account");
		await page.getByText("On in this browser.").waitFor();
		await expectAt(first);
		await close();
	});
});

/** Who goes off and who comes on: a defender on field and the one on the bench, with what a notice says of them. */
async function lateOut(page: Page, tag: string) {
	const { lineup, bench, version } = await savedTeam(page);
	const [off = 0, on = 0] = [lineup.DEF?.[0], bench.DEF?.[0]];
	const url = `/team?swap=${off}-${on}`;
	const call = { address: "/api/en/fantasy/team/swap", body: { swapsPairs: [[off, on]], version } };
	const swap = { label: "Swap her in", url, call, done: "Swapped in." };
	return { off, on, call, notice: { title: "Somebody is out", body: "Not playing.", tag, url, swap } };
}
const fieldDefenders = async (page: Page) => (await savedTeam(page)).lineup.DEF;

test.describe("notifications to a manager whose team plays", () => {
	const stage = setStage();
	/** Managers whose teams play: one for each journey. */
	const managers: BrowserSession[] = [];
	const nextManager = (): BrowserSession => {
		const manager = managers.pop();
		if (!manager) throw new Error("There are fewer managers than journeys");
		return manager;
	};

	test.beforeAll(async () => {
		for (let count = 0; count < 3; count++) managers.push(await newReader(stage));
		const [first] = managers;
		if (first) await finishRound(stage.server, first.page);
	});

	test("the button of a late-out notification makes the swap, and the open team page shows it", async () => {
		const { page, faults, close } = nextManager();
		await page.goto("/team");
		const { on, off, notice } = await lateOut(page, "out-1");
		const name = (await names(page)).get(on) ?? "";
		await page
			.getByRole("main")
			.getByText(name.split(" ").at(-1) ?? "")
			.first()
			.waitFor();
		await deliverPush(page, notice);
		await expect
			.poll(() => shownNotifications(page))
			.toEqual([{ title: "Somebody is out", body: "Not playing.", tag: "out-1", actions: ["Swap her in"] }]);
		// The same again takes its place.
		await deliverPush(page, notice);
		await expect.poll(async () => (await shownNotifications(page)).length).toBe(1);
		await pressNotification(page.context(), "out-1", "swap");
		await expect.poll(() => fieldDefenders(page)).toContain(on);
		expect(await fieldDefenders(page)).not.toContain(off);
		await expect.poll(async () => (await shownNotifications(page)).map(({ title }) => title)).toEqual(["Swapped in."]);
		expect(faults).toEqual([]);
		await close();
	});

	test("a late-out notification whose swap the server refuses opens a dialog that says the swap is no longer available", async () => {
		const { page, close } = nextManager();
		const { notice, call } = await lateOut(page, "out-2");
		const early = await page.request.post(call.address, { data: call.body });
		expect(early.ok(), await early.text()).toBe(true);
		await deliverPush(page, notice);
		await expect.poll(async () => (await shownNotifications(page)).some(({ tag }) => tag === "out-2")).toBe(true);
		await pressNotification(page.context(), "out-2", "swap");
		const dialog = page.getByRole("dialog", { name: "A swap for a late out" });
		await dialog.getByText("This swap is not open any more").waitFor();
		expect(await dialog.getByRole("button", { name: "Swap", exact: true }).count()).toBe(0);
		expect(await seriousFindings(page)).toEqual([]);
		await dialog.getByRole("button", { name: "Close" }).last().click();
		await dialog.waitFor({ state: "detached" });
		await close();
	});

	test("a click on a late-out notification opens the team with the swap ready to confirm", async () => {
		const { page, close } = nextManager();
		const { on, off, notice } = await lateOut(page, "out-3");
		await deliverPush(page, notice);
		await expect.poll(async () => (await shownNotifications(page)).some(({ tag }) => tag === "out-3")).toBe(true);
		await pressNotification(page.context(), "out-3");
		const dialog = page.getByRole("dialog", { name: "A swap for a late out" });
		const all = await names(page);
		await dialog.getByText(`${all.get(on)} in for ${all.get(off)}`).waitFor();
		await dialog.getByRole("button", { name: "Swap", exact: true }).click();
		await expect.poll(() => fieldDefenders(page)).toContain(on);
		await expect.poll(() => new URL(page.url()).search).toBe("");
		await close();
	});
});
