import { showLeagueByCode } from "@first-bounce/contract/leagues/league";
import { useState } from "react";
import { useQuietCall } from "../../api/use-quiet-call.ts";
import { loadInvitation } from "./pending-invitation.ts";

/** The name of the league that a visitor is about to join; null without an invitation, and until the name is known. */
export function useInvitedLeague(): string | null {
	const [invitation] = useState(loadInvitation);
	const { code = "", invite = null } = invitation ?? {};
	const { data } = useQuietCall(
		showLeagueByCode,
		{ params: { code }, ...(invite ? { query: { invite } } : {}) },
		{ enabled: invitation !== null },
	);
	return data?.league.name ?? null;
}
