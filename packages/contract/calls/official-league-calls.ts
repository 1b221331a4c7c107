import { call } from "../calls.ts";
import type * as official from "../leagues/official-leagues.ts";

// Separate from calls.ts, because only the list of leagues uses them.
export const showOfficialLeagues = call<typeof official.showOfficialLeagues>("GET", "/fantasy/official-leagues");
export const joinOfficialLeague = call<typeof official.joinOfficialLeague>(
	"POST",
	"/fantasy/official-leagues/:kind/join",
);
export const leaveOfficialLeague = call<typeof official.leaveOfficialLeague>(
	"POST",
	"/fantasy/official-leagues/:kind/leave",
);
