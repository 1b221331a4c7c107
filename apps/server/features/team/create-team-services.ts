import type { TeamId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import { type Read, readFrom } from "../../db/servers/read-standby.ts";
import type { LiveStandings } from "../standings/live-standings.ts";
import type { StandingsView } from "../standings/standings-view.ts";
import { createActionStore } from "./actions/action-store.ts";
import { createTeamQueue } from "./actions/team-queue.ts";
import type { TeamServices } from "./load-team.ts";
import { createFindTeam, type FindTeam } from "./team-queries.ts";
import type { LiveTeamPoints } from "./team-view.ts";

/** Gets a team's points in the round that is being played; null without such a round, or if the team is not in it. */
function getLivePoints({ isLive, roundId, getPoints }: StandingsView, teamId: TeamId): LiveTeamPoints | null {
	const points = isLive ? getPoints(teamId) : null;
	return roundId === null || points === null ? null : { roundId, points };
}

/** Creates a `FindTeam` for the database that `read` chooses; each database has a batch of its own. */
function createFindTeamOnStandby(read: Read): FindTeam {
	const finders = new WeakMap<Pool, FindTeam>();
	const getFinder = (pool: Pool): FindTeam => {
		const finder = finders.get(pool) ?? createFindTeam(pool);
		finders.set(pool, finder);
		return finder;
	};
	return (key) => read(({ pool }) => getFinder(pool)(key));
}

interface TeamServiceSources extends Pick<TeamServices, "db" | "pool" | "seasons" | "clocks" | "solver"> {
	readonly standings: Pick<LiveStandings, "current" | "rescoreTeam">;
	/** The database from which complete rounds are read; by default the same one. */
	readonly read?: Read;
}

/** Creates the services of team actions. Those created together share a queue. */
export const createTeamServices = ({ standings, read, ...sources }: TeamServiceSources): TeamServices => ({
	...sources,
	queue: createTeamQueue(),
	findTeam: createFindTeam(sources.pool),
	findTeamOnStandby: createFindTeamOnStandby(read ?? readFrom(sources)),
	store: createActionStore(sources.pool),
	getLivePoints: (teamId) => getLivePoints(standings.current(), teamId),
	onSaved: standings.rescoreTeam,
});
