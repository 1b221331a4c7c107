import type { FastifyInstance } from "fastify";
import type { AppOptions } from "./app-options.ts";
import type { Read } from "./db/servers/read-standby.ts";
import { createBestManagers } from "./features/rankings/official-leagues/best-managers.ts";
import { createPastViewFinder } from "./features/rankings/past-standings.ts";
import type { RankingServices } from "./features/rankings/service.ts";
import { createTeamDirectories } from "./features/rankings/team-directories.ts";

/** Creates what the rankings need, and starts to load the names of teams and managers. */
export function createRankingServices(
	{ database: { pool }, seasons, standings, pgListener, saves }: AppOptions,
	read: Read,
	app: FastifyInstance,
): RankingServices {
	const onError = (error: unknown) => app.log.error(error);
	const directories = createTeamDirectories({ pool, pgListener: pgListener ?? null, saves: saves ?? null, onError });
	app.addHook("onClose", directories.close);
	const season = seasons.peek();
	// Starts before the first request, because loading a million teams takes seconds.
	if (season && pgListener) directories.load(season).catch(onError);
	return {
		pool,
		read,
		currentSeason: seasons.current,
		currentView: standings.current,
		loadProjectedTotals: standings.projected,
		directories,
		findPastView: createPastViewFinder(read),
		loadBestManagers: createBestManagers(read),
	};
}
