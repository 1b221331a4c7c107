import { listFreeAgents, showDraftTeams } from "@first-bounce/contract/draft/draft";
import { addFreeAgent, listWaiverRuns, showClaims } from "@first-bounce/contract/draft/waivers";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { DRAFT_PLAYERS } from "../../../../../testing/web/draft-fakes.ts";
import { file, refusal, success } from "../../../../../testing/web/fake-api.ts";
import { setWindowWidth } from "../../../../../testing/web/league-fakes.ts";
import { buildSeasonFiles, DAY, SATURDAY } from "../../../../../testing/web/player-season.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import {
	buildClaim,
	buildTransaction,
	buildUnowned,
	fakeWaivers,
	NEXT_RUN,
	ON_WAIVERS,
	TEAMS,
} from "../../../../../testing/web/waiver-fakes.ts";
import { callKey } from "../../../api/use-call.ts";
import { paths } from "../../../app/paths.ts";
import { getProblem } from "../../../components/error-modal/problem-store.ts";
import { Toasts } from "../../../components/toast/toasts.tsx";
import { publishDraftChange } from "../../../live/draft-events.ts";
import { LeagueScreen } from "../league/league-screen.tsx";

const CLAIMS = "/draft/waivers/5/claims";
const ADD = "/draft/free-agents/5/add";

beforeEach(() => setWindowWidth(1280));

const open = (page: "players" | "players/claims" = "players", search = "") =>
	renderAt(
		`${paths.league.to(5, page)}${search}`,
		<>
			<Routes>
				<Route path={paths.league.pattern} element={<LeagueScreen />} />
				<Route path="*" element={<p>another page</p>} />
			</Routes>
			<Toasts />
		</>,
	);

const findPool = async () => within(await screen.findByRole("region", { name: "Players" }));
const listRows = async () => (await findPool()).getAllByRole("listitem");
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const findDialog = async (name: string) => within(await screen.findByRole("dialog", { name }));
const listClaims = async () =>
	within(await screen.findByRole("list", { name: "My claims" }))
		.getAllByRole("listitem")
		.map(({ textContent }) => textContent);

