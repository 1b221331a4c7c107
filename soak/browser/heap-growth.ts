// Run by `npm run soak`: compares the heaps of a page and its server after a tenth of the score updates and after the last.
import { openBrowser } from "../../testing/browser/browser.ts";
import { type HeapSizes, measureHeaps } from "./heaps.ts";

const MAX_GROWTH = 1.2;
const last = Number(process.argv[2] ?? 3_000);
const printLine = (line: string) => process.stdout.write(`${line}\n`);
const formatMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const printSizes = ({ update, browser, server }: HeapSizes) =>
	printLine(
		`  Score update ${update}: the page uses ${formatMegabytes(browser)}, the server ${formatMegabytes(server)}`,
	);

async function measure(): Promise<boolean> {
	const browser = await openBrowser();
	try {
		const [early, , late] = await measureHeaps(browser, [Math.ceil(last / 10), Math.ceil(last / 2), last], printSizes);
		if (!early || !late) throw new Error("The heaps were not measured");
		const ratios = [late.browser / early.browser, late.server / early.server];
		printLine(
			`Heap growth of page and server: ${ratios.map((ratio) => ratio.toFixed(2)).join(", ")}; limit ${MAX_GROWTH}`,
		);
		return ratios.every((ratio) => ratio <= MAX_GROWTH);
	} finally {
		await browser.close();
	}
}
process.exitCode = (await measure()) ? 0 : 1;
