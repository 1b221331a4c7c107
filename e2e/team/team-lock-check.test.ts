import { expect, test } from "@playwright/test";
import { DESKTOP, openSession, PHONE } from "../../testing/browser/browser.ts";
import { type DemoServer, startDemoServer } from "../../testing/browser/demo-server.ts";
import { expectNoPageProblems } from "../../testing/browser/page-checks.ts";
import { saveTeam } from "../../testing/browser/save-team.ts";
import { getPlayers } from "../../testing/browser/season.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";
import { getCard, getPlayerNames, getSavedTeam, signInManager } from "../../testing/browser/team.ts";
import { type PushService, startPushService } from "../../testing/services/push-service.ts";

const PREFERENCES = {
	lockReminders: "off",
	minutesBefore: 60,
	lateOuts: true,
	roundResults: false,
	quietHours: null,
	zone: "Australia/Melbourne",
};

test.describe("before a lock", () => {
	let service: PushService;
	let server: DemoServer;
	const fixture = setUpServer(async () => {
		service = await startPushService();
		server = await startDemoServer({ PUSH_TO_LOOPBACK: "on" });
		return server;
	});
	test.afterAll(() => service?.close());

	test("an instruction runs while its manager is away, and notifies her (D1.4.122, D1.4.124)", async () => {
		const { page, errors, close } = await signInManager(fixture.browser, server, PHONE, "Olga", { touch: true });
		await saveTeam(page.request);
		const device = service.browser();
		for (const [path, data] of [
			["preferences", PREFERENCES],
			["subscribe", device.subscription],
		] as const)
			expect((await page.request.post(`/api/en/user/notifications/${path}`, { data })).ok()).toBe(true);
		await page.goto("/team");
		const { lineup, bench } = await getSavedTeam(page);
		const names = await getPlayerNames(page);
		const outId = lineup.DEF?.[2] ?? 0;
		const inId = bench.DEF?.[0] ?? 0;
		const [outName = "", inName = ""] = [names.get(outId), names.get(inId)];
		const players = await getPlayers(page);
		const squadId = players.find(({ id }) => id === outId)?.squadId;
		const clubPlayerIds = players.filter((player) => player.squadId === squadId).map(({ id }) => id);

		await getCard(page, outName.split(" ").at(-1) ?? "")
			.first()
			.press("Enter");
		await page.getByRole("menuitem", { name: "If she is out…" }).press("Enter");
		const form = page.getByRole("dialog", { name: `If ${outName} is out` });
		await form.getByRole("combobox", { name: "Who comes in" }).fill(inName);
		await page.getByRole("option", { name: inName }).waitFor();
		await page.keyboard.press("ArrowDown");
		await page.keyboard.press("Enter");
		await expectNoPageProblems({ page, errors });
		await form.getByRole("button", { name: "Save" }).press("Enter");
		const check = page.getByRole("dialog", { name: "Before the next lock" });
		const savedInstruction = check.getByRole("listitem").filter({ hasText: `If ${outName} is out` });
		await expect(savedInstruction).toContainText("On standby");
		await expect(savedInstruction).toContainText(`Swap in ${inName}`);
		await expectNoPageProblems({ page, errors });
		const storageState = await page.context().storageState();
		await close();

		await server.setStatus("playing", clubPlayerIds);
		await server.setStatus("injured", [outId]);
		await expect.poll(() => service.received.length, { timeout: 30_000 }).toBe(1);
		const message = device.read(service.received[0]?.body ?? Buffer.alloc(0));
		expect(message).toMatchObject({
			title: `${outName} is out: your instruction ran`,
			body: `${inName} came in for ${outName} by a swap.`,
			url: "/team?check",
		});

		const laterSession = await openSession(fixture.browser, server.url, DESKTOP, { storageState });
		await laterSession.page.goto("/team?check");
		const doneInstruction = laterSession.page.getByRole("listitem").filter({ hasText: `If ${outName} is out` });
		await expect(doneInstruction).toContainText("Done");
		const receipt = (await doneInstruction.getByRole("code").textContent()) ?? "";
		expect((await getSavedTeam(laterSession.page)).lineup.DEF).toContain(inId);
		await expectNoPageProblems(laterSession);
		await laterSession.page.keyboard.press("Escape");
		await laterSession.page.getByRole("button", { name: "Change history" }).click();
		const history = laterSession.page.getByRole("dialog", { name: "Change history" });
		await history.getByText("Instruction carried out").click();
		await expect(history.getByText(receipt)).toBeVisible();
		await expect(history.getByText(`By your instruction: ${outName} was left out of her club's team.`)).toBeVisible();
		await laterSession.close();
	});

	test("a manager fixes all warnings with the keyboard, captains explained (D1.4.120, D1.4.121)", async () => {
		const session = await signInManager(fixture.browser, server, DESKTOP, "Petra");
		const { page } = session;
		await saveTeam(page.request);
		const { lineup, captainId } = await getSavedTeam(page);
		const outId = lineup.FWD?.[0] ?? 0;
		await server.setStatus("injured", [captainId, outId]);
		await page.goto("/team");
		const strip = page.getByRole("region", { name: "Before the next lock" });
		await expect(strip).toContainText(/\d things to fix before \w{3} \d+:\d\d[ap]m/);
		await strip.getByRole("button", { name: "Fix", exact: true }).press("Enter");
		const check = page.getByRole("dialog", { name: "Before the next lock" });
		await expect(check.getByRole("status")).toHaveText(/\d things to fix/);
		await expect(check.getByText(/projected points on your field/)).toBeVisible();
		await expect(check.getByText(/Vice early, captain late/)).toBeVisible();
		await expectNoPageProblems(session);
		await check.getByRole("button", { name: /^Make .* captain$/ }).press("Enter");
		const nothingToFix = check.getByRole("status").getByText("Nothing to fix");
		const isDone = () => nothingToFix.isVisible();
		for (let presses = 0; presses < 8 && !(await isDone()); presses++) {
			await expect(page.locator(":focus")).toHaveText(/^(Swap in|Make|Name|Swap captain)/);
			const count = await check.getByRole("status").textContent();
			await page.keyboard.press("Enter");
			await expect(check.getByRole("status")).not.toHaveText(count ?? "");
		}
		await expect(nothingToFix).toBeVisible();
		await expect(check.getByRole("status")).toBeFocused();
		await expect.poll(async () => (await getSavedTeam(page)).captainId).not.toBe(captainId);
		expect(Object.values((await getSavedTeam(page)).lineup).flat()).not.toContain(outId);
		await page.keyboard.press("Escape");
		await expect(strip).not.toContainText("to fix");
		await expectNoPageProblems(session);
		await session.close();
	});
});
