import { type League, showLeague } from "@first-bounce/contract/leagues/league";
import { createContext, useContext } from "react";
import { useCall } from "../../../api/use-call.ts";

export const useLeagueQuery = (id: number) => useCall(showLeague, { params: { id } });

/** The league of the current pages. */
export const LeagueContext = createContext<League | null>(null);

export function useLeague(): League {
	const league = useContext(LeagueContext);
	if (!league) throw new Error("useLeague must be used inside a LeagueContext");
	return league;
}