describe("the players of a drafted league", () => {
	test("are those whom nobody owns, best first, with their state [D2.9.420]", async () => {
		fakeWaivers({
			unowned: [
				buildUnowned(15, ON_WAIVERS),
				buildUnowned(13),
				buildUnowned(14, { ...ON_WAIVERS, until: null, reason: "locked", isLocked: true }),
				buildUnowned(16, { isLocked: true }),
			],
		});
		open();
		const rows = await listRows();
		expect(rows).toHaveLength(4 + 8);
		expect(rows[0]?.textContent).toContain("Player15");
		expect(rows[0]?.textContent).toContain("Waivers until Thu 5:00am · dropped");
		expect(rows[1]?.textContent).toContain("Free agent");
		expect(rows[2]?.textContent).toContain("Waivers until after this round · was locked");
		expect(rows[3]?.textContent).toContain("Locked this round");
		expect(within(rows[0] as HTMLElement).getByRole("button", { name: "Claim Pat Player15" })).toBeDefined();
		expect(within(rows[1] as HTMLElement).getByRole("button", { name: "Add Pat Player13" })).toBeDefined();
		expect(within(rows[3] as HTMLElement).queryByRole("button")).toBeNull();
	});

	test.each([
		[12, "after the round is published"],
		[2, "none left this season"],
	])("say whether a waiver run follows if the last round is %s", async (lastRound, next) => {
		const runs = { priority: "rolling" as const, order: [], timeZone: "Australia/Melbourne", coming: [], runs: [] };
		fakeWaivers({
			handlers: {
				"/draft/waivers/5/runs": () => success(listWaiverRuns, runs),
				"/json/fantasy/season.json": () => file({ id: 1, name: "Test", isDemo: false, rules: { lastRound } }),
			},
		});
		open();
		const strip = await screen.findByRole("region", { name: "Waivers" });
		expect(strip.textContent).toBe(`Next waiver run ${next}`);
	});

	test("are filtered by whose they are", async () => {
		fakeWaivers();
		open();
		const pool = await findPool();
		fireEvent.change(pool.getByRole("combobox", { name: "Show" }), { target: { value: "owned" } });
		await waitFor(() => expect(pool.getAllByRole("listitem")).toHaveLength(12));
		const rows = pool.getAllByRole("listitem").map(({ textContent }) => textContent);
		expect(rows.filter((text) => text.includes("In your team"))).toHaveLength(4);
		expect(rows.filter((text) => text.includes("Owned by Bosses"))).toHaveLength(4);
	});

	test("show those of a linked position", async () => {
		fakeWaivers();
		open("players", "?position=MID");
		const rows = await listRows();
		expect(rows.map(({ textContent }) => textContent.includes("MID"))).toEqual([true, true, true, true]);
	});

	test("show and are sorted by how many leagues have them [D2.9.578]", async () => {
		const zero = { startedPercent: 0, droppedPercent: 0 };
		const counted = [
			{ id: 13, ownedPercent: 12, addedPercent: 3, ...zero },
			{ id: 15, ownedPercent: 40, addedPercent: 1, ...zero },
		];
		fakeWaivers({
			handlers: {
				"/json/fantasy/1/draft_ownership/1.json": () => file({ roundId: 1, leagues: 50, teams: 500, players: counted }),
			},
		});
		open();
		const pool = await findPool();
		await pool.findByText(/Owned 40%/);
		const listNames = () => pool.getAllByRole("listitem").map(({ textContent }) => /Player\d+/.exec(textContent)?.[0]);
		expect(listNames().slice(0, 2)).toEqual(["Player13", "Player14"]);
		fireEvent.change(pool.getByRole("combobox", { name: /^Sort/ }), { target: { value: "owned" } });
		await waitFor(() => expect(listNames().slice(0, 2)).toEqual(["Player15", "Player13"]));
	});

	test("are headed by the next run, its reason and one's place [D2.9.421]", async () => {
		fakeWaivers({ budget: 87 });
		open();
		const strip = await screen.findByRole("region", { name: "Waivers" });
		expect(strip.textContent).toContain("Next waiver run Thu 5:00am UTC");
		expect(strip.textContent).toContain("Noon league time, two days after Round 1 was published");
		expect(strip.textContent).toContain("Your place2 of 3");
		expect(strip.textContent).toContain("Left to bid$87");
	});
});

