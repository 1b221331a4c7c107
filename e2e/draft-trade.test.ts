import { expect, test } from "@playwright/test";
import { DESKTOP, PHONE } from "../testing/browser/browser.ts";
import { createDraftedLeague } from "../testing/browser/draft-league.ts";
import { expectNoPageProblems, expectNoProblemsOnPhoneAndDesktop } from "../testing/browser/page-checks.ts";
import { getFullName, getPlayers } from "../testing/browser/season.ts";
import { setUpServer } from "../testing/browser/server-fixture.ts";
import { createManager, getSuccess } from "../testing/browser/team.ts";

const fixture = setUpServer();

interface ShownTeam {
	readonly teamId: number;
	readonly owner: { readonly userId: number } | null;
	readonly isRobot: boolean;
	readonly playerIds: readonly number[];
}

test("a trade is offered on a phone, accepted and made (D2.9.446)", async () => {
	const dora = await createManager(fixture.browser, fixture.server, PHONE, "Dora");
	const edie = await createManager(fixture.browser, fixture.server, DESKTOP, "Edie");
	const league = await createDraftedLeague(dora.page, "Traders", {
		draft: { tradeReview: "none", tradeReviewHours: 0, tradeDeadline: null, protectsBest: false },
		others: [edie.page],
	});
	const players = await getPlayers(dora.page);
	const getName = (id: number | undefined) => {
		const player = players.find((candidate) => candidate.id === id);
		return player ? getFullName(player) : "";
	};
	const { teams } = await getSuccess<{ teams: ShownTeam[] }>(dora.page, `/draft/league/teams/${league.id}`);
	const { team: own } = await getSuccess<{ team: ShownTeam }>(dora.page, `/draft/league/${league.id}/my-team`);
	const other = teams.find(({ isRobot, teamId }) => !isRobot && teamId !== own.teamId);
	// Both squads begin with defenders.
	const [given, wanted] = [own.playerIds[0], other?.playerIds[0]];

	await dora.page.goto(`/leagues/${league.id}/trades`);
	await dora.page.getByRole("link", { name: "Offer a trade" }).click();
	await dora.page.getByRole("button", { name: /^Edie/ }).click();
	await dora.page.getByRole("checkbox", { name: getName(wanted) }).check();
	await dora.page.getByRole("radio", { name: /You give/ }).click();
	await dora.page.getByRole("checkbox", { name: getName(given) }).check();
	await dora.page.getByLabel("Message (optional)").fill("One for one?");
	await expect(dora.page.getByText(/projections can be off/)).toBeVisible();
	await expectNoPageProblems(dora);
	await dora.page.getByRole("button", { name: "Send offer" }).click();
	await dora.page.getByRole("region", { name: "Your offers" }).waitFor();

	await edie.page.goto(`/leagues/${league.id}/trades`);
	const offer = edie.page.getByRole("region", { name: "Waiting for you" });
	await expect(offer.getByText("One for one?")).toBeVisible();
	await expectNoProblemsOnPhoneAndDesktop(edie);
	await offer.getByRole("button", { name: "Accept" }).click();
	await edie.page.getByRole("dialog").getByRole("button", { name: "Accept" }).click();
	await edie.page.getByRole("region", { name: "History" }).getByText("Done").waitFor();
	const { team: after } = await getSuccess<{ team: ShownTeam }>(edie.page, `/draft/league/${league.id}/my-team`);
	expect(after.playerIds).toContain(given);
	expect(after.playerIds).not.toContain(wanted);
	await dora.close();
	await edie.close();
});
