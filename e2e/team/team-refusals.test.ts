import { expect, type Page, test } from "@playwright/test";
import { type BrowserSession, DESKTOP, PHONE } from "../../testing/browser/browser.ts";
import { expectNoPageProblems, isOnTop } from "../../testing/browser/page-checks.ts";
import { finishRound, getFullName, getPlayers, moveToMatch, type PlayerFile } from "../../testing/browser/season.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";
import {
	chooseFromMenu,
	clickInPool,
	createManager,
	failOnce,
	getCard,
	getCards,
	getGround,
	getPool,
	getSavedTeam,
	getSuccess,
	readAndCloseError,
} from "../../testing/browser/team.ts";

const SIZES = [
	{ width: "390 px", size: PHONE },
	{ width: "1280 px", size: DESKTOP },
];

const expectCaptain = (page: Page, name: string) => expect(getCard(page, name).first()).toHaveText(/, captain,/);

test.describe("refused team changes", () => {
	test.describe.configure({ mode: "serial" });
	const fixture = setUpServer();
	let players: readonly PlayerFile[];
	const sessions = new Map<string, BrowserSession>();
	const getSession = (width: string): BrowserSession => {
		const found = sessions.get(width);
		if (!found) throw new Error(`There is no session at ${width}`);
		return found;
	};
	const getNameById = (id: number): string => {
		const found = players.find((player) => player.id === id);
		if (!found) throw new Error(`There is no player ${id}`);
		return getFullName(found);
	};
	/** Posts a change of the same manager, as another device would. */
	const postFromOtherDevice = async ({ page }: BrowserSession, action: string, data: object) => {
		const response = await page.request.post(`/api/en/fantasy/team/${action}`, { data });
		expect(response.status()).toBe(200);
	};

	/** Blocks the live stream, so that the page does not see changes of another device. */
	const blockLiveStream = async ({ page }: BrowserSession) => {
		const response = { contentType: "text/event-stream", body: "retry: 600000\n\n" };
		await page.route("**/api/*/live", (route) => route.fulfill(response));
		await page.reload();
		await getCards(page).first().waitFor();
	};
	const unblockLiveStream = async ({ page }: BrowserSession) => {
		await page.unroute("**/api/*/live");
		await page.reload();
		await getCards(page).first().waitFor();
	};

	test.beforeAll(async () => {
		for (const { width, size } of SIZES)
			sessions.set(width, await createManager(fixture.browser, fixture.server, size, `Rae${width.replace(" px", "")}`));
		players = await getPlayers(getSession("1280 px").page);
	});

	test("the team screen has a strip, and the pool beside it (D1.2.72, D1.2.76)", async () => {
		const { page } = getSession("1280 px");
		const getBox = async (of: ReturnType<typeof getGround>) => (await of.boundingBox()) ?? { x: 0, y: 0, width: 0 };
		const field = await getBox(getGround(page));
		expect((await getBox(page.getByRole("region", { name: "Before the next lock" }))).y).toBeLessThan(field.y);
		expect((await getBox(getPool(page))).x).toBeGreaterThan(field.x + field.width);
		const phonePage = getSession("390 px").page;
		expect(await getPool(phonePage).count()).toBe(0);
		await phonePage.getByRole("link", { name: "Players", exact: true }).click();
		const sheet = phonePage.getByRole("dialog", { name: "Players" });
		await sheet.getByLabel("Find a player").waitFor();
		for (const filter of ["Club", "Price", "Availability", "Show", "Sort by"])
			await sheet.getByRole("combobox", { name: filter, exact: true }).waitFor();
		await phonePage.keyboard.press("Escape");
		await sheet.waitFor({ state: "detached" });
	});

	for (const { width } of SIZES)
		test(`the team screen shows cap and 21 spots, at ${width} (D1.5.35, D1.9.15)`, async () => {
			const { page } = getSession(width);
			const { rules } = await (await page.request.get("/json/fantasy/season.json")).json();
			const { team } = await getSuccess<{ team: { salaryCap: number } }>(page, "/fantasy/team/show-my");
			expect(team.salaryCap).toBe(rules.salaryCap);
			const salaryCap = `$${rules.salaryCap / 1_000_000}M`;
			await page.getByText(salaryCap).filter({ visible: true }).first().waitFor();
			const slotCounts = [...Object.values<number>(rules.field), ...Object.values<number>(rules.bench), 1];
			const total = slotCounts.reduce((sum, count) => sum + count, 0);
			await expect(getGround(page).getByRole("button", { name: /^Add / })).toHaveCount(total);
			expect(total).toBe(21);
		});

	for (const { width } of SIZES)
		test(`a refused autofill leaves the team empty until the next, at ${width}`, async () => {
			const session = getSession(width);
			const { page } = session;
			await failOnce(page, "fantasy/team/autopick", "The selectors are still at lunch");
			await page.getByRole("button", { name: "Autofill my team" }).click();
			expect(await readAndCloseError(page)).toContain("The selectors are still at lunch");
			await expect(getGround(page).getByRole("button", { name: /^Add / })).toHaveCount(21);
			expect((await getSavedTeam(page)).isComplete).toBe(false);
			await expectNoPageProblems(session);
			await page.getByRole("button", { name: "Autofill my team" }).click();
			await expect(getCards(page)).toHaveCount(21);
		});

	test("a team changed elsewhere is reloaded, and the change restorable", async () => {
		const session = getSession("390 px");
		await blockLiveStream(session);
		const { page } = session;
		const before = await getSavedTeam(page);
		const viceCaptain = getNameById(before.viceCaptainId);
		const { lineup, bench, utilityId, emergency } = before;
		const roles = { captainId: before.viceCaptainId, viceCaptainId: before.captainId };
		await postFromOtherDevice(session, "update", { lineup, bench, utilityId, emergency, ...roles });
		const { version } = await getSavedTeam(page);

		const refusedResponse = page.waitForResponse((response) => response.url().endsWith("team/update"));
		await chooseFromMenu(page, /on the bench, emergency,/, "Remove as emergency");
		expect((await refusedResponse).status()).toBe(409);
		const toast = page.getByRole("alertdialog", { name: "This is the latest version." });
		await toast.waitFor();
		await expectCaptain(page, viceCaptain);
		expect((await getSavedTeam(page)).version).toBe(version);
		await page.getByRole("button", { name: "Change history" }).click();
		await page.getByRole("dialog", { name: "Change history" }).waitFor();
		expect(await isOnTop(toast)).toBe(true);
		await expectNoPageProblems(session);

		// The change is still kept once the toast is gone.
		await page.reload();
		const strip = page.getByRole("region", { name: "Before the next lock" });
		await strip.getByText("Your team was changed elsewhere. Your own changes are kept.").waitFor();
		await strip.getByRole("button", { name: "Restore", exact: true }).click();
		await expect.poll(async () => (await getSavedTeam(page)).emergency.length).toBe(3);
		await page.keyboard.press("Escape");
		expect((await getSavedTeam(page)).captainId).toBe(before.captainId);
		await expect(page.getByText("Your own changes are kept.")).toHaveCount(0);

		// Without the live stream, the page shows another device's change only when the manager returns to the page.
		const restored = await getSavedTeam(page);
		await postFromOtherDevice(session, "update", {
			lineup,
			bench,
			utilityId,
			emergency: restored.emergency,
			...roles,
		});
		await expectCaptain(page, getNameById(before.captainId));
		await page.evaluate(() => dispatchEvent(new Event("focus")));
		await expectCaptain(page, viceCaptain);
		await expectNoPageProblems(session);
		await unblockLiveStream(session);
	});

	test("before its start an open page shows another device's change", async () => {
		const { page } = getSession("1280 px");
		const phone = await fixture.openSession(PHONE);
		phone.page.setDefaultTimeout(10_000);
		await phone.page.context().addCookies(await page.context().cookies());
		await phone.page.goto("/team");
		await getCards(phone.page).first().waitFor();
		const { captainId, viceCaptainId } = await getSavedTeam(page);
		await chooseFromMenu(phone.page, getNameById(viceCaptainId), "Make captain");
		await expectCaptain(page, getNameById(viceCaptainId));
		await chooseFromMenu(page, getNameById(captainId), "Make captain");
		await expectCaptain(phone.page, getNameById(captainId));
		await expectNoPageProblems(phone);
		await phone.close();
	});

	test("the team screen says by how much a team is over (D1.5.36)", async () => {
		const session = getSession("390 px");
		const { page } = session;
		await page.route("**/fantasy/team/show-my", async (route) => {
			const response = await route.fetch();
			const body = await response.json();
			body.success.team.salaryCap = body.success.team.value - 50_000;
			await route.fulfill({ response, json: body });
		});
		await page.reload();
		await page.getByText("$50K over the cap. Prices changed before your start round.").waitFor();
		await page.getByText("Over the cap", { exact: true }).waitFor();
		await expectNoPageProblems(session);
		const team = await getSavedTeam(page);
		const usedIds = new Set(Object.values({ ...team.lineup, bench: Object.values(team.bench).flat() }).flat());
		const [expensive] = players
			.filter(({ id, position }) => !usedIds.has(id) && id !== team.utilityId && position[0] === "MID")
			.sort((a, b) => b.cost - a.cost);
		if (!expensive) throw new Error("There is no other midfielder");
		await chooseFromMenu(page, getNameById(team.bench.MID?.[0] ?? 0), "Remove from team");
		await page.getByRole("link", { name: "Players", exact: true }).click();
		await page.getByLabel("Find a player").fill(getFullName(expensive));
		const add = getPool(page).getByRole("button", { name: `Add ${getFullName(expensive)}`, exact: true });
		await expect(add).toHaveAttribute("aria-disabled", "true");
		await add.press("Enter");
		const refusal = page.getByRole("alertdialog", { name: `You can't afford ${getFullName(expensive)}` });
		await refusal.waitFor();
		expect(await isOnTop(refusal)).toBe(true);
		await getPool(page)
			.getByRole("link", { name: `${getFullName(expensive)}: details` })
			.click();
		await failOnce(page, "fantasy/favourite-player/add", "No more stars");
		await page.getByRole("dialog", { name: "Player details" }).getByRole("button", { name: /star/i }).click();
		const modal = page.getByRole("alertdialog", { name: "Something went wrong" });
		await modal.waitFor();
		expect(await isOnTop(modal)).toBe(true);
		await expectNoPageProblems(session);
		await modal.getByRole("button", { name: "Cancel" }).click();
		await modal.waitFor({ state: "detached" });
		await expect(getCards(page)).toHaveCount(20);
		await page.unroute("**/fantasy/team/show-my");
		await page.goto("/team");
		await getCards(page).first().waitFor();
		await page.evaluate(() => localStorage.clear());
		await page.reload();
		await expect(getCards(page)).toHaveCount(21);
	});

	test("a late joiner sees her start round, earlier teams theirs", async () => {
		const { page } = getSession("1280 px");
		// Open team pages would follow every score of the round.
		for (const { page: openPage } of sessions.values()) await openPage.goto("about:blank");
		await moveToMatch(fixture.server, page, 1);
		const late = await createManager(fixture.browser, fixture.server, PHONE, "Late");
		for (const size of [PHONE, DESKTOP]) {
			await late.page.setViewportSize(size);
			await expect(late.page.getByText("Round 4 has started, so your team starts in Round 5.")).toBeVisible();
			await expect(late.page.getByText("Starts in Round 5", { exact: true })).toBeVisible();
			await expectNoPageProblems(late);
		}
		await late.close();
		await finishRound(fixture.server, page);
		players = await getPlayers(page);
		for (const { page: openPage } of sessions.values()) await openPage.goto("/team");
	});

	test("a refused change of emergencies is reverted, the next accepted", async () => {
		const session = getSession("390 px");
		const { page } = session;
		const before = await getSavedTeam(page);
		const firstEmergency = getNameById(before.emergency[0] ?? 0);
		await failOnce(page, "fantasy/team/change-emergency", "The bench is closed");
		await chooseFromMenu(page, firstEmergency, "Remove as emergency");
		expect(await readAndCloseError(page)).toContain("The bench is closed");
		await expect(getCard(page, firstEmergency).first()).toHaveText(/, emergency,/);
		expect((await getSavedTeam(page)).emergency).toEqual(before.emergency);
		await expectNoPageProblems(session);
		await chooseFromMenu(page, firstEmergency, "Remove as emergency");
		await expect.poll(async () => (await getSavedTeam(page)).emergency).toEqual(before.emergency.slice(1));
		const savedToast = page
			.getByRole("alert")
			.filter({ hasText: "Saved. No trade used: you can change emergencies until they lock." });
		await savedToast.waitFor();
		expect(await isOnTop(savedToast)).toBe(true);
		await expectNoPageProblems(session);
	});

	test("a stale captain change is refused, then repeated by one press", async () => {
		const session = getSession("1280 px");
		const { page } = session;
		await blockLiveStream(session);
		const before = await getSavedTeam(page);
		await postFromOtherDevice(session, "change-captain", { type: "captain", newId: before.viceCaptainId });
		const refusedResponse = page.waitForResponse((response) => response.url().endsWith("team/change-captain"));
		const third = getNameById(
			Object.values(before.lineup)
				.flat()
				.find((id) => ![before.captainId, before.viceCaptainId].includes(id)) ?? 0,
		);
		await chooseFromMenu(page, third, "Make captain");
		expect((await refusedResponse).status()).toBe(409);
		const toast = page.getByRole("alertdialog", { name: "This is the latest version." });
		await toast.waitFor();
		await expectCaptain(page, getNameById(before.viceCaptainId));
		await toast.getByRole("button", { name: "Restore my changes" }).click();
		await expectCaptain(page, third);
		await expect.poll(async () => getNameById((await getSavedTeam(page)).captainId)).toBe(third);
		await unblockLiveStream(session);
	});

	test("trades cannot be submitted twice while the request is pending (D1.4.71)", async () => {
		const { page } = getSession("1280 px");
		const team = await getSavedTeam(page);
		const teamIds = new Set(
			[...Object.values(team.lineup), ...Object.values(team.bench)].flat().concat(team.utilityId),
		);
		const forwards = players.filter(({ position }) => position[0] === "FWD").sort((a, b) => b.cost - a.cost);
		const playerOut = forwards.find(({ id }) => teamIds.has(id));
		const playerIn = forwards.find(({ id, cost }) => !teamIds.has(id) && cost < (playerOut?.cost ?? 0));
		if (!playerOut || !playerIn) throw new Error("The season lacks two forwards to trade");
		await chooseFromMenu(page, getFullName(playerOut), "Trade out");
		await clickInPool(page, getFullName(playerIn), `Trade ${getFullName(playerIn)} in`);
		let requestCount = 0;
		let release = () => {};
		const released = new Promise<void>((resolve) => {
			release = resolve;
		});
		await page.route("**/fantasy/trade/make", async (route) => {
			requestCount++;
			await released;
			await route.continue();
		});
		await page.getByRole("button", { name: "Review trades" }).click();
		const submitButton = page.getByRole("dialog").getByRole("button", { name: "Make the trade" });
		await submitButton.click();
		await expect.poll(() => requestCount).toBe(1);
		await expect(submitButton).toHaveAttribute("aria-disabled", "true");
		await submitButton.click({ force: true });
		release();
		await page.getByText("Trade confirmed").waitFor();
		expect(requestCount).toBe(1);
	});
});
