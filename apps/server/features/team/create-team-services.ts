import type { TeamId } from "@first-bounce/rules/ids";
import type { LiveStandings } from "../match-day/standings/live-standings.ts";
import type { StandingsView } from "../match-day/standings/standings-view.ts";
import { createActionStore } from "./actions/action-store.ts";
import { createTeamQueue } from "./actions/team-queue.ts";
import type { TeamServices } from "./load-team.ts";
import { createFindTeam } from "./queries.ts";
import type { LiveTeamPoints } from "./team-view.ts";

/** A team's points in the round that is playing; null if none is, or the team is not in it. */
function getLivePoints({ isLive, roundId, getPoints }: StandingsView, teamId: TeamId): LiveTeamPoints | null {
	const points = isLive ? getPoints(teamId) : null;
	return roundId === null || points === null ? null : { roundId, points };
}

interface TeamServiceSources extends Pick<TeamServices, "db" | "pool" | "seasons" | "clocks" | "solver"> {
	readonly standings: Pick<LiveStandings, "current" | "rescoreTeam">;
}

/** Creates the services of team actions. Those created together share a queue. */
export const createTeamServices = ({ standings, ...sources }: TeamServiceSources): TeamServices => ({
	...sources,
	queue: createTeamQueue(),
	findTeam: createFindTeam(sources.pool),
	store: createActionStore(sources.pool),
	livePoints: (teamId) => getLivePoints(standings.current(), teamId),
	onSaved: standings.rescoreTeam,
});
