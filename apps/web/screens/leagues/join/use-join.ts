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
import { useLeagueUpdates } from "../frame/use-league-updates.ts";

/** Whether a league's draft has started: from then on, whoever joins takes over the team that her link is for. */
export const hasDraftStarted = ({ draftStatus }: LeagueSummary): boolean =>
	draftStatus === "live" || draftStatus === "paused" || draftStatus === "complete";

export type JoinState = "join" | "sign-in" | "member" | "full" | "started";

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
 * Joins a league and returns the joined one for the modal. For a visitor or an inactive account, the league is saved,
 * and joined after sign-in or recovery. `invitation` is the one in the URL; its token is valid for its league only.
 */
export function useJoin(invitation?: Invitation) {
	const user = useUser();
	const updates = useLeagueUpdates();
	const navigate = useNavigate();
	const [joined, setJoined] = useState<LeagueSummary | null>(null);
	const isActive = user.state === "ready" && user.value?.isActive === true;
	const joining = useCallMutation(joinLeague, {
		onSuccess: ({ league }) => setJoined(league),
		onSettled: () => updates.invalidateLeagues(),
	});
	const getToken = ({ code }: LeagueSummary) => (invitation?.code === code ? invitation.invite : null);
	const getState = (league: LeagueSummary) => getJoinState(league, isActive, getToken(league) !== null);
	const join = (league: LeagueSummary) => {
		if (joining.isPending) return;
		const invite = getToken(league);
		if (!isActive) {
			// The list gives visitors no codes. The league's page leads to its join page after sign-in.
			if (league.code === "") {
				deleteInvitation();
				saveReturnPage(paths.league.to(league.id, "about"));
			} else saveInvitation({ code: league.code, invite });
			saveAcceptedLeague(league.id);
			return void navigate(paths.home.to());
		}
		const { code } = league;
		joining.mutate({ params: { code }, body: invite ? { code, invite } : { code } });
	};
	const pendingCode = joining.isPending ? joining.variables.params.code : null;
	return { join, getState, joined, close: () => setJoined(null), pendingCode, isActive };
}
export type JoinFlow = ReturnType<typeof useJoin>;
