import { expect, type Page, test } from "@playwright/test";
import { DESKTOP } from "../../testing/browser/browser.ts";
import { getHorizontalOverflow } from "../../testing/browser/page-checks.ts";
import { saveTeam } from "../../testing/browser/save-team.ts";
import { finishRound, type PlayerFile } from "../../testing/browser/season.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";
import { getCards } from "../../testing/browser/team.ts";

/** Gives every second player a long name, and every player several positions and a price over a million. */
async function lengthenFacts(page: Page): Promise<void> {
	await page.route("**/json/fantasy/players.json*", async (route) => {
		const response = await route.fetch();
		const players: readonly PlayerFile[] = await response.json();
		const json = players.map((player, index) => ({
			...player,
			firstName: "Alexandra",
			lastName: index % 2 === 0 ? "Bartholomew-Higginbotham" : player.lastName,
			position:
				index % 3 === 0 ? ["DEF", "MID", "FWD"] : [player.position[0], player.position[0] === "MID" ? "FWD" : "MID"],
			cost: player.cost + 1_000_000,
		}));
		await route.fulfill({ response, json });
	});
}

/** Lists the texts that reach out of their card or are cut off in it. */
const listCutTexts = (page: Page): Promise<readonly string[]> =>
	getCards(page).evaluateAll((cards) =>
		cards.flatMap((card) => {
			const box = card.getBoundingClientRect();
			return [...card.querySelectorAll<HTMLElement>("[aria-hidden] span")]
				.filter((part) => part.childElementCount === 0 && part.checkVisibility() && part.textContent !== "")
				.filter((part) => {
					const range = document.createRange();
					range.selectNodeContents(part);
					const { left, right, top, bottom } = range.getBoundingClientRect();
					const isInside = left >= box.left && right <= box.right && top >= box.top && bottom <= box.bottom;
					return !isInside || (part.scrollWidth > part.clientWidth && getComputedStyle(part).overflow === "hidden");
				})
				.map((part) => part.textContent);
		}),
	);

test.describe("a started team with long names", () => {
	const fixture = setUpServer();

	test("shows names, positions and prices in full", async () => {
		const { page } = await fixture.openSession(DESKTOP);
		await page.request.post("/api/en/demo/sign-in", { data: {} });
		await saveTeam(page.request);
		await finishRound(fixture.server, page);
		await lengthenFacts(page);
		await page.goto("/team");
		await expect(getCards(page)).toHaveCount(21);
		const browser = await page.context().newCDPSession(page);
		for (const standard of [16, 32])
			for (const width of [390, 360, 320, 768, 1280]) {
				await browser.send("Page.setFontSizes", { fontSizes: { standard } });
				await page.setViewportSize({ width, height: 844 });
				await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
				expect(await listCutTexts(page), `${width} px, ${standard} px text`).toEqual([]);
				expect(await getHorizontalOverflow(page)).toBe(0);
			}
	});
});
