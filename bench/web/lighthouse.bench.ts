import { launch } from "chrome-launcher";
import lighthouse, { type Result } from "lighthouse";
import { type Comparison, summarise } from "../measure.ts";
import type { Bench } from "../registry.ts";

const RUNS = 3;
const PAGES = ["/", "/help/game-rules", "/leagues/join"];
/** How many points a page may lose because of its scripts. */
const MARGIN = 5;
const STATIC_CATEGORIES = ["accessibility", "best-practices", "seo"] as const;
type Category = "performance" | (typeof STATIC_CATEGORIES)[number];

interface LighthouseOptions {
	readonly port: number;
	readonly categories: readonly Category[];
	readonly hasScript: boolean;
}

/** Runs Lighthouse with its default preset: a mid-range phone on slow 4G with an empty cache. */
async function runLighthouse(url: string, { port, categories, hasScript }: LighthouseOptions): Promise<Result> {
	const result = await lighthouse(url, {
		port,
		output: "json",
		logLevel: "error",
		onlyCategories: [...categories],
		blockedUrlPatterns: hasScript ? [] : ["*.js"],
	});
	if (!result) throw new Error(`Lighthouse returned no result for ${url}`);
	return result.lhr;
}

const getPoints = ({ categories }: Result, category: Category): number =>
	(categories[category]?.score ?? Number.NaN) * 100;

/** Lists the failed audits of a page, one line each. */
const listFailedAudits = ({ audits, categories }: Result): readonly string[] =>
	STATIC_CATEGORIES.flatMap((category) =>
		(categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
			const { score, title, displayValue = "" } = audits[id] ?? {};
			return weight > 0 && typeof score === "number" && score < 1 ? [`${category}: ${title} ${displayValue}`] : [];
		}),
	);

/** Compares the Lighthouse results of the prerendered pages with those of the same pages without scripts. */
export const bench: Bench = {
	name: "lighthouse",
	title: "Lighthouse, mobile preset, a warm server",
	async run({ isTiny, log, startDemo }) {
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
				const [results, floorResults]: [number[], number[]] = [[], []];
				const first = await runLighthouse(url, {
					port,
					categories: ["performance", ...STATIC_CATEGORIES],
					hasScript: true,
				});
				results.push(getPoints(first, "performance"));
				for (let run = 1; run < (isTiny ? 1 : RUNS); run++)
					results.push(
						getPoints(await runLighthouse(url, { port, categories: ["performance"], hasScript: true }), "performance"),
					);
				for (let run = 0; run < (isTiny ? 1 : RUNS); run++)
					floorResults.push(
						getPoints(await runLighthouse(url, { port, categories: ["performance"], hasScript: false }), "performance"),
					);
				comparisons.push({
					label: `${page} performance`,
					unit: "points",
					floorName: `the page without script, less ${MARGIN} points`,
					result: summarise(results),
					floor: summarise(floorResults.map((score) => score - MARGIN)),
					goal: { kind: "at least", ratio: 1 },
				});
				for (const category of STATIC_CATEGORIES)
					comparisons.push({
						label: `${page} ${category}`,
						unit: "points",
						floorName: "all points",
						result: summarise([getPoints(first, category)]),
						floor: summarise([100]),
						goal: { kind: "at least", ratio: 1 },
					});
				for (const failedAudit of listFailedAudits(first)) log(`${page}: ${failedAudit}`);
			}
			return comparisons;
		} finally {
			chrome.kill();
		}
	},
};
