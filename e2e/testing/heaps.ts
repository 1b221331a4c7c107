import type { Browser, Page } from "@playwright/test";
import { touchSeason } from "../../apps/server/features/seasons/current/season-version-queries.ts";
import { DESKTOP } from "./browser.ts";
import { type MatchDay, startMatchDay } from "./match-day.ts";
import { saveTeam } from "./save-team.ts";
import { card, newManager, savedTeam } from "./team.ts";

/** Bytes in use after a full garbage collection. */
export interface Heaps {
	readonly publication: number;
	readonly browser: number;
	readonly server: number;
}

/** Asks Node's inspector of a process that was started with `--inspect`. */
async function inspected(output: string): Promise<{ heap: () => Promise<number>; close: () => void }> {
	const address = /ws:\/\/\S+/.exec(output)?.[0];
	if (!address) throw new Error("The server does not let itself be inspected");
	const socket = new WebSocket(address);
	const answers = new Map<number, (result: { usedSize: number }) => void>();
	socket.addEventListener("message", ({ data }) => {
		const { id, result } = JSON.parse(String(data));
		answers.get(id)?.(result);
	});
	await new Promise((resolve, reject) => {
		socket.addEventListener("open", resolve);
		socket.addEventListener("error", () => reject(new Error(`Nobody answers at ${address}`)));
	});
	let last = 0;
	const ask = (method: string) =>
		new Promise<{ usedSize: number }>((resolve) => {
			answers.set(++last, resolve);
			socket.send(JSON.stringify({ id: last, method }));
		});
	return {
		heap: async () => {
			for (let time = 0; time < 2; time++) await ask("HeapProfiler.collectGarbage");
			return (await ask("Runtime.getHeapUsage")).usedSize;
		},
		close: () => socket.close(),
	};
}

async function browserHeap(page: Page): Promise<number> {
	const session = await page.context().newCDPSession(page);
	for (let time = 0; time < 2; time++) await session.send("HeapProfiler.collectGarbage");
	const { usedSize } = await session.send("Runtime.getHeapUsage");
	await session.detach();
	return usedSize;
}

/** Changes one score, and waits until the page has heard of it and has the new players. */
async function publishOnce({ database, season }: MatchDay, page: Page, number: number): Promise<void> {
	const fetched = page.waitForEvent("requestfinished", (request) => request.url().endsWith("/players.json"));
	await database.db.transaction().execute(async (transaction) => {
		await transaction
			.updateTable("stat_lines")
			.set({ behinds: number % 20 })
			.where("season_id", "=", season.id)
			.execute();
		await touchSeason(transaction, season.id);
	});
	await fetched;
}

/** What page and server hold after so many publications of a round that is played, at each of these marks. */
export async function measureHeaps(
	browser: Browser,
	marks: readonly number[],
	tell: (heaps: Heaps) => void = () => undefined,
): Promise<Heaps[]> {
	const day = await startMatchDay({ NODE_OPTIONS: "--inspect=127.0.0.1:0" });
	try {
		const { page, close } = await newManager(browser, day.server, DESKTOP, "Dauernd");
		await saveTeam(page.request);
		// The first match with somebody of the manager's field.
		const field = new Set(Object.values((await savedTeam(page)).lineup).flat());
		const { matches, results } = day.season.generated;
		const match = matches.find(({ id }) => results.get(id)?.lines.some(({ playerId }) => field.has(playerId)));
		if (!match) throw new Error("Nobody on the manager's field plays in this season");
		await day.moveTo(match.startsAt + 30 * 60_000);
		await page.goto("/team");
		await card(page, /points/)
			.first()
			.waitFor({ timeout: 30_000 });
		const server = await inspected(day.server.output());
		const measured: Heaps[] = [];
		for (let publication = 1; publication <= Math.max(...marks); publication++) {
			await publishOnce(day, page, publication);
			if (!marks.includes(publication)) continue;
			const heaps = { publication, browser: await browserHeap(page), server: await server.heap() };
			measured.push(heaps);
			tell(heaps);
		}
		server.close();
		await close();
		return measured;
	} finally {
		await day.stop();
	}
}
