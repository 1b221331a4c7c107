import { call } from "../calls.ts";
import type * as matchCentre from "../stats/match-centre.ts";

// Separate from calls.ts, because only the match centre uses it.
export const showRoundPlayers = call<typeof matchCentre.showRoundPlayers>("GET", "/fantasy/match-centre/:roundId");
