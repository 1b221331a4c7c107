import { launch } from "chrome-launcher";
import lighthouse, { type Result } from "lighthouse";
import { type Comparison, figures } from "../measure.ts";
import type { Bench } from "../registry.ts";

const RUNS = 3;
const PAGES = ["/", "/help/game-rules", "/leagues/join"];
/** Points that a page may lose by its script. */
const MARGIN = 5;
const WHOLE = ["accessibility", "best-practices", "seo"] as const;
type Category = "performance" | (typeof WHOLE)[number];

interface Look {
	readonly port: number;
	readonly categories: readonly Category[];
	readonly hasScript: boolean;
}

/** One look at a page with Lighthouse's own preset: a mid-range phone on slow 4G, an empty cache. */
async function look(url: string, { port, categories, hasScript }: Look): Promise<Result> {
	const answer = await lighthouse(url, {
		port,
		output: "json",
		logLevel: "error",
		onlyCategories: [...categories],
		blockedUrlPatterns: hasScript ? [] : ["*.js"],
	});
	if (!answer) throw new Error(`Lighthouse had nothing to say of ${url}`);
	return answer.lhr;
}

const points = ({ categories }: Result, category: Category): number =>
	(categories[category]?.score ?? Number.NaN) * 100;

/** What keeps a page from its points, one line each. */
const findings = ({ audits, categories }: Result): readonly string[] =>
	WHOLE.flatMap((category) =>
		(categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
			const { score, title, displayValue = "" } = audits[id] ?? {};
			return weight > 0 && typeof score === "number" && score < 1 ? [`${category}: ${title} ${displayValue}`] : [];
		}),
	);

/** The pages that look the same to every visitor, as Lighthouse sees them on a phone, beside themselves without script. */
export const bench: Bench = {
	name: "lighthouse",
	title: "Lighthouse, mobile preset, a warm server",
	async run({ isTiny, note, startDemo }) {
		const server = await startDemo();
		const chrome = await launch({
			chromePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
			chromeFlags: ["--headless=new", "--no-sandbox"],
			logLevel: "silent",
		});
		const { port } = chrome;
		try {
			const comparisons: Comparison[] = [];
			for (const page of isTiny ? PAGES.slice(0, 1) : PAGES) {
				const url = server.url + page;
				await (await fetch(url)).text();
				const [reached, floor]: [number[], number[]] = [[], []];
				const first = await look(url, { port, categories: ["performance", ...WHOLE], hasScript: true });
				reached.push(points(first, "performance"));
				for (let run = 1; run < (isTiny ? 1 : RUNS); run++)
					reached.push(points(await look(url, { port, categories: ["performance"], hasScript: true }), "performance"));
				for (let run = 0; run < (isTiny ? 1 : RUNS); run++)
					floor.push(points(await look(url, { port, categories: ["performance"], hasScript: false }), "performance"));
				comparisons.push({
					what: `${page} performance`,
					unit: "points",
					floorName: `the page without script, less ${MARGIN} points`,
					reached: figures(reached),
					floor: figures(floor.map((each) => each - MARGIN)),
					goal: { kind: "at least", ratio: 1 },
				});
				for (const category of WHOLE)
					comparisons.push({
						what: `${page} ${category}`,
						unit: "points",
						floorName: "all points",
						reached: figures([points(first, category)]),
						floor: figures([100]),
						goal: { kind: "at least", ratio: 1 },
					});
				for (const finding of findings(first)) note(`${page}: ${finding}`);
			}
			return comparisons;
		} finally {
			chrome.kill();
			await server.stop();
		}
	},
};
