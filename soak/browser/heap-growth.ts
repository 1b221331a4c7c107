// Run by `npm run soak`: compares the heaps of a page and its server after a tenth of the score updates and after the last.
import type { Browser, Page } from "@playwright/test";
import { incrementDataVersion } from "../../apps/server/features/seasons/current/season-version-queries.ts";
import { DESKTOP, openBrowser } from "../../testing/browser/browser.ts";
import { type MatchDay, startMatchDay } from "../../testing/browser/match-day.ts";
import { saveTeam } from "../../testing/browser/save-team.ts";
import { createManager, getCard, getSavedTeam } from "../../testing/browser/team.ts";

/** Heap sizes in bytes after a number of score updates and a full garbage collection. */
interface HeapSizes {
	readonly update: number;
	readonly browser: number;
	readonly server: number;
}

/** Connects to the inspector of a Node process that was started with `--inspect`, given its output. */
async function connectInspector(output: string): Promise<{ getHeapSize: () => Promise<number>; close: () => void }> {
	const address = /ws:\/\/\S+/.exec(output)?.[0];
	if (!address) throw new Error("The server was not started with --inspect");
	const socket = new WebSocket(address);
	const pending = new Map<number, (result: { usedSize: number }) => void>();
	socket.addEventListener("message", ({ data }) => {
		const { id, result } = JSON.parse(String(data));
		pending.get(id)?.(result);
	});
	await new Promise((resolve, reject) => {
		socket.addEventListener("open", resolve);
		socket.addEventListener("error", () => reject(new Error(`Could not connect to the inspector at ${address}`)));
	});
	let lastId = 0;
	const send = (method: string) =>
		new Promise<{ usedSize: number }>((resolve) => {
			pending.set(++lastId, resolve);
			socket.send(JSON.stringify({ id: lastId, method }));
		});
	return {
		getHeapSize: async () => {
			for (let run = 0; run < 2; run++) await send("HeapProfiler.collectGarbage");
			return (await send("Runtime.getHeapUsage")).usedSize;
		},
		close: () => socket.close(),
	};
}

async function getBrowserHeapSize(page: Page): Promise<number> {
	// The page may still be rendering the last update, with the previous one in memory.
	await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
	const session = await page.context().newCDPSession(page);
	for (let run = 0; run < 2; run++) await session.send("HeapProfiler.collectGarbage");
	const { usedSize } = await session.send("Runtime.getHeapUsage");
	await session.detach();
	return usedSize;
}

/** Changes the scores and waits until the page has fetched players.json again. */
async function updateScores({ database, season }: MatchDay, page: Page, number: number): Promise<void> {
	const fetched = page.waitForEvent("requestfinished", (request) => request.url().endsWith("/players.json"));
	await database.db.transaction().execute(async (trx) => {
		await trx
			.updateTable("stat_lines")
			.set({ behinds: number % 20 })
			.where("season_id", "=", season.id)
			.execute();
		await incrementDataVersion(trx, season.id);
	});
	await fetched;
}

/** Measures the heaps of an open page and of the server after the given numbers of score updates. */
async function measureHeaps(
	browser: Browser,
	updates: readonly number[],
	onMeasured: (sizes: HeapSizes) => void,
): Promise<HeapSizes[]> {
	const day = await startMatchDay({ NODE_OPTIONS: "--inspect=127.0.0.1:0" });
	try {
		const { page, close } = await createManager(browser, day.server, DESKTOP, "Mina");
		await saveTeam(page.request);
		// The first match that involves a player on the manager's field.
		const field = new Set(Object.values((await getSavedTeam(page)).lineup).flat());
		const { matches, results } = day.season.generated;
		const match = matches.find(({ id }) => results.get(id)?.lines.some(({ playerId }) => field.has(playerId)));
		if (!match) throw new Error("No player on the manager's field has a match in this season");
		await day.moveClockTo(match.startsAt + 30 * 60_000);
		await page.goto("/team");
		await getCard(page, /points/)
			.first()
			.waitFor({ timeout: 30_000 });
		const inspector = await connectInspector(day.server.getOutput());
		const allSizes: HeapSizes[] = [];
		for (let update = 1; update <= Math.max(...updates); update++) {
			await updateScores(day, page, update);
			if (!updates.includes(update)) continue;
			const sizes = { update, browser: await getBrowserHeapSize(page), server: await inspector.getHeapSize() };
			allSizes.push(sizes);
			onMeasured(sizes);
		}
		inspector.close();
		await close();
		return allSizes;
	} finally {
		await day.server.stop();
	}
}

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
