import path from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type { Seen } from "./index-page.ts";
import type { GalleryPage } from "./pages.ts";
import { WORDS_OVER_WORDS } from "./words-over-words.ts";

const WIDTHS = [
	{ width: 360, height: 740 },
	{ width: 768, height: 1024 },
	{ width: 1280, height: 860 },
	{ width: 1920, height: 1080 },
];
/** Where colours are judged: the narrow layout and a wide one; the others draw with the same. */
const JUDGED: readonly number[] = [360, 1280];

interface Manner {
	readonly name: string;
	readonly colorScheme: "light" | "dark";
	readonly reducedMotion: "reduce" | "no-preference";
}
const MANNERS: readonly Manner[] = [
	{ name: "light", colorScheme: "light", reducedMotion: "no-preference" },
	{ name: "dark", colorScheme: "dark", reducedMotion: "no-preference" },
	{ name: "still", colorScheme: "light", reducedMotion: "reduce" },
];
// Laid out as in light: dark shows besides what a colour of its own would hide.
const LARGE_TEXT: readonly Manner[] = [{ name: "large-text", colorScheme: "dark", reducedMotion: "reduce" }];

/** What sticks out sideways, and by how many pixels; null when nothing does. Runs in the page. */
const SIDEWAYS = `(() => {
	const page = document.documentElement;
	const by = page.scrollWidth - page.clientWidth;
	if (by <= 0) return null;
	const isOut = (element) => element.getBoundingClientRect().right > page.clientWidth + 1;
	const out = [...document.querySelectorAll("body *")].filter((element) => isOut(element) && ![...element.children].some(isOut));
	const furthest = out.toSorted((one, other) => other.getBoundingClientRect().right - one.getBoundingClientRect().right);
	return by + "px by " + furthest.slice(0, 3).map((element) => element.tagName.toLowerCase() + "." + (element.parentElement.className || element.parentElement.parentElement.className) + ">" + element.textContent.slice(0, 20)).join(", ");
})()`;

async function judge(page: Page): Promise<string[]> {
	const { violations } = await new AxeBuilder({ page }).analyze();
	return violations
		.filter(({ id, impact }) => id === "color-contrast" || impact === "serious" || impact === "critical")
		.map(
			({ id, nodes }) =>
				`${id}: ${nodes
					.slice(0, 3)
					.map((node) => node.target.join(" "))
					.join(", ")}`,
		);
}

interface Sight {
	readonly folder: string;
	/** Whether this browser's own text size is twice the usual one. */
	readonly isLarge: boolean;
}

/** Takes one page in every width and manner, and finds what does not fit or cannot be read. */
export async function look(page: Page, { name, address }: GalleryPage, { folder, isLarge }: Sight): Promise<Seen> {
	const pictures: string[] = [];
	const faults = new Set<string>();
	const onError = (error: Error) => faults.add(`thrown: ${error.message}`);
	page.on("pageerror", onError);
	await page.goto(address);
	await page.getByRole("heading").first().waitFor();
	await page.waitForLoadState("load");
	await page.evaluate("document.fonts.ready");
	for (const { name: manner, ...media } of isLarge ? LARGE_TEXT : MANNERS) {
		await page.emulateMedia(media);
		for (const size of WIDTHS) {
			await page.setViewportSize(size);
			// Two frames: the first lays the new size out, the second draws it.
			await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
			const picture = `${name}/${size.width}-${manner}.jpg`;
			await page.screenshot({ path: path.join(folder, picture), type: "jpeg", quality: 70, animations: "disabled" });
			pictures.push(picture);
			const scroll: string | null = await page.evaluate(SIDEWAYS);
			if (scroll !== null) faults.add(`${size.width} ${manner}: scrolls sideways by ${scroll}`);
			const words: readonly string[] = manner === "dark" ? [] : await page.evaluate(WORDS_OVER_WORDS);
			for (const pair of words) faults.add(`${size.width} ${manner}: ${pair}`);
			if (!isLarge && manner !== "still" && JUDGED.includes(size.width))
				for (const fault of await judge(page)) faults.add(`${size.width} ${manner}: ${fault}`);
		}
	}
	page.off("pageerror", onError);
	return { name, address, pictures, faults: [...faults] };
}
