import { idParams } from "./fields.ts";

/** For calls that show what visitors may see too if PUBLIC_READ is on, such as rankings, teams and public leagues. */
export const readPublic = { access: "public-read", scope: "read:leagues" } as const;
/** For calls that show managers what is private to their teams. */
export const readTeam = { access: "active", scope: "read:team" } as const;
/** For calls by which managers change their teams. */
export const changeTeam = { access: "active", scope: "write:team" } as const;

// The calls below name a league in their path.

/** For calls that show a league to those who may read it. */
export const readLeague = { ...readPublic, params: idParams } as const;
/** For calls that show what only members see. */
export const readAsMember = { access: "active", scope: "read:leagues", params: idParams } as const;
/**
 * For calls that access tokens cannot make: drafting with the private lists for it, votes, the conversation with all that it
 * shows, and running the league.
 */
export const actInLeague = { access: "active", params: idParams } as const;
/** For calls that show a manager what is private to her team in the league. */
export const readOwnTeam = { ...readTeam, params: idParams } as const;
/** For calls by which managers change their teams in the league. */
export const changeOwnTeam = { ...changeTeam, params: idParams } as const;
