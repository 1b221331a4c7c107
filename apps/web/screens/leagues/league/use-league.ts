import { type League, showLeague } from "@first-bounce/contract/leagues/league";
import { createContext } from "react";
import { useCall } from "../../../api/use-call.ts";
import { useRequiredContext } from "../frame/use-required-context.ts";

export const useLeagueQuery = (id: number) => useCall(showLeague, { params: { id } });

export const LeagueContext = createContext<League | null>(null);
export const useLeague = (): League => useRequiredContext(LeagueContext);