describe("a free agent", () => {
	test("is added for the player of whom least is expected [D2.9.422]", async () => {
		const answer = () => success(addFreeAgent, { transaction: buildTransaction("1", {}) });
		const players = DRAFT_PLAYERS.map((player) => ({
			...player,
			stats: { ...player.stats, estimate: player.id === 4 ? 40 : 80, projectedPoints: player.id === 4 ? 40 : 80 },
		}));
		const { posted } = fakeWaivers({ players, handlers: { [ADD]: answer } });
		open();
		await press("Add Pat Player13");
		const dialog = await findDialog("Add a free agent");
		const getDrop = (name: string) => dialog.getByRole<HTMLInputElement>("radio", { name: new RegExp(`^${name}`) });
		expect(getDrop("Pat Player4").checked).toBe(true);
		// A third defender would have no place.
		const midfielder = dialog.getByRole<HTMLInputElement>("radio", {
			name: /Player2 .*leaves no spot for the new player/,
		});
		expect(midfielder.disabled).toBe(true);
		const effect = dialog.getByRole("region", { name: "What it changes" });
		expect(effect.textContent).toContain("280 → 320 +40");
		fireEvent.click(dialog.getByRole("button", { name: "Add Player13" }));
		await screen.findByText("Pat Player13 is in your team");
		expect(posted).toEqual([{ path: ADD, body: { playerId: 13, dropId: 4 } }]);
	});

	test("is added without a drop while the squad has a place", async () => {
		const answer = () => success(addFreeAgent, { transaction: buildTransaction("1", {}) });
		const { posted } = fakeWaivers({ own: [1, 2, 3], handlers: { [ADD]: answer } });
		open("players", "?add=13");
		const dialog = await findDialog("Add a free agent");
		expect(dialog.getByRole<HTMLInputElement>("radio", { name: /^Nobody/ }).checked).toBe(true);
		fireEvent.click(dialog.getByRole("button", { name: "Add Player13" }));
		await expect.poll(() => posted).toEqual([{ path: ADD, body: { playerId: 13, dropId: null } }]);
	});

	test("who was taken first stays in the dialog with the reason", async () => {
		const { requests } = fakeWaivers({
			handlers: { [ADD]: () => refusal(409, "squad-player-moved", "Pat Player13 is in another team now") },
		});
		open("players", "?add=13");
		const dialog = await findDialog("Add a free agent");
		fireEvent.click(dialog.getByRole("button", { name: "Add Player13" }));
		await dialog.findByText("Pat Player13 is in another team now");
		await expect.poll(() => requests.filter((path) => path === "GET /draft/league/teams/5")).toHaveLength(2);
	});

	test("whom somebody has added meanwhile is not claimed instead [D2.9.602]", async () => {
		let isTaken = false;
		const teams = () => TEAMS.map((team) => (team.teamId === 12 && isTaken ? { ...team, playerIds: [13] } : team));
		fakeWaivers({
			handlers: {
				[ADD]: () => {
					isTaken = true;
					return refusal(409, "squad-player-moved", "Pat Player13 is in another team now");
				},
				"/draft/league/teams/5": () => success(showDraftTeams, { teams: teams() }),
				"/draft/free-agents/list/5": () =>
					success(listFreeAgents, { version: 1, players: isTaken ? [] : [buildUnowned(13)] }),
			},
		});
		open("players", "?add=13");
		const dialog = await findDialog("Add a free agent");
		expect(dialog.getByText(/987 projected this season/)).toBeDefined();
		const add = dialog.getByRole<HTMLButtonElement>("button", { name: "Add Player13" });
		fireEvent.click(add);
		await waitFor(() => expect(dialog.getByText("Owned by Bosses")).toBeDefined());
		expect(screen.getByRole("dialog", { name: "Add a free agent" })).toBeDefined();
		expect(add.textContent).toBe("Add Player13");
		expect(add.disabled).toBe(true);
		expect(dialog.queryByText(/projected this season/)).toBeNull();
	});

	test("counts with both matches of a double week", async () => {
		const players = DRAFT_PLAYERS.map((player) => (player.id === 13 ? { ...player, squadId: 3 } : player));
		const [first, second] = buildSeasonFiles(players).rounds;
		const match = second?.tournaments[1];
		if (!first || !second || !match) throw new Error("Clubs 3 and 4 have no match");
		const rounds = [first, { ...second, tournaments: [...second.tournaments, { ...match, id: 29 }] }];
		fakeWaivers({ players, handlers: { "/json/fantasy/rounds.json": () => file(rounds) } });
		open();
		const row = (await listRows()).find(({ textContent }) => textContent.includes("Player13"));
		expect(row?.textContent).toContain("160 projected");
		await press("Add Pat Player13");
		const dialog = await findDialog("Add a free agent");
		fireEvent.click(dialog.getByRole("radio", { name: /^Pat Player4/ }));
		expect(dialog.getByText("Next round, best line-up").nextSibling?.textContent).toBe("320 → 400 +80");
	});

	test("cannot be added for a locked player [D2.9.423]", async () => {
		fakeWaivers({ now: SATURDAY + DAY / 2 });
		open("players", "?add=13");
		const dialog = await findDialog("Add a free agent");
		const radios = dialog.getAllByRole<HTMLInputElement>("radio");
		expect(radios.map(({ disabled }) => disabled)).toEqual([true, true, true, true]);
		fireEvent.click(dialog.getByRole("button", { name: "Add Player13" }));
		expect(await dialog.findByText("Choose who makes way.")).toBeDefined();
	});
});

