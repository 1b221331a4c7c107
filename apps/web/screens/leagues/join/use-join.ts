import type { LeagueSummary } from "@first-bounce/contract/leagues/league";
import { joinLeague } from "@first-bounce/contract/leagues/league-actions";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useCallMutation } from "../../../api/use-call.ts";
import { useUser } from "../../../api/use-user.ts";
import { paths } from "../../../app/paths.ts";
import { saveReturnPage } from "../../../app/session/next-page.ts";
import {
	deleteInvitation,
	type Invitation,
	saveAcceptedLeague,
	saveInvitation,
} from "../../../app/session/pending-invitation.ts";
import { useSignIn } from "../../../app/session/use-sign-in.ts";
import { site } from "../../../app/site.ts";
import { useLeagueUpdates } from "../frame/use-league-updates.ts";

/** Whether a league's draft has started: from then on, whoever joins takes over the team that her link is for. */
export const hasDraftStarted = ({ draftStatus }: LeagueSummary): boolean =>
	draftStatus === "live" || draftStatus === "paused" || draftStatus === "complete";

type JoinState = "join" | "sign-in" | "member" | "full" | "started";

/** The state of a league's join button. Once a draft has started, only a link with a token gives a team. */
function getJoinState(league: LeagueSummary, isActive: boolean, hasToken = false): JoinState {
	if (league.isMember) return "member";
	if (league.class === "draft" && hasDraftStarted(league) && !hasToken) return "started";
	if (league.class === "draft" && league.numTeams === league.size && league.unmanagedTeams === 0)
		return hasDraftStarted(league) ? "started" : "full";
	if (league.class === "draft") return isActive ? "join" : "sign-in";
	if (league.type !== "open" && league.status !== "scheduled") return "started";
	if (league.numTeams >= league.size) return "full";
	return isActive ? "join" : "sign-in";
}

/**
 * Joins a league and returns it for the modal. For a visitor or an inactive account, the league is saved,
 * and joined after sign-in or recovery. `invitation` comes from the URL; its token is valid for its league only.
 */
export function useJoin(invitation?: Invitation) {
	const user = useUser();
	const updates = useLeagueUpdates();
	const navigate = useNavigate();
	const { isRedirecting, signIn } = useSignIn();
	const [joined, setJoined] = useState<LeagueSummary | null>(null);
	const isActive = user.state === "ready" && user.value?.isActive === true;
	const joining = useCallMutation(joinLeague, {
		onSuccess: ({ league }) => setJoined(league),
		onSettled: () => updates.invalidateLeagues(),
	});
	const getToken = ({ code }: LeagueSummary) => (invitation?.code === code ? invitation.invite : null);
	const getState = (league: LeagueSummary) => getJoinState(league, isActive, getToken(league) !== null);
	/** Where there are several identity providers, the home page has their buttons. */
	const startSignIn = async (screen?: "sign-up") => {
		const isVisitor = user.state === "ready" && user.value === null;
		if (!isVisitor || site.providers.length > 1) return navigate(paths.home.to());
		await signIn(undefined, screen);
	};
	/** `screen` is the form that a visitor sees first. */
	const join = (league: LeagueSummary, screen?: "sign-up") => {
		if (joining.isPending) return;
		const invite = getToken(league);
		if (!isActive) {
			// The list gives visitors no codes. The league's page leads to its join page after sign-in.
			if (league.code === "") {
				deleteInvitation();
				saveReturnPage(paths.league.to(league.id, "about"));
			} else saveInvitation({ code: league.code, invite });
			saveAcceptedLeague(league.id);
			return void startSignIn(screen);
		}
		const { code } = league;
		joining.mutate({ params: { code }, body: invite ? { code, invite } : { code } });
	};
	const pendingCode = joining.isPending ? joining.variables.params.code : null;
	return { join, getState, joined, close: () => setJoined(null), pendingCode, isRedirecting, isActive };
}
export type JoinFlow = ReturnType<typeof useJoin>;
