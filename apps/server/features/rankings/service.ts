import type { SuccessOf } from "@first-bounce/contract/call";
import type { showProjectedTotals } from "@first-bounce/contract/team/team";
import type { RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import type { BestPercent } from "@first-bounce/rules/rankings/best-of-season";
import type { Pool } from "pg";
import type { Read } from "../../db/servers/read-standby.ts";
import { refuse } from "../../plugins/refusal.ts";
import { requireRound } from "../seasons/current/require-season.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import type { LiveStandings } from "../standings/live-standings.ts";
import type { StandingsView } from "../standings/standings-view.ts";
import type { BestManagers, LoadBestManagers } from "./official-leagues/best-managers.ts";
import type { FindPastView } from "./past-standings.ts";
import { findPastRank, findTeamSeasonId, type TeamRank } from "./queries.ts";
import { buildRankingsPage, EMPTY_PAGE, type RankingQuery, type RankingsPage } from "./rankings-page.ts";
import type { TeamDirectories } from "./team-directories.ts";
import type { TeamDirectory } from "./team-directory.ts";

export interface RankingServices {
	readonly pool: Pool;
	/** Reads the standings of complete rounds. */
	readonly read: Read;
	readonly currentSeason: () => SeasonSnapshot;
	readonly currentView: () => StandingsView;
	readonly loadProjectedTotals: LiveStandings["projected"];
	readonly directories: TeamDirectories;
	readonly findPastView: FindPastView;
	readonly loadBestManagers: LoadBestManagers;
}

const MAX_ROWS = 100;

/** Returns the requested round, or null for the round of the live standings. */
function findPastRoundId(season: SeasonSnapshot, view: StandingsView, roundId: RoundId): RoundId | null {
	if (roundId === 0 || roundId === view.roundId) return null;
	requireRound(season, roundId);
	return roundId;
}

/** A request for a page of rankings; with `best`, only of the teams of the best `best` percent of last season's managers. */
type RankingsRequest = Omit<RankingQuery, "best"> & { readonly best?: BestPercent | undefined };

const listBestTeamIds = (managers: BestManagers | null, percent: BestPercent, directory: TeamDirectory) =>
	new Set([...(managers?.ranks[percent].keys() ?? [])].flatMap((userId) => directory.findTeamId(userId) ?? []));

/** Returns a page of the rankings with the viewer's own row, from memory, so that every page is equally fast. */
export async function getRankings(
	{ currentSeason, currentView, directories, findPastView, loadBestManagers }: RankingServices,
	query: RankingsRequest,
	viewerId: UserId | null,
): Promise<RankingsPage> {
	const season = currentSeason();
	const roundId = findPastRoundId(season, currentView(), query.roundId);
	const [directory, pastView, previousPastView, bestManagers] = await Promise.all([
		directories.load(season),
		roundId === null ? null : findPastView(season, roundId),
		findPastView(season, (roundId ?? currentView().roundId ?? 0) - 1),
		query.best === undefined ? null : loadBestManagers(season.seasonId),
	]);
	// Do not await anything from here on, because the buffers of the current standings are reused for later versions.
	const standings = roundId === null ? { view: currentView() } : pastView;
	const { best: percent } = query;
	const request = {
		...query,
		limit: Math.min(query.limit, MAX_ROWS),
		best: percent && { percent, listTeams: () => listBestTeamIds(bestManagers, percent, directory) },
	};
	return standings
		? buildRankingsPage({ ...standings, previousView: previousPastView?.view ?? null }, directory, request, viewerId)
		: EMPTY_PAGE;
}

/** Returns the ranks and points of a team; ranks are null before the first match of its start round. */
export async function getTeamRank(
	{ pool, read, currentSeason, currentView }: RankingServices,
	{ roundId, teamId }: { readonly roundId: RoundId; readonly teamId: TeamId },
): Promise<TeamRank> {
	const season = currentSeason();
	if ((await findTeamSeasonId(pool, teamId)) !== season.seasonId) throw refuse(404, "team-unknown");
	const view = currentView();
	const pastRoundId = findPastRoundId(season, view, roundId);
	if (pastRoundId === null)
		return {
			overallRank: view.getOverallRank(teamId),
			roundRank: view.getRoundRank(teamId),
			roundPoints: view.getPoints(teamId) ?? 0,
			overallPoints: view.getTotal(teamId) ?? 0,
		};
	const unranked = { overallRank: null, roundRank: null, roundPoints: 0, overallPoints: 0 };
	return (await read((source) => findPastRank(source.pool, teamId, pastRoundId))) ?? unranked;
}

export async function getProjectedTotals(
	{ loadProjectedTotals }: Pick<RankingServices, "loadProjectedTotals">,
	teamId: TeamId,
): Promise<SuccessOf<typeof showProjectedTotals>> {
	const totals = await loadProjectedTotals();
	if (!totals) return { roundId: null, groups: [], own: null };
	return { roundId: totals.roundId, groups: [...totals.groups], own: totals.getTotal(teamId) };
}
