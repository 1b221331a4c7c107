import { call } from "../calls.ts";
import type * as pastLeagues from "../leagues/past-leagues.ts";
import type * as pastSeasons from "../stats/past-seasons.ts";

export const listPastSeasons = call<typeof pastSeasons.listPastSeasons>("GET", "/fantasy/past-seasons");
export const showPastSeason = call<typeof pastSeasons.showPastSeason>("GET", "/fantasy/past-seasons/:seasonId");
export const showPastRankings = call<typeof pastSeasons.showPastRankings>(
	"GET",
	"/fantasy/past-seasons/:seasonId/rankings",
);
export const showPastTeam = call<typeof pastSeasons.showPastTeam>(
	"GET",
	"/fantasy/past-seasons/:seasonId/teams/:userId/:roundId",
);

export const listPastLeagues = call<typeof pastLeagues.listPastLeagues>(
	"GET",
	"/fantasy/past-seasons/:seasonId/leagues",
);
export const showPastLeague = call<typeof pastLeagues.showPastLeague>(
	"GET",
	"/fantasy/past-seasons/:seasonId/leagues/:leagueId",
);
