import { expect, type Page, test } from "@playwright/test";
import { DESKTOP, PHONE } from "../testing/browser/browser.ts";
import { createDraftedLeague } from "../testing/browser/draft-league.ts";
import { expectNoPageProblems } from "../testing/browser/page-checks.ts";
import { getCurrentRound, getFullName, getPlayers } from "../testing/browser/season.ts";
import { setUpServer } from "../testing/browser/server-fixture.ts";
import { createManager, getSuccess } from "../testing/browser/team.ts";

const fixture = setUpServer();

interface Squad {
	readonly teamId: number;
	readonly playerIds: readonly number[];
}
interface Agents {
	readonly players: readonly { readonly playerId: number }[];
}

/** Claims a player for another one on the page of players. */
async function claim(page: Page, leagueId: number, name: string, dropped: string): Promise<void> {
	await page.goto(`/leagues/${leagueId}/players?position=DEF`);
	await page.getByRole("button", { name: `Claim ${name}` }).click();
	const dialog = page.getByRole("dialog", { name: "Claim on waivers" });
	await dialog.getByRole("radio", { name: new RegExp(`^${dropped}`) }).check();
	await dialog.getByRole("button", { name: /^Claim / }).click();
	await page.getByText(`${name} is on your claim list`).waitFor();
}

test("two claim one player, and each reads what came of it [D2.9.601]", async () => {
	const dora = await createManager(fixture.browser, fixture.server, PHONE, "Dora");
	const edie = await createManager(fixture.browser, fixture.server, DESKTOP, "Edie");
	// A day and a half before the round, so that its second run is still to come.
	const { tournaments } = await getCurrentRound(dora.page);
	await fixture.server.setClock(Math.min(...tournaments.map(({ date }) => Date.parse(date))) - 36 * 3_600_000);
	const league = await createDraftedLeague(dora.page, "Claimants", {
		draft: { protectsBest: false },
		others: [edie.page],
	});
	const players = await getPlayers(dora.page);
	const find = (id: number | undefined) => players.find((player) => player.id === id);
	const getName = (id: number | undefined) => {
		const player = find(id);
		return player ? getFullName(player) : "";
	};
	const getSquad = async (page: Page) =>
		(await getSuccess<{ team: Squad }>(page, `/draft/league/${league.id}/my-team`)).team.playerIds;
	const listDefenders = (ids: readonly number[]) => ids.filter((id) => find(id)?.position.join() === "DEF");
	const agents = await getSuccess<Agents>(dora.page, `/draft/free-agents/list/${league.id}`);
	// All are defenders, so that each finds a place.
	const [wanted, second, free] = listDefenders(agents.players.map(({ playerId }) => playerId));
	const [doraFirst, doraSecond, doraThird] = listDefenders(await getSquad(dora.page));
	const [edieFirst] = listDefenders(await getSquad(edie.page));

	await claim(dora.page, league.id, getName(second), getName(doraSecond));
	await claim(dora.page, league.id, getName(wanted), getName(doraFirst));
	await dora.page.goto(`/leagues/${league.id}/players/claims`);
	await dora.page.getByRole("button", { name: new RegExp(`^Move ${getName(wanted)}`) }).press("ArrowUp");
	await expect(dora.page.getByRole("status")).toHaveText(`${getName(wanted)} is now 1 of 2`);
	await expectNoPageProblems(dora);
	await claim(edie.page, league.id, getName(wanted), getName(edieFirst));

	const { nextRun } = await getSuccess<{ nextRun: { dueAt: string; roundId: number; run: string } }>(
		edie.page,
		`/draft/waivers/${league.id}/claims`,
	);
	await fixture.server.setClock(Date.parse(nextRun.dueAt) + 1_000);
	// Edie picked after Dora in the draft, so her claims come first.
	const results = `/leagues/${league.id}/moves/${nextRun.roundId}/${nextRun.run}`;
	await expect(async () => {
		await dora.page.goto(results);
		await expect(
			dora.page.getByText(/^Edie's own got her: they were number \d in the order, and you were number \d by then\.$/),
		).toBeVisible({ timeout: 2_000 });
	}).toPass();
	await expect(dora.page.getByText(`Won. ${getName(doraSecond)} made way.`)).toBeVisible();
	await expectNoPageProblems(dora);
	await edie.page.goto(results);
	await expect(edie.page.getByText(`Won. ${getName(edieFirst)} made way.`)).toBeVisible();
	await expect(edie.page.getByText(/got her/)).toBeHidden();
	expect(await getSquad(edie.page)).toContain(wanted);
	expect(await getSquad(dora.page)).toEqual(expect.arrayContaining([doraFirst, second]));

	// Nobody has claimed the third, so that she is free now, for the first who comes.
	const openAdding = async (page: Page) => {
		await page.goto(`/leagues/${league.id}/players?add=${free}`);
		return page.getByRole("dialog", { name: "Add a free agent" });
	};
	const late = await openAdding(edie.page);
	await late.getByRole("button", { name: /^Add / }).waitFor();
	const adding = await openAdding(dora.page);
	await adding.getByRole("radio", { name: new RegExp(`^${getName(doraThird)}`) }).check();
	await adding.getByRole("button", { name: /^Add / }).click();
	await dora.page.getByText(`${getName(free)} is in your team`).waitFor();
	// The live stream tells her before she presses.
	await expect(late.getByText("Dora's own has her now.")).toBeVisible();
	await expect(late.getByRole("button", { name: /^Add / })).toBeDisabled();
	await dora.close();
	await edie.close();
});
