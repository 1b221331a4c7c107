import { showLeagueUsers } from "@first-bounce/contract/leagues/league";
import { act, fireEvent, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { Route, Routes } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { refusal, success } from "../../../testing/web/fake-api.ts";
import { buildLeague, buildLeagueSummary, fakeLeagues, setWindowWidth } from "../../../testing/web/league-fakes.ts";
import { renderAt } from "../../../testing/web/render-at.tsx";
import { ConfirmDialog } from "../components/dialog/confirm-dialog.tsx";
import { ErrorModal } from "../components/error-modal/error-modal.tsx";
import { showProblem } from "../components/error-modal/problem-store.ts";
import { PlayerOutlet } from "../players/modal/player-outlet.tsx";
import { AboutPage } from "../screens/leagues/about/about-page.tsx";
import { JoinedModal } from "../screens/leagues/join/joined-modal.tsx";
import { LeagueContext } from "../screens/leagues/league/use-league.ts";
import { SettingsPage } from "../screens/leagues/settings/settings-page.tsx";
import { UserTeamScreen } from "../screens/team/rounds/user-team-screen.tsx";

beforeEach(() => setWindowWidth(1280));

const bea = {
	userId: 8,
	teamId: 8,
	teamName: "Bean Counters",
	fullName: "Bea C.",
	avatarVersion: 0,
	supportedSquadId: null,
	isCommissioner: false,
	role: "member" as const,
	joinedAt: "2026-09-01T00:00:00.000Z",
};
const asCommissioner = (
	<LeagueContext value={buildLeague({ asCommissioner: true })}>
		<SettingsPage />
	</LeagueContext>
);
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));

/** Every kind of modal: the page, what opens it, and its title. */
const KINDS: [kind: string, page: ReactNode, open: () => unknown, title: string, role?: "dialog" | "alertdialog"][] = [
	[
		"error",
		<ErrorModal key="error" />,
		// Not awaited: React queues renders during an awaited act, and the test waits for them.
		() => void act(() => showProblem({ message: "Maeve Callinan is locked" })),
		...(["Something went wrong", "alertdialog"] as const),
	],
	[
		"league joined",
		<JoinedModal
			key="joined"
			joining={{
				joined: buildLeagueSummary(),
				join: () => undefined,
				getState: () => "member",
				close: () => undefined,
				pendingCode: null,
				isRedirecting: false,
				isActive: true,
			}}
		/>,
		() => undefined,
		"League joined",
	],
	["remove user", asCommissioner, () => press("Remove Bean Counters"), "Remove Bean Counters?"],
	[
		"leave",
		<LeagueContext key="leave" value={buildLeague()}>
			<AboutPage />
		</LeagueContext>,
		() => press("Leave league"),
		"Leave this league?",
	],
	["remove", asCommissioner, () => press("Delete league"), "Delete this league?"],
	[
		"general",
		<ConfirmDialog
			key="general"
			title="Undo all changes this round?"
			text="All of it"
			confirmLabel="Undo all changes this round"
			isOpen
			onClose={() => undefined}
			isPending={false}
			onConfirm={() => undefined}
		/>,
		() => undefined,
		"Undo all changes this round?",
	],
	["mini player", <PlayerOutlet key="player" />, () => undefined, "Player details"],
	[
		"user-team error",
		<Routes key="team">
			<Route
				path="*"
				element={
					<>
						<UserTeamScreen />
						<ErrorModal />
					</>
				}
			/>
		</Routes>,
		() => undefined,
		...(["That team cannot be shown", "alertdialog"] as const),
	],
];

test.each(KINDS)("the modal opens: %s (D1.3.68)", async (_, page, open, title, role = "dialog") => {
	fakeLeagues({
		"/fantasy/league/5/league-users": () => success(showLeagueUsers, { users: [bea], nextPage: null, total: 1 }),
		"/fantasy/team-history/get-by-round-and-user/0/0": () => refusal(404, "team-unknown", "There is no such team"),
	});
	renderAt("/here?player=7", page);
	await open();
	// Some modals are loaded when first opened.
	expect(await screen.findByRole(role, { name: title }, { timeout: 20_000 })).toBeDefined();
});
