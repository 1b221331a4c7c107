import { openBrowser, visit } from "../../e2e/testing/browser.ts";
import { startServer } from "../../e2e/testing/server.ts";
import { type Comparison, figures } from "../measure.ts";
import type { Bench } from "../registry.ts";

const OPENINGS = 15;
const SLOWDOWN = 4;
const GOAL = 200;

/** Runs in the page: milliseconds from the press on a name to the frame that shows her tiles. */
const OPEN = (row: number) => `(async () => {
	const links = document.querySelectorAll("tbody tr[aria-rowindex] th a");
	const frame = () => new Promise(requestAnimationFrame);
	const start = performance.now();
	links[${row} % links.length].click();
	while (!document.querySelector("[role=tabpanel] dl")) await frame();
	await frame();
	return performance.now() - start;
})()`;

/** The player's details on the built web, each opened warm, on a processor four times as slow. */
export const bench: Bench = {
	name: "player-modal",
	title: `Opening a player's details, warm, at ${SLOWDOWN}× CPU slowdown`,
	async run(note) {
		const [browser, server] = await Promise.all([openBrowser(), startServer()]);
		try {
			const { page } = await visit(browser, server.url, { width: 1280, height: 900 });
			await page.request.post("/api/en/demo/sign-in", { data: {} });
			await page.goto("/stats-centre");
			await page.locator("tbody tr[aria-rowindex]").first().waitFor();
			const session = await page.context().newCDPSession(page);
			const samples: number[] = [];
			for (let turn = -2; turn < OPENINGS; turn++) {
				if (turn === 0) await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
				const took = await page.evaluate<number>(OPEN(turn + 2));
				if (turn >= 0) samples.push(took);
				await page.keyboard.press("Escape");
				await page.locator("[role=dialog]").waitFor({ state: "detached" });
			}
			note(`${OPENINGS} openings`);
			const reached: Comparison = {
				what: "press to tiles",
				reached: figures(samples),
				unit: "ms",
				floorName: "goal",
				floor: figures([GOAL]),
				goal: { kind: "at most", ratio: 1 },
			};
			return [reached];
		} finally {
			await browser.close();
			await server.stop();
		}
	},
};
