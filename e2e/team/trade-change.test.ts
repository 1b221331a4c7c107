import { expect, type Page, test } from "@playwright/test";
import { type BrowserSession, PHONE } from "../../testing/browser/browser.ts";
import { expectNoProblemsInBothThemes } from "../../testing/browser/page-checks.ts";
import { saveTeam } from "../../testing/browser/save-team.ts";
import {
	finishRound,
	getCurrentRound,
	getFullName,
	getPlayers,
	moveToMatch,
	type PlayerFile,
} from "../../testing/browser/season.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";
import { failOnce, listPlayerIds, readAndCloseError, signInManager } from "../../testing/browser/team.ts";

interface TournamentFile {
	readonly date: string;
	readonly homeSquadId: number;
	readonly awaySquadId: number;
}
interface TradesResponse {
	readonly success: { readonly trades: readonly { id: number; playerInId: number; playerOutId: number }[] };
}

const listTrades = async (page: Page) =>
	((await (await page.request.get("/api/en/fantasy/trade/list")).json()) as TradesResponse).success.trades;

/** Trades an early player for a late one of her line, and a late one for an early one, before the round's first match. */
async function makeTrades(page: Page): Promise<void> {
	const { tournaments } = await getCurrentRound(page);
	const byDate = (tournaments as readonly (TournamentFile & { status: string })[]).toSorted(
		(a, b) => Date.parse(a.date) - Date.parse(b.date),
	);
	const listSquads = (match: TournamentFile | undefined) => [match?.homeSquadId, match?.awaySquadId];
	const isEarly = ({ squadId }: PlayerFile) => listSquads(byDate[0]).includes(squadId);
	const isLate = ({ squadId }: PlayerFile) => listSquads(byDate.at(-1)).includes(squadId);
	const players = await getPlayers(page);
	const own = await listPlayerIds(page);
	const used = new Set(own);
	const findPair = (isOut: (player: PlayerFile) => boolean, isIn: (player: PlayerFile) => boolean) => {
		for (const id of own) {
			const out = players.find((player) => player.id === id);
			const into = players.find(
				(player) =>
					!used.has(player.id) &&
					isIn(player) &&
					player.position[0] === out?.position[0] &&
					player.cost < (out?.cost ?? 0),
			);
			if (!out || !isOut(out) || !into) continue;
			used.add(into.id);
			return { playerInId: into.id, playerOutId: out.id };
		}
		throw new Error("No such trade");
	};
	const tradePairs = [findPair(isEarly, isLate), findPair(isLate, isEarly)];
	const response = await page.request.post("/api/en/fantasy/trade/make", { data: { tradePairs } });
	expect(response.ok(), await response.text()).toBe(true);
}

test.describe("half-locked trades", () => {
	test.describe.configure({ mode: "serial" });
	const fixture = setUpServer();
	let session: BrowserSession;
	let page: Page;
	const getName = async (id: number | undefined) => {
		const player = (await getPlayers(page)).find((candidate) => candidate.id === id);
		return player ? getFullName(player) : "";
	};

	test.beforeAll(async () => {
		session = await signInManager(fixture.browser, fixture.server, PHONE, "Nora");
		page = session.page;
		await saveTeam(page.request);
		await finishRound(fixture.server, page);
		await makeTrades(page);
		await moveToMatch(fixture.server, page, 1);
	});

	test("on a phone, another player comes in, and Back closes the dialog [D1.4.126]", async () => {
		const [trade] = await listTrades(page);
		await page.goto("/team");
		await page.getByRole("button", { name: "Trade", exact: true }).click();
		await page.getByRole("button", { name: "Trades", exact: true }).click();
		const change = page.getByRole("button", { name: /^Change the trade of / }).first();
		await change.click();
		const dialog = page.getByRole("dialog", { name: "Who comes in instead?" });
		await dialog.waitFor();
		await page.goBack();
		await dialog.waitFor({ state: "detached" });
		await change.click();
		await dialog
			.getByRole("button", { name: /^Trade .* in$/ })
			.first()
			.waitFor();
		await expectNoProblemsInBothThemes(session);
		await dialog
			.getByRole("button", { name: /^Trade .* in$/ })
			.first()
			.click();
		await dialog.getByText(`${await getName(trade?.playerInId)} goes back`).waitFor();
		await expectNoProblemsInBothThemes(session);
		await failOnce(page, "fantasy/trade/change", "Too late");
		await dialog.getByRole("button", { name: "Change the trade" }).click();
		expect(await readAndCloseError(page)).toContain("Too late");
		await dialog.getByRole("button", { name: "Change the trade" }).click();
		await dialog.waitFor({ state: "detached" });
		const [changed, other] = await listTrades(page);
		expect([changed?.id, changed?.playerOutId]).toEqual([trade?.id, trade?.playerOutId]);
		expect(changed?.playerInId).not.toBe(trade?.playerInId);
		expect(other).toBeDefined();
	});
});
