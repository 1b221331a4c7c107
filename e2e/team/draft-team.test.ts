import { expect, test } from "@playwright/test";
import { DESKTOP, PHONE } from "../../testing/browser/browser.ts";
import { createDraftedLeague } from "../../testing/browser/draft-league.ts";
import { expectNoPageProblems } from "../../testing/browser/page-checks.ts";
import { saveTeam } from "../../testing/browser/save-team.ts";
import { getFullName, getPlayers, moveToMatch } from "../../testing/browser/season.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";
import { chooseFromMenu, createManager, getCard, getGround, getSuccess } from "../../testing/browser/team.ts";

const fixture = setUpServer();

interface OwnTeam {
	readonly lineup: Readonly<Record<string, readonly number[]>>;
	readonly bench: Readonly<Record<string, readonly number[]>>;
	readonly captainId: number;
	readonly matchUp: { readonly teamName: string } | null;
}

test("a manager switches to her draft team, swaps, and follows it live (D2.9.316, D2.9.317, D2.9.320)", async () => {
	const session = await createManager(fixture.browser, fixture.server, PHONE, "Dora");
	const { page } = session;
	await saveTeam(page.request);
	const league = await createDraftedLeague(page, "Draft of the long and winding Wednesday evening");
	const players = await getPlayers(page);
	const getName = (id: number | undefined) => {
		const player = players.find((candidate) => candidate.id === id);
		return player ? getFullName(player) : "";
	};
	const getTeam = async () => (await getSuccess<{ team: OwnTeam }>(page, `/draft/league/${league.id}/my-team`)).team;
	const before = await getTeam();
	await page.goto("/team");
	await page.getByLabel("Your teams").selectOption("Draft of the long and winding Wednesday evening");
	await page.getByRole("heading", { level: 1, name: /'s own$/ }).waitFor();
	await expect(getGround(page).getByRole("listitem")).toHaveCount(18);
	await expectNoPageProblems(session);

	const [defender] = before.lineup.DEF ?? [];
	const [reserve] = before.bench.DEF ?? [];
	await chooseFromMenu(page, getName(defender), "Swap");
	await getCard(page, getName(reserve)).click();
	await expect.poll(async () => (await getTeam()).bench.DEF).toEqual([defender]);
	const [midfielder = 0] = (before.lineup.MID ?? []).filter((id) => id !== before.captainId);
	await chooseFromMenu(page, getName(midfielder), "Make captain");
	await expect.poll(async () => (await getTeam()).captainId).toBe(midfielder);

	await page.goto("about:blank");
	await moveToMatch(fixture.server, page, 9);
	await page.setViewportSize(DESKTOP);
	await page.goto(`/team/draft/${league.id}`);
	await getCard(page, /, locked,/)
		.first()
		.waitFor();
	await page.getByText("Live score").waitFor();
	await page.getByRole("link", { name: `v ${before.matchUp?.teamName}` }).waitFor();
	await expectNoPageProblems(session);
	await page.getByRole("link", { name: "Classic" }).click();
	await expect(getGround(page).getByRole("listitem")).toHaveCount(21);
	await session.close();
});
