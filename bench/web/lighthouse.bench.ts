import { launch } from "chrome-launcher";
import lighthouse, { type Result } from "lighthouse";
import { startServer } from "../../e2e/testing/server.ts";
import { type Comparison, figures } from "../measure.ts";
import type { Bench } from "../registry.ts";

const RUNS = 3;
const PAGES = ["/", "/help/game-rules", "/leagues/join"];
/** Points of a hundred that each of Lighthouse's categories must reach. */
const GOALS = { performance: 95, accessibility: 100, "best-practices": 95, seo: 95 } as const;
type Category = keyof typeof GOALS;
const CATEGORIES = Object.keys(GOALS) as Category[];

const median = (values: readonly number[]): number =>
	values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** One look at a page with Lighthouse's own preset: a mid-range phone on slow 4G, an empty cache. */
async function look(url: string, port: number): Promise<Result> {
	const answer = await lighthouse(url, { port, output: "json", logLevel: "error", onlyCategories: CATEGORIES });
	if (!answer) throw new Error(`Lighthouse had nothing to say of ${url}`);
	return answer.lhr;
}

/** What keeps a page from its points, one line each. */
const findings = ({ audits, categories }: Result): readonly string[] =>
	CATEGORIES.flatMap((category) =>
		(categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
			const { score, title, displayValue = "" } = audits[id] ?? {};
			return weight > 0 && typeof score === "number" && score < 0.9 ? [`${category}: ${title} ${displayValue}`] : [];
		}),
	);

/** The pages that look the same to every visitor, as Lighthouse sees them on a phone: medians of three runs. */
export const bench: Bench = {
	name: "lighthouse",
	title: `Lighthouse, mobile preset, a warm server, the median of ${RUNS} runs`,
	async run(note) {
		const server = await startServer();
		const chrome = await launch({
			chromePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
			chromeFlags: ["--headless=new", "--no-sandbox"],
			logLevel: "silent",
		});
		try {
			const comparisons: Comparison[] = [];
			for (const page of PAGES) {
				await (await fetch(server.url + page)).text();
				const seen: Result[] = [];
				for (let run = 0; run < RUNS; run++) seen.push(await look(server.url + page, chrome.port));
				const scoresOf = (category: Category) => seen.map(({ categories }) => (categories[category]?.score ?? 0) * 100);
				for (const category of CATEGORIES)
					comparisons.push({
						what: `${page} ${category}`,
						unit: "points",
						floorName: "goal",
						reached: figures([median(scoresOf(category))]),
						floor: figures([GOALS[category]]),
						goal: { kind: "at least", ratio: 1 },
					});
				const told = new Set(seen.flatMap(findings));
				const power = seen.map(({ environment }) => environment.benchmarkIndex.toFixed(0));
				note(`${page}: performance ${scoresOf("performance").join(", ")} on a machine of power ${power.join(", ")}`);
				for (const finding of told) note(`${page}: ${finding}`);
			}
			return comparisons;
		} finally {
			chrome.kill();
			await server.stop();
		}
	},
};
