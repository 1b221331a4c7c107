import { expect, type Page, test } from "@playwright/test";
import { DESKTOP, PHONE } from "../testing/browser/browser.ts";
import { createDraftedLeague } from "../testing/browser/draft-league.ts";
import { expectNoPageProblems, expectNoProblemsOnPhoneAndDesktop } from "../testing/browser/page-checks.ts";
import { getCurrentRound, getFullName, getPlayers } from "../testing/browser/season.ts";
import { setUpServer } from "../testing/browser/server-fixture.ts";
import { getPlayerNames, getSuccess, signInManager } from "../testing/browser/team.ts";

const fixture = setUpServer();

interface Team {
	readonly teamId: number;
	readonly isRobot: boolean;
	readonly playerIds: readonly number[];
}
interface Agents {
	readonly players: readonly { readonly playerId: number }[];
}

/** Gets the user's team in a league. */
const getOwnTeam = async (page: Page, leagueId: number) =>
	(await getSuccess<{ team: Team }>(page, `/draft/league/${leagueId}/my-team`)).team;

/** Claims a player for another one on the page of players. */
async function claim(page: Page, leagueId: number, name: string, dropped: string): Promise<void> {
	await page.goto(`/leagues/${leagueId}/players?position=DEF`);
	await page.getByRole("button", { name: `Claim ${name}` }).click();
	const dialog = page.getByRole("dialog", { name: "Claim on waivers" });
	await dialog.getByRole("radio", { name: new RegExp(`^${dropped}`) }).check();
	await dialog.getByRole("button", { name: /^Claim / }).click();
	await page.getByText(`${name} is on your claim list`).waitFor();
}

test("a trade is offered on a phone, accepted and made (D2.9.446)", async () => {
	const dana = await signInManager(fixture.browser, fixture.server, PHONE, "Dana");
	const erin = await signInManager(fixture.browser, fixture.server, DESKTOP, "Erin");
	const league = await createDraftedLeague(dana.page, "Traders", {
		draft: { tradeReview: "none", tradeReviewHours: 0, tradeDeadline: null, protectsBest: false },
		others: [erin.page],
	});
	const names = await getPlayerNames(dana.page);
	const getName = (id: number | undefined) => names.get(id ?? 0) ?? "";
	const { teams } = await getSuccess<{ teams: Team[] }>(dana.page, `/draft/league/teams/${league.id}`);
	const own = await getOwnTeam(dana.page, league.id);
	const other = teams.find(({ isRobot, teamId }) => !isRobot && teamId !== own.teamId);
	// Both squads begin with defenders.
	const [given, wanted] = [own.playerIds[0], other?.playerIds[0]];

	await dana.page.goto(`/leagues/${league.id}/trades`);
	await dana.page.getByRole("link", { name: "Offer a trade" }).click();
	await dana.page.getByRole("button", { name: /^Erin/ }).click();
	await dana.page.getByRole("checkbox", { name: getName(wanted) }).check();
	await dana.page.getByRole("radio", { name: /You give/ }).click();
	await dana.page.getByRole("checkbox", { name: getName(given) }).check();
	await dana.page.getByLabel("Message (optional)").fill("One for one?");
	await expect(dana.page.getByText(/projections can be off/)).toBeVisible();
	await expectNoPageProblems(dana);
	await dana.page.getByRole("button", { name: "Send offer" }).click();
	await dana.page.getByRole("region", { name: "Your offers" }).waitFor();

	await erin.page.goto(`/leagues/${league.id}/trades`);
	const offer = erin.page.getByRole("region", { name: "Waiting for you" });
	await expect(offer.getByText("One for one?")).toBeVisible();
	await expectNoProblemsOnPhoneAndDesktop(erin);
	await offer.getByRole("button", { name: "Accept" }).click();
	await erin.page.getByRole("dialog").getByRole("button", { name: "Accept" }).click();
	await erin.page.getByRole("region", { name: "History" }).getByText("Done").waitFor();
	const { playerIds } = await getOwnTeam(erin.page, league.id);
	expect(playerIds).toContain(given);
	expect(playerIds).not.toContain(wanted);
	await dana.close();
	await erin.close();
});

test("two claim one player, and each reads what came of it [D2.9.601]", async () => {
	const dora = await signInManager(fixture.browser, fixture.server, PHONE, "Dora");
	const edie = await signInManager(fixture.browser, fixture.server, DESKTOP, "Edie");
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
	const getSquad = async (page: Page) => (await getOwnTeam(page, league.id)).playerIds;
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