describe("the coach", () => {
	const rate = (id: number) => (id === 14 ? 90 : id === 2 ? 40 : 70);
	const players = DRAFT_PLAYERS.map((player) => ({
		...player,
		stats: { ...player.stats, estimate: rate(player.id), projectedPoints: rate(player.id), chanceToPlay: 1 },
	}));

	test("says whom to claim for whom, why, and what it gains [D2.9.580]", async () => {
		fakeWaivers({ players });
		open();
		const summary = await screen.findByText(/The coach would take Pat Player14 for Pat Player2: \+\d+ by the end/);
		fireEvent.click(summary);
		const card = within(summary.closest("details") as HTMLElement);
		expect(card.getByText("Player14 is expected to score 90 a match, Player2 40.")).toBeDefined();
		expect(card.getByText("Next round").nextSibling?.textContent).toBe("+50");
		fireEvent.click(card.getByRole("link", { name: "Claim Pat Player14" }));
		const dialog = await findDialog("Claim on waivers");
		expect(dialog.getByRole<HTMLInputElement>("radio", { name: /^Pat Player2 / }).checked).toBe(true);
		expect(dialog.getByText("Rest of the season, best line-ups").nextSibling?.textContent).toMatch(/^\+\d+$/);
	});

	test("keeps a squad that no free player helps [D2.9.580]", async () => {
		fakeWaivers({ players: players.map((player) => ({ ...player, stats: { ...player.stats, estimate: 70 } })) });
		open();
		expect(await screen.findByText(/The coach would keep your squad/)).toBeDefined();
	});

	test("suggests nobody who is claimed already [D2.9.580]", async () => {
		fakeWaivers({ players, claims: [buildClaim(14, 2)] });
		open();
		expect(await screen.findByText(/The coach would keep your squad/)).toBeDefined();
	});
});

