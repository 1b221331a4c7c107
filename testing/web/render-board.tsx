import { getUser, showMyProfile } from "@first-bounce/contract/accounts/user";
import { listMyDraftTeams } from "@first-bounce/contract/draft/draft-lineup";
import { showRoundPlayers } from "@first-bounce/contract/stats/match-centre";
import { type CoachSettings, showCoachSettings } from "@first-bounce/contract/team/coach";
import { showFavourites } from "@first-bounce/contract/team/favourites";
import { showMyTeam, showProjectedTotals, showTeamRank, type Team } from "@first-bounce/contract/team/team";
import { listTrades, type TradeView } from "@first-bounce/contract/team/trade";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { ComponentProps } from "react";
import { expect, vi } from "vitest";
import type { Season } from "../../apps/web/api/season-model.ts";
import { createStore, type Store, useStore } from "../../apps/web/components/store/store.ts";
import { TeamBoard } from "../../apps/web/screens/team/team-board.tsx";
import { fakeApi, success } from "./fake-api.ts";
import { DAY, fakeClock, SATURDAY } from "./player-season.ts";
import { buildUser, renderAt } from "./render-at.tsx";

const HIDDEN_COACH: CoachSettings = { isHidden: true, aim: "season", keepIds: [], banIds: [], waitIds: [] };

interface BoardOptions {
	readonly team: Team;
	readonly season: Season;
	/** The address of the screen, with its parameters. */
	readonly path?: string;
	/** Whether the pool is beside the ground; by default the screen is narrow. */
	readonly isWide?: boolean;
	/** Season time; by default a day before round 2. */
	readonly now?: number;
	/** Season seconds per second; by default the clock is stopped. */
	readonly speed?: number;
	readonly trades?: readonly TradeView[];
	readonly rollbackAvailable?: boolean;
	/** Whether a countdown to a lock is shown. */
	readonly hasTimer?: boolean;
	/** By default the coach is switched off. */
	readonly coachSettings?: CoachSettings;
	readonly handlers?: Parameters<typeof fakeApi>[0];
}

const BoardOfSeason = ({
	shown,
	shownSeason,
}: {
	readonly shown: ComponentProps<typeof TeamBoard>["shown"];
	readonly shownSeason: Store<Season>;
}) => <TeamBoard shown={shown} season={useStore(shownSeason)} />;

/** Renders the team screen with a team. `showSeason` replaces the season, as new static files do. */
export async function renderBoard({
	team,
	season,
	path = "/team",
	now = SATURDAY - DAY,
	speed = 0,
	hasTimer = true,
	...rest
}: BoardOptions) {
	// jsdom has no popovers.
	HTMLElement.prototype.showPopover = () => undefined;
	HTMLElement.prototype.hidePopover = () => undefined;
	vi.stubGlobal("matchMedia", (query: string) => ({
		matches: query.includes("min-width") && (rest.isWide ?? false),
		addEventListener: () => undefined,
		removeEventListener: () => undefined,
	}));
	const shown = { team, rollbackAvailable: rest.rollbackAvailable ?? false };
	const trades = [...(rest.trades ?? [])];
	const api = fakeApi({
		...fakeClock(now, speed),
		"/fantasy/team/show-my": () => success(showMyTeam, shown),
		"/fantasy/team/overall-rank": () =>
			success(showTeamRank, { overallRank: null, roundRank: null, roundPoints: 0, overallPoints: 0 }),
		"/fantasy/team/projected-totals": () => success(showProjectedTotals, { roundId: null, groups: [], own: null }),
		"/fantasy/match-centre/2": () => success(showRoundPlayers, { own: null, opponents: [], leaguePlayerIds: [] }),
		"/draft/my-teams": () => success(listMyDraftTeams, { teams: [] }),
		"/user": () => success(getUser, { user: buildUser() }),
		"/fantasy/user-profile/show-my": () => success(showMyProfile, { userProfile: { teamName: "Kit Bag" } }),
		"/fantasy/favourite-player/show-favourites": () => success(showFavourites, { favouritePlayers: [] }),
		"/fantasy/coach/show-my": () => success(showCoachSettings, rest.coachSettings ?? HIDDEN_COACH),
		"/fantasy/trade/list": () => success(listTrades, { ...shown, trades, tradesLeft: 3 - trades.length }),
		...rest.handlers,
	});
	const shownSeason = createStore(season);
	const page = renderAt(path, <BoardOfSeason shown={shown} shownSeason={shownSeason} />);
	if (hasTimer) await screen.findByRole("timer");
	return { ...api, ...page, showSeason: (next: Season) => act(() => shownSeason.set(next)) };
}

export const getGround = () => screen.getByLabelText("Ground");

/** A press with the mouse, as a browser sends it. */
export function press(element: HTMLElement): void {
	const mouse = { pointerType: "mouse", button: 0 };
	fireEvent.pointerDown(element, { ...mouse, buttons: 1 });
	fireEvent.pointerUp(element, mouse);
	fireEvent.click(element, { detail: 1 });
}

/** The button with a text or label. Queries by role take seconds on the whole screen. */
export async function findButton(name: string): Promise<HTMLElement> {
	return waitFor(() => {
		const found = [...document.querySelectorAll<HTMLElement>("button")].filter(
			(button) => (button.getAttribute("aria-label") ?? button.textContent) === name,
		);
		expect(found.map(() => name)).toContain(name);
		return found[0] as HTMLElement;
	});
}
export const pressButton = async (name: string): Promise<void> => press(await findButton(name));

export function getCard(id: number): HTMLElement {
	const card = within(getGround())
		.getByText(new RegExp(`^Pat Player${id},`))
		.closest("button");
	if (!card) throw new Error(`The card of ${id} cannot be pressed`);
	return card;
}

/** Opens the menu of a player's card and chooses an action. */
export async function chooseAction(id: number, action: string): Promise<void> {
	press(getCard(id));
	await pressButton(action);
}
