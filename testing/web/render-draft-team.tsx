import { getUser } from "@first-bounce/contract/accounts/user";
import {
	type DraftLineupBody,
	type DraftTeamRound,
	listMyDraftTeams,
	saveDraftLineup,
	showMyDraftTeam,
} from "@first-bounce/contract/draft/draft-lineup";
import { showClaims } from "@first-bounce/contract/draft/waivers";
import { showCoachSettings } from "@first-bounce/contract/team/coach";
import { showFavourites } from "@first-bounce/contract/team/favourites";
import { showMyTeam, showTeamRank } from "@first-bounce/contract/team/team";
import { listTrades } from "@first-bounce/contract/team/trade";
import { Route, Routes } from "react-router";
import { Toasts } from "../../apps/web/components/toast/toasts.tsx";
import { DraftRoundScreen } from "../../apps/web/screens/team/draft/draft-round-screen.tsx";
import { DraftTeamScreen } from "../../apps/web/screens/team/draft/draft-team-screen.tsx";
import { TeamScreen } from "../../apps/web/screens/team/team-screen.tsx";
import { buildDraftPlayers, buildDraftTeamRound } from "./draft-team-builders.ts";
import { fakeApi, success } from "./fake-api.ts";
import { buildSeasonFiles, DAY, fakeClock, fakeSeasonFiles, SATURDAY } from "./player-season.ts";
import { buildUser, renderAt } from "./render-at.tsx";
import { buildTeam } from "./team-builders.ts";
import { NEXT_RUN } from "./waiver-fakes.ts";

const MY_TEAMS = [
	{ leagueId: 5, leagueName: "The Draft Club", teamId: 50, teamName: "Ada's Aces", draftStatus: "complete" as const },
	{ leagueId: 6, leagueName: "To Be Drafted", teamId: 60, teamName: "Ada's Aces", draftStatus: "setup" as const },
];

interface Options {
	readonly path?: string;
	readonly team?: DraftTeamRound;
	readonly files?: ReturnType<typeof buildSeasonFiles>;
	readonly now?: number;
	readonly handlers?: Parameters<typeof fakeApi>[0];
}

/** Opens the page of the team of draft league 5, a day before round 2. */
export function openDraftTeam({
	path = "/team/draft/5",
	team = buildDraftTeamRound(),
	files = buildSeasonFiles(buildDraftPlayers()),
	now = SATURDAY - DAY,
	handlers = {},
}: Options = {}) {
	const classic = { team: buildTeam(0, null), rollbackAvailable: false };
	const api = fakeApi({
		...fakeClock(now),
		...fakeSeasonFiles(files),
		"/draft/my-teams": () => success(listMyDraftTeams, { teams: MY_TEAMS }),
		"/draft/league/5/my-team": () => success(showMyDraftTeam, { team }),
		"/draft/league/5/lineup": (body) => {
			const { version = 0, ...lineup } = body as DraftLineupBody;
			return success(saveDraftLineup, {
				team: { ...team, ...lineup, version: version + 1 },
				receipt: { id: "R1", savedAt: "2026-09-11T05:00:00.000Z", action: "update" },
			});
		},
		"/draft/waivers/5/claims": () => success(showClaims, { claims: [], budget: null, nextRun: NEXT_RUN, version: 0 }),
		"/fantasy/team/show-my": () => success(showMyTeam, classic),
		"/user": () => success(getUser, { user: buildUser() }),
		"/fantasy/team/overall-rank": () =>
			success(showTeamRank, { overallRank: null, roundRank: null, roundPoints: 0, overallPoints: 0 }),
		"/fantasy/coach/show-my": () =>
			success(showCoachSettings, { isHidden: true, aim: "season", keepIds: [], banIds: [], waitIds: [] }),
		"/fantasy/favourite-player/show-favourites": () => success(showFavourites, { favouritePlayers: [] }),
		"/fantasy/trade/list": () => success(listTrades, { ...classic, trades: [], tradesLeft: 3 }),
		...handlers,
	});
	const page = renderAt(
		path,
		<>
			<Routes>
				<Route path="/team" element={<TeamScreen />} />
				<Route path="/team/draft/:leagueId" element={<DraftTeamScreen />} />
				<Route path="/team/draft/:leagueId/:roundId/:teamId" element={<DraftRoundScreen />} />
				<Route path="*" element={<p>another page</p>} />
			</Routes>
			<Toasts />
		</>,
	);
	return { ...api, ...page };
}
