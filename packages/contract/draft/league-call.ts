import { z } from "zod";
import { idInPath } from "../fields.ts";

export const leagueParams = z.strictObject({ id: idInPath });

/** For calls that show a draft league to those who may read it. */
export const readLeague = { access: "public-read", scope: "read:leagues", params: leagueParams } as const;
/** For calls that show what only members see. */
export const readAsMember = { access: "active", scope: "read:leagues", params: leagueParams } as const;
/** For calls of members that access tokens cannot make: drafting with the private lists for it, votes, and running the league. */
export const actInLeague = { access: "active", params: leagueParams } as const;
/** For calls that show a manager what is private to her team. */
export const readOwnTeam = { access: "active", scope: "read:team", params: leagueParams } as const;
/** For calls by which managers change their teams. */
export const changeOwnTeam = { access: "active", scope: "write:team", params: leagueParams } as const;
