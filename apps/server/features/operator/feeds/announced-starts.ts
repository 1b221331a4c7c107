import { requireMatch } from "../../seasons/current/require-season.ts";
import { listAnnouncedStarts as findStarts } from "../../stats-providers/intake/announced-start-queries.ts";
import { buildMatchEntry } from "../season/matches.ts";
import type { OperatorServices } from "../services.ts";

/** Lists matches for which the feed announces a start time other than the season's. */
export async function listAnnouncedStarts({ db, seasons }: Pick<OperatorServices, "db" | "seasons">) {
	const season = seasons.current();
	const starts = await findStarts(db, season.seasonId);
	return {
		starts: starts.map(({ matchId, startsAt, announced, since }) => ({
			match: buildMatchEntry({ ...requireMatch(season, matchId), startsAt }),
			announced: new Date(announced).toISOString(),
			since: new Date(since).toISOString(),
		})),
	};
}
