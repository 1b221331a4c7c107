// Run by `npm run soak`: what a page and its server hold at a tenth of so many publications, and at the last.
import { openBrowser } from "../testing/browser.ts";
import { type Heaps, measureHeaps } from "../testing/heaps.ts";

const MOST = 1.2;
const last = Number(process.argv[2] ?? 3_000);
const say = (line: string) => process.stdout.write(`${line}\n`);
const mega = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const tell = ({ publication, browser, server }: Heaps) =>
	say(`  Publication ${publication}: the page holds ${mega(browser)}, the server ${mega(server)}`);

async function measure(): Promise<boolean> {
	const browser = await openBrowser();
	try {
		const [early, , late] = await measureHeaps(browser, [Math.ceil(last / 10), Math.ceil(last / 2), last], tell);
		if (!early || !late) throw new Error("Not measured");
		const ratios = [late.browser / early.browser, late.server / early.server];
		say(`Heaps: ${ratios.map((ratio) => ratio.toFixed(2)).join(" and ")} times what they were; at most ${MOST}`);
		return ratios.every((ratio) => ratio <= MOST);
	} finally {
		await browser.close();
	}
}
process.exitCode = (await measure()) ? 0 : 1;