describe("claims", () => {
	test("are added below the others with a bid that is covered [D2.9.424]", async () => {
		const { posted } = fakeWaivers({ budget: 20, claims: [buildClaim(15, 3, { bid: 4 })] });
		open();
		await press("Claim Pat Player14");
		const dialog = await findDialog("Claim on waivers");
		const bid = dialog.getByRole("textbox", { name: "Bid" });
		fireEvent.change(bid, { target: { value: "21" } });
		fireEvent.click(dialog.getByRole("radio", { name: /^Pat Player2/ }));
		fireEvent.click(dialog.getByRole("button", { name: "Claim Player14" }));
		expect(await dialog.findByText("That is more than you have left.")).toBeDefined();
		fireEvent.change(bid, { target: { value: "7.5" } });
		expect(await dialog.findByText("Enter whole dollars, such as 12.")).toBeDefined();
		fireEvent.change(bid, { target: { value: "20" } });
		fireEvent.click(dialog.getByRole("button", { name: "Claim Player14" }));
		await screen.findByText("Pat Player14 is on your claim list");
		expect(posted).toEqual([
			{
				path: CLAIMS,
				body: {
					claims: [
						{ playerId: 15, dropId: 3, bid: 4, group: null },
						{ playerId: 14, dropId: 2, bid: 20, group: null },
					],
					version: 7,
				},
			},
		]);
		expect(await screen.findByRole("button", { name: "Pat Player14 is claimed. Claim her again" })).toBeDefined();
	});

	test("are put in order by keyboard, and joined to alternatives [D2.9.425]", async () => {
		const { posted } = fakeWaivers({ claims: [buildClaim(14, 2), buildClaim(15, 3), buildClaim(13, 4)] });
		open("players/claims");
		expect((await listClaims()).map((text) => /Player\d+/.exec(text)?.[0])).toEqual([
			"Player14",
			"Player15",
			"Player13",
		]);
		const joint = screen.getByRole("button", { name: "and: try Pat Player15 only if the claim above fails" });
		fireEvent.click(joint);
		await waitFor(() => expect(joint.getAttribute("aria-pressed")).toBe("true"));
		fireEvent.keyDown(screen.getByRole("button", { name: /^Move Pat Player13/ }), { key: "ArrowUp" });
		await waitFor(() => expect(screen.getByRole("status").textContent).toBe("Pat Player13 is now 2 of 3"));
		await expect
			.poll(() => posted.at(-1)?.body)
			.toEqual({
				claims: [
					{ playerId: 14, dropId: 2, bid: 0, group: 1 },
					{ playerId: 13, dropId: 4, bid: 0, group: 1 },
					{ playerId: 15, dropId: 3, bid: 0, group: 1 },
				],
				version: 7,
			});
	});

	test("that are not saved yet survive a load of the next run", async () => {
		const listed = [buildClaim(14, 2), buildClaim(15, 3)];
		const list = { claims: listed, budget: null, nextRun: NEXT_RUN };
		let version = 7;
		let isLost = true;
		const { posted, requests } = fakeWaivers({
			handlers: {
				[CLAIMS]: (body) =>
					body && isLost
						? refusal(502, "bad-gateway", "The server can't be reached")
						: success(showClaims, { ...list, version }),
			},
		});
		vi.useFakeTimers({ shouldAdvanceTime: true });
		open("players/claims");
		await listClaims();
		const countLoads = () => requests.filter((request) => request === `GET ${CLAIMS}`).length;
		const loaded = countLoads();
		fireEvent.keyDown(screen.getByRole("button", { name: /^Move Pat Player15/ }), { key: "ArrowUp" });
		expect(await screen.findByText(/^Not saved yet/)).toBeDefined();
		version = 8;
		// The league's head loads when waivers run next.
		await vi.advanceTimersByTimeAsync(21_000);
		await waitFor(() => expect(countLoads()).toBeGreaterThan(loaded));
		isLost = false;
		posted.length = 0;
		act(() => void dispatchEvent(new Event("online")));
		await waitFor(() => expect(posted).toHaveLength(1));
		expect(posted[0]?.body).toEqual({
			claims: [
				{ playerId: 15, dropId: 3, bid: 0, group: null },
				{ playerId: 14, dropId: 2, bid: 0, group: null },
			],
			version: 7,
		});
	});

	test("are withdrawn and changed", async () => {
		const { posted } = fakeWaivers({ claims: [buildClaim(14, 2), buildClaim(15, 3)] });
		const { queryClient } = open("players/claims");
		await press("Remove Pat Player14");
		await expect
			.poll(() => posted.at(-1)?.body)
			.toEqual({ claims: [{ playerId: 15, dropId: 3, bid: 0, group: null }], version: 7 });
		// The coach of the team's page loads them again.
		await expect
			.poll(() => queryClient.getQueryState(callKey(showClaims, { params: { id: 5 } }))?.isInvalidated)
			.toBe(true);
		await press("Edit the claim for Pat Player15");
		const dialog = await findDialog("Change your claim");
		fireEvent.click(dialog.getByRole("radio", { name: /^Pat Player1 / }));
		fireEvent.click(dialog.getByRole("button", { name: "Save claim" }));
		await screen.findByText("Claim changed");
		expect(posted.at(-1)?.body).toEqual({ claims: [{ playerId: 15, dropId: 1, bid: 0, group: null }], version: 8 });
	});

	test("of another device are shown instead of being replaced [D2.9.936]", async () => {
		let stored = { claims: [buildClaim(14, 2), buildClaim(15, 3)], version: 7 };
		const message = "Your claims were changed on another device. Check them, then try again";
		const { posted } = fakeWaivers({
			handlers: {
				[CLAIMS]: (body) => {
					const sent = body as { version: number } | undefined;
					if (sent && sent.version !== stored.version) return refusal(409, "stale-claims", message);
					return success(showClaims, { ...stored, budget: null, nextRun: NEXT_RUN });
				},
			},
		});
		open("players/claims");
		await listClaims();
		stored = { claims: [buildClaim(13, 4), buildClaim(15, 3)], version: 8 };
		fireEvent.keyDown(screen.getByRole("button", { name: /^Move Pat Player15/ }), { key: "ArrowUp" });
		await expect.poll(() => getProblem()?.message).toBe(message);
		expect(posted.map(({ body }) => body)).toMatchObject([{ version: 7 }]);
		await waitFor(() => expect(screen.queryByRole("button", { name: /^Move Pat Player14/ })).toBeNull());
		await press("Edit the claim for Pat Player15");
		const dialog = await findDialog("Change your claim");
		stored = { claims: [buildClaim(15, 3)], version: 9 };
		fireEvent.click(dialog.getByRole("radio", { name: /^Pat Player1 / }));
		fireEvent.click(dialog.getByRole("button", { name: "Save claim" }));
		await dialog.findByText(message);
		await waitFor(() => expect(screen.queryByRole("button", { name: /^Move Pat Player13/, hidden: true })).toBeNull());
		fireEvent.click(dialog.getByRole("button", { name: "Save claim" }));
		await screen.findByText("Claim changed");
		expect(posted.at(-1)?.body).toEqual({ claims: [{ playerId: 15, dropId: 1, bid: 0, group: null }], version: 9 });
	});

	test("are saved with a further change after an answer was lost [D2.9.936]", async () => {
		const stored = { claims: [buildClaim(14, 2), buildClaim(15, 3), buildClaim(13, 4)], version: 7 };
		let isLost = true;
		fakeWaivers({
			handlers: {
				[CLAIMS]: (body) => {
					const sent = body as typeof stored | undefined;
					if (sent && sent.version !== stored.version) return refusal(409, "stale-claims", "Changed elsewhere");
					if (sent) {
						stored.version++;
						stored.claims = sent.claims.map((claim) => ({ ...claim, createdAt: "2026-09-11T02:00:00.000Z" }));
					}
					if (!sent || !isLost) return success(showClaims, { ...stored, budget: null, nextRun: NEXT_RUN });
					isLost = false;
					return refusal(502, "bad-gateway", "The server can't be reached");
				},
			},
		});
		open("players/claims");
		await listClaims();
		fireEvent.keyDown(screen.getByRole("button", { name: /^Move Pat Player15/ }), { key: "ArrowUp" });
		expect(await screen.findByText(/^Not saved yet/)).toBeDefined();
		fireEvent.keyDown(screen.getByRole("button", { name: /^Move Pat Player13/ }), { key: "ArrowUp" });
		await expect.poll(() => stored.claims.map(({ playerId }) => playerId)).toEqual([15, 13, 14]);
	});

	test("are sent again if the list was emptied while one was edited", async () => {
		let listed = [buildClaim(15, 3)];
		const { posted } = fakeWaivers({
			handlers: {
				[CLAIMS]: () => success(showClaims, { claims: listed, budget: null, nextRun: NEXT_RUN, version: 7 }),
			},
		});
		open("players/claims");
		await press("Edit the claim for Pat Player15");
		const dialog = await findDialog("Change your claim");
		fireEvent.click(dialog.getByRole("radio", { name: /^Pat Player1 / }));
		listed = [];
		act(() => publishDraftChange({ kind: "version", leagueId: 5, version: 12 }));
		await waitFor(() => expect(screen.getByText("No claims yet")).toBeDefined());
		fireEvent.click(dialog.getByRole("button", { name: "Save claim" }));
		await waitFor(() => expect(posted).toHaveLength(1));
		expect(posted[0]?.body).toEqual({ claims: [{ playerId: 15, dropId: 1, bid: 0, group: null }], version: 7 });
	});

	test("say while they are not saved, and why one would fail [D2.9.426]", async () => {
		fakeWaivers({
			claims: [buildClaim(5, 3), buildClaim(14, 24), buildClaim(15, 2)],
			handlers: {},
		});
		vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
		open("players/claims");
		const claims = await listClaims();
		expect(claims[0]).toContain("Bosses has her now. This claim will fail");
		expect(claims[1]).toContain("Pat Player24 is no longer in your team. Choose someone else");
		expect(claims[2]).toContain("drop Pat Player2");
		expect(screen.getByText(/^Not saved yet/)).toBeDefined();
	});

	test("of nobody lead to the players", async () => {
		fakeWaivers();
		open("players/claims");
		const link = await screen.findByRole("link", { name: "Find players" });
		expect(link.getAttribute("href")).toBe("/leagues/5/players");
		const order = await screen.findByRole("region", { name: "Waiver order" });
		expect(
			within(order)
				.getAllByRole("listitem")
				.map(({ textContent }) => textContent),
		).toEqual(["Robot 3", "Kit Bag", "Bosses"]);
	});
});
