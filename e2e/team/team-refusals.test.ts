import { expect, type Page, test } from "@playwright/test";
import { type BrowserSession, DESKTOP, PHONE, seriousFindings, sidewaysScroll } from "../testing/browser.ts";
import { finishRound, nameOf, type PlayerFile, players, playInto } from "../testing/season.ts";
import { setStage } from "../testing/stage.ts";
import {
	card,
	cards,
	choose,
	failOnce,
	ground,
	inPool,
	newManager,
	pool,
	readProblem,
	savedTeam,
	success,
} from "../testing/team.ts";

const SIZES = [
	{ width: "390 px", size: PHONE },
	{ width: "1280 px", size: DESKTOP },
];

const sound = async ({ page, faults }: BrowserSession) => {
	expect(await seriousFindings(page)).toEqual([]);
	expect(await sidewaysScroll(page)).toBe(0);
	expect(faults).toEqual([]);
};
const isCaptain = (page: Page, name: string) => expect(card(page, name).first()).toHaveText(/, captain,/);

test.describe("refused team changes", () => {
	test.describe.configure({ mode: "serial" });
	const stage = setStage();
	let everyone: readonly PlayerFile[];
	const visits = new Map<string, BrowserSession>();
	const visitAt = (width: string): BrowserSession => {
		const found = visits.get(width);
		if (!found) throw new Error(`nobody is here at ${width}`);
		return found;
	};
	const named = (id: number): string => {
		const found = everyone.find((player) => player.id === id);
		if (!found) throw new Error(`nobody is ${id}`);
		return nameOf(found);
	};
	/** The same manager on another device. */
	const elsewhere = async (
		{ page }: BrowserSession,
		size: { width: number; height: number },
	): Promise<BrowserSession> => {
		const other = await stage.visit(size);
		other.page.setDefaultTimeout(10_000);
		await other.page.context().addCookies(await page.context().cookies());
		await other.page.goto("/team");
		await cards(other.page).first().waitFor();
		return other;
	};

	/** From here on the page does not learn by itself what another device saves. */
	const withoutLiveStream = async ({ page }: BrowserSession) => {
		const answer = { contentType: "text/event-stream", body: "retry: 600000\n\n" };
		await page.route("**/api/*/live", (route) => route.fulfill(answer));
		await page.reload();
		await cards(page).first().waitFor();
	};
	const withLiveStream = async ({ page }: BrowserSession) => {
		await page.unroute("**/api/*/live");
		await page.reload();
		await cards(page).first().waitFor();
	};

	test.beforeAll(async () => {
		for (const { width, size } of SIZES)
			visits.set(width, await newManager(stage.browser, stage.server, size, `Nein${width.replace(" px", "")}`));
		everyone = await players(visitAt("1280 px").page);
	});

	test("the team screen has a strip above the ground, and the player pool beside it or in a sheet on a phone (D1.2.72, D1.2.76)", async () => {
		const { page } = visitAt("1280 px");
		const box = async (of: ReturnType<typeof ground>) => (await of.boundingBox()) ?? { x: 0, y: 0, width: 0 };
		const field = await box(ground(page));
		expect((await box(page.getByRole("region", { name: "Before the next lock" }))).y).toBeLessThan(field.y);
		expect((await box(pool(page))).x).toBeGreaterThan(field.x + field.width);
		const phone = visitAt("390 px").page;
		expect(await pool(phone).count()).toBe(0);
		await phone.getByRole("link", { name: "Players", exact: true }).click();
		const sheet = phone.getByRole("dialog", { name: "Players" });
		await sheet.getByLabel("Find a player").waitFor();
		for (const filter of ["Club", "Price", "Availability", "Show", "Sort by"])
			await sheet.getByRole("combobox", { name: filter, exact: true }).waitFor();
		await phone.keyboard.press("Escape");
		await sheet.waitFor({ state: "detached" });
	});

	for (const { width } of SIZES)
		test(`the team screen shows the season's salary cap and its 21 places, at ${width} (D1.5.35, D1.9.15)`, async () => {
			const { page } = visitAt(width);
			const { rules } = await (await page.request.get("/json/fantasy/season.json")).json();
			const { team } = await success<{ team: { salaryCap: number } }>(page, "/fantasy/team/show-my");
			expect(team.salaryCap).toBe(rules.salaryCap);
			const words = `$${rules.salaryCap / 1_000_000}M`;
			await page.getByText("In the bank").locator("../..").getByText(words, { exact: true }).waitFor();
			const places = [...Object.values<number>(rules.field), ...Object.values<number>(rules.bench), 1];
			const total = places.reduce((sum, count) => sum + count, 0);
			await expect(ground(page).getByRole("button", { name: /^Add / })).toHaveCount(total);
			expect(total).toBe(21);
		});

	for (const { width } of SIZES)
		test(`a refused autofill shows the reason and leaves the team empty, and the next one fills it, at ${width}`, async () => {
			const visit = visitAt(width);
			const { page } = visit;
			await failOnce(page, "fantasy/team/autopick", "The selectors are still at lunch");
			await page.getByRole("button", { name: "Autofill my team" }).click();
			expect(await readProblem(page)).toContain("The selectors are still at lunch");
			await expect(ground(page).getByRole("button", { name: /^Add / })).toHaveCount(21);
			expect((await savedTeam(page)).isComplete).toBe(false);
			await sound(visit);
			await page.getByRole("button", { name: "Autofill my team" }).click();
			await page.getByRole("dialog").getByRole("button", { name: "Done", exact: true }).click();
			await expect(cards(page)).toHaveCount(21);
		});

	for (const { width, size } of SIZES)
		test(`a team changed on another device is reloaded, not overwritten, and can be changed again, at ${width}`, async () => {
			const visit = visitAt(width);
			await withoutLiveStream(visit);
			const other = await elsewhere(visit, size);
			const { page } = visit;
			const before = await savedTeam(page);
			const vice = named(before.viceCaptainId);
			await choose(other.page, vice, "Make captain");
			await expect.poll(async () => (await savedTeam(page)).captainId).toBe(before.viceCaptainId);
			const { version } = await savedTeam(page);

			const stale = page.waitForResponse((answer) => answer.url().endsWith("team/update"));
			await choose(page, /on the bench, emergency,/, "No longer an emergency");
			expect((await stale).status()).toBe(409);
			await page.getByText("Your team was changed on another device. This is the latest version.").waitFor();
			await isCaptain(page, vice);
			expect((await savedTeam(page)).version).toBe(version);
			await sound(visit);

			await choose(page, /on the bench, emergency,/, "No longer an emergency");
			await expect.poll(async () => (await savedTeam(page)).emergency.length).toBe(3);
			expect((await savedTeam(page)).captainId).toBe(before.viceCaptainId);
			await withLiveStream(visit);
			await other.close();
		});

	for (const { width, size } of SIZES)
		test(`an open page shows a change from another device within seconds before the first round, at ${width}`, async () => {
			const visit = visitAt(width);
			const { page } = visit;
			const other = await elsewhere(visit, size);
			const before = await savedTeam(page);
			await choose(other.page, named(before.viceCaptainId), "Make captain");
			await isCaptain(page, named(before.viceCaptainId));
			await sound(visit);
			await other.close();
		});

	for (const { width } of SIZES)
		test(`the team screen says by how much a team is over the salary cap and which player it cannot afford, at ${width} (D1.5.36)`, async () => {
			const visit = visitAt(width);
			const { page } = visit;
			await page.route("**/fantasy/team/show-my", async (route) => {
				const answer = await route.fetch();
				const body = await answer.json();
				body.success.team.salaryCap = body.success.team.value - 50_000;
				await route.fulfill({ response: answer, json: body });
			});
			await page.reload();
			await page.getByText("$50K over the cap. Prices moved before your start round.").waitFor();
			await page.getByText("Over the cap", { exact: true }).waitFor();
			await sound(visit);
			const team = await savedTeam(page);
			const taken = new Set(Object.values({ ...team.lineup, bench: Object.values(team.bench).flat() }).flat());
			const [dear] = everyone
				.filter(({ id, position }) => !taken.has(id) && id !== team.utilityId && position[0] === "MID")
				.sort((a, b) => b.cost - a.cost);
			if (!dear) throw new Error("no midfielder is left");
			await choose(page, named(team.bench.MID?.[0] ?? 0), "Remove");
			if (width === "390 px") await page.getByRole("link", { name: "Players", exact: true }).click();
			await page.getByLabel("Find a player").fill(nameOf(dear));
			const add = pool(page).getByRole("button", { name: `Add ${nameOf(dear)}`, exact: true });
			await expect(add).toHaveAttribute("aria-disabled", "true");
			await add.press("Enter");
			await page.getByText(`You can't afford ${nameOf(dear)}`).waitFor();
			await expect(cards(page)).toHaveCount(20);
			await page.unroute("**/fantasy/team/show-my");
			await page.goto("/team");
			await cards(page).first().waitFor();
			await page.evaluate(() => localStorage.clear());
			await page.reload();
			await expect(cards(page)).toHaveCount(21);
		});

	test("both managers' teams start once the first round is over", async () => {
		const { page } = visitAt("1280 px");
		await playInto(stage.server, page, 1);
		await finishRound(stage.server, page);
		everyone = await players(page);
		for (const { page: each } of visits.values()) await each.reload();
	});

	for (const { width } of SIZES)
		test(`a refused change of emergencies is reverted with the reason, and the next one is accepted, at ${width}`, async () => {
			const visit = visitAt(width);
			const { page } = visit;
			const before = await savedTeam(page);
			const first = named(before.emergency[0] ?? 0);
			await failOnce(page, "fantasy/team/change-emergency", "The bench is closed");
			await choose(page, first, "No longer an emergency");
			expect(await readProblem(page)).toContain("The bench is closed");
			await expect(card(page, first).first()).toHaveText(/, emergency,/);
			expect((await savedTeam(page)).emergency).toEqual(before.emergency);
			await sound(visit);
			await choose(page, first, "No longer an emergency");
			await expect.poll(async () => (await savedTeam(page)).emergency).toEqual(before.emergency.slice(1));
		});

	for (const { width, size } of SIZES)
		test(`a captain change after a change on another device is refused and the latest team shown, at ${width}`, async () => {
			const visit = visitAt(width);
			const { page } = visit;
			await withoutLiveStream(visit);
			const other = await elsewhere(visit, size);
			const before = await savedTeam(page);
			await choose(other.page, named(before.viceCaptainId), "Make captain");
			await expect.poll(async () => (await savedTeam(page)).captainId).toBe(before.viceCaptainId);
			const stale = page.waitForResponse((answer) => answer.url().endsWith("team/change-captain"));
			const third = named(
				Object.values(before.lineup)
					.flat()
					.find((id) => ![before.captainId, before.viceCaptainId].includes(id)) ?? 0,
			);
			await choose(page, third, "Make captain");
			expect((await stale).status()).toBe(409);
			expect(await readProblem(page)).toMatch(/changed/);
			await isCaptain(page, named(before.viceCaptainId));
			await choose(page, third, "Make captain");
			await isCaptain(page, third);
			await withLiveStream(visit);
			await other.close();
		});

	test("trades cannot be submitted twice while the request is pending (D1.4.71)", async () => {
		const { page } = visitAt("1280 px");
		const team = await savedTeam(page);
		const mine = new Set([...Object.values(team.lineup), ...Object.values(team.bench)].flat().concat(team.utilityId));
		const forwards = everyone.filter(({ position }) => position[0] === "FWD").sort((a, b) => b.cost - a.cost);
		const out = forwards.find(({ id }) => mine.has(id));
		const comes = forwards.find(({ id, cost }) => !mine.has(id) && cost < (out?.cost ?? 0));
		if (!out || !comes) throw new Error("no forwards");
		await choose(page, nameOf(out), "Trade out");
		await inPool(page, nameOf(comes), `Trade ${nameOf(comes)} in`);
		let sent = 0;
		let goOn = () => {};
		const held = new Promise<void>((resolve) => {
			goOn = resolve;
		});
		await page.route("**/fantasy/trade/make", async (route) => {
			sent++;
			await held;
			await route.continue();
		});
		await page.getByRole("button", { name: "Review trades" }).click();
		const make = page.getByRole("dialog").getByRole("button", { name: "Make the trade" });
		await make.click();
		await expect.poll(() => sent).toBe(1);
		await expect(make).toHaveAttribute("aria-disabled", "true");
		await make.click({ force: true });
		goOn();
		await page.getByText("Trade confirmed").waitFor();
		expect(sent).toBe(1);
	});
});
