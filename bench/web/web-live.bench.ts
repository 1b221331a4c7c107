import type { Page } from "@playwright/test";
import { DESKTOP, openBrowser } from "../../testing/browser/browser.ts";
import { findScorer, type MatchDay, type Scorer, startMatchDay } from "../../testing/browser/match-day.ts";
import { saveTeam } from "../../testing/browser/save-team.ts";
import { createManager, getCard, getSavedTeam } from "../../testing/browser/team.ts";
import { compareWithLimit } from "../measure.ts";
import type { Bench } from "../registry.ts";

const GOALS = 15;
const HALF_HOUR_MS = 30 * 60_000;
const MAX_DELAY_MS = 2_000;
/** How often the page checks the card's text. */
const POLL_MS = 20;

/** Measures the milliseconds from the stats provider's response with a goal until an open page shows the new score. */
async function measureGoal(day: MatchDay, page: Page, scorer: Scorer): Promise<number> {
	const cardOnPage = await getCard(page, scorer.name).first().elementHandle();
	const before = await cardOnPage?.textContent();
	const answeredAt = await day.scoreGoal(scorer.id, scorer.matchId);
	await page.waitForFunction(([element, text]) => element?.textContent !== text, [cardOnPage, before] as const, {
		polling: POLL_MS,
	});
	return Date.now() - answeredAt;
}

export const bench: Bench = {
	name: "web-live",
	title: "A goal on the screen of an open browser, during a match",
	async run({ isTiny }) {
		const day = await startMatchDay();
		const browser = await openBrowser();
		try {
			const { page } = await createManager(browser, day.server, DESKTOP, "Avery");
			await saveTeam(page.request);
			const scorer = findScorer(day, Object.values((await getSavedTeam(page)).lineup).flat());
			await day.moveClockTo(scorer.startsAt + HALF_HOUR_MS);
			await page.goto("/team");
			await getCard(page, scorer.name)
				.first()
				.getByText(/points/)
				.waitFor();
			const waits: number[] = [];
			for (let goal = 0; goal < (isTiny ? 1 : GOALS); goal++) waits.push(await measureGoal(day, page, scorer));
			return [compareWithLimit("a goal, from the provider's response to the screen", waits, MAX_DELAY_MS, "ms")];
		} finally {
			await browser.close();
			await day.server.stop();
		}
	},
};
