// npm run gallery [-- ADDRESS]: pictures of the screens of a running demo, light and dark, wide and narrow, in gallery/.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium } from "playwright-core";

const OUT = path.resolve(import.meta.dirname, "../gallery");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

const SIZES = [
	{ name: "desktop", viewport: { width: 1440, height: 991 }, deviceScaleFactor: 1 },
	{ name: "tablet", viewport: { width: 820, height: 1100 }, deviceScaleFactor: 1 },
	{ name: "phone", viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true },
];
const SCHEMES = ["light", "dark"] as const;
const PAGES = [
	{ name: "home", address: "/", view: "field", isSignedIn: false },
	{ name: "team", address: "/team", view: "field", isSignedIn: true },
	{ name: "team-list", address: "/team", view: "list", isSignedIn: true },
	{ name: "pool", address: "/team?open=pool", view: "field", isSignedIn: true },
	{ name: "rankings", address: "/rankings", view: "field", isSignedIn: true },
];

async function takeAll(browser: Browser, origin: string): Promise<number> {
	let taken = 0;
	for (const { name: size, ...screen } of SIZES)
		for (const colorScheme of SCHEMES)
			for (const { name, address, view, isSignedIn } of PAGES) {
				const context = await browser.newContext({ ...screen, colorScheme, baseURL: origin });
				if (isSignedIn) await context.request.post("/api/en/demo/sign-in", { data: {} });
				const page = await context.newPage();
				await page.addInitScript((kept) => localStorage.setItem("team_view", kept), view);
				await page.goto(address);
				await page.getByRole("heading", { level: 1 }).first().waitFor();
				await page.evaluate("document.fonts.ready");
				await page.screenshot({ path: path.join(OUT, `${name}-${size}-${colorScheme}.png`) });
				await context.close();
				taken++;
			}
	return taken;
}

const [origin = "http://localhost:3000"] = process.argv.slice(2);
mkdirSync(OUT, { recursive: true });
const browser = await chromium.launch({
	executablePath: CHROMIUM,
	args: ["--no-sandbox", "--disable-background-networking"],
});
console.log(`${await takeAll(browser, origin)} pictures in ${OUT}`);
await browser.close();
