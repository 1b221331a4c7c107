import type { SuccessOf } from "@first-bounce/contract/call";
import type {
	ListedDraftLeague,
	listDraftLeagues as listCall,
	OperatorDraftLeague,
} from "@first-bounce/contract/operator/draft-leagues";
import { findActivePick } from "@first-bounce/rules/draft/draft-board";
import { MINUTE_MS } from "@first-bounce/rules/durations";
import { formatInstant } from "../../../plugins/format-instant.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { checkSquads } from "../../leagues/draft/check-squads.ts";
import { areKeepersClosed } from "../../leagues/draft/keepers/close-keepers.ts";
import { getKeeperDeadline, isContinued } from "../../leagues/draft/keepers/keeper-deadline.ts";
import { OVERDUE_MS } from "../../leagues/draft/maintenance.ts";
import { loadRoom, type Room } from "../../leagues/draft/room.ts";
import { createLeagueLockCheck } from "../../leagues/draft/squads/change-squads.ts";
import { listChangesForOperator, listSquadsForOperator } from "../../leagues/draft/squads/operator-changes.ts";
import { listStartProblems } from "../../leagues/draft/start-draft.ts";
import { listLeaguesWithDueRuns } from "../../leagues/draft/waivers/run-waivers.ts";
import { loadWaivers } from "../../leagues/draft/waivers/waivers.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { listUnmatchedByLeague } from "../../seasons/rollover/person-match-queries.ts";
import { buildPage } from "../pagination.ts";
import type { OperatorServices } from "../services.ts";
import { countLateRows, type DraftLeagueRow, findLeagueRow, listLeagueRows } from "./queries.ts";

type Services = Pick<OperatorServices, "db" | "seasons" | "clocks">;

const PAGE_SIZE = 50;
/** How many changes of squads are listed. */
const MAX_CHANGES = 50;
/** The leader looks for due runs every few seconds. */
const LATE_RUN_MS = 5 * MINUTE_MS;

async function loadTroubles(services: Services) {
	const { db, seasons, clocks } = services;
	const season = seasons.current();
	const unmatched = Map.groupBy(await listUnmatchedByLeague(db, season.seasonId), ({ leagueId }) => leagueId);
	return {
		unmatched,
		unmatchedIds: [...unmatched.keys()],
		lateIds: season.isArchived ? [] : await listLeaguesWithDueRuns(services, season, clocks.seasonNow() - LATE_RUN_MS),
		overdueBefore: new Date(clocks.wallNow() - OVERDUE_MS),
	};
}

const buildListedLeague = (row: DraftLeagueRow): ListedDraftLeague => ({
	id: row.id,
	name: row.name,
	format: row.format,
	draftStatus: row.draftStatus,
	teams: row.teams,
	size: row.size,
	startsAt: formatInstant(row.startsAt),
	troubles: row.troubles,
});

/** Lists the draft leagues of the season, those in trouble or all. */
export async function listDraftLeagues(
	services: Services,
	{
		show,
		search = "",
		before,
	}: { readonly show: "trouble" | "all"; readonly search?: string | undefined; readonly before?: number | undefined },
): Promise<SuccessOf<typeof listCall>> {
	const { seasonId } = services.seasons.current();
	const rows = await listLeagueRows(services.db, seasonId, await loadTroubles(services), {
		onlyInTrouble: show === "trouble",
		search: search.trim(),
		before: before ?? null,
		limit: PAGE_SIZE + 1,
	});
	const { page, nextBefore } = buildPage(rows, PAGE_SIZE);
	return { leagues: page.map(buildListedLeague), nextBefore };
}

/** Counts the leagues that the leading process has left waiting: an overdue draft, or a late waiver run. */
export const countLateLeagues = async (services: Services): Promise<number> =>
	countLateRows(services.db, services.seasons.current().seasonId, await loadTroubles(services));

async function buildDraft(
	{ db, clocks }: Services,
	row: DraftLeagueRow,
	{ room, season }: { readonly room: Room; readonly season: SeasonSnapshot },
): Promise<OperatorDraftLeague["draft"]> {
	const { draft, picks } = room;
	const [now, wallNow] = [clocks.seasonNow(), clocks.wallNow()];
	return {
		pauseReason: draft.pause_reason,
		deadlineAt: formatInstant(draft.deadline_at),
		activeTeamId: findActivePick(picks)?.teamId ?? null,
		picksMade: picks.filter(({ playerId }) => playerId !== null).length,
		picks: picks.length,
		problems: await listStartProblems(db, room, row, { season, now, wallNow }),
	};
}

/** Finds the next waiver run of a drafted league. */
async function findNextRun(
	{ db, clocks }: Services,
	{ id, start_id }: DraftLeagueRow,
	{ draft }: Room,
	season: SeasonSnapshot,
): Promise<OperatorDraftLeague["nextRun"]> {
	if (draft.state !== "complete") return null;
	const isLocked = createLeagueLockCheck(season, { start_id }, clocks.seasonNow());
	const { comingRuns } = await loadWaivers(db, { league: { id, start_id }, draft, season, isLocked });
	const [next] = comingRuns;
	return next ? { ...next, dueAt: formatInstant(next.dueAt) } : null;
}

/** Gets a draft league with all that an operator needs to put it right. */
export async function getDraftLeague(services: Services, id: number): Promise<OperatorDraftLeague> {
	const { db, seasons, clocks } = services;
	const season = seasons.current();
	const known = await loadTroubles(services);
	const row = await findLeagueRow(db, season.seasonId, known, id);
	if (!row) throw refuse(404, "league-unknown");
	const room = await loadRoom(db, id);
	const { draft, seats } = room;
	const isChoosing = isContinued(draft, seats) && !areKeepersClosed(room);
	return {
		...buildListedLeague(row),
		commissioner: row.commissioner,
		deputies: row.deputies,
		draft: await buildDraft(services, row, { room, season }),
		squads: await listSquadsForOperator(db, room),
		nextRun: await findNextRun(services, row, room, season),
		tradeDeadline: draft.trade_deadline_round_id,
		keepersDueAt: isChoosing ? formatInstant(getKeeperDeadline(draft)) : null,
		unmatchedPlayers: (known.unmatched.get(id) ?? []).map(({ name }) => name),
		findings: [...(await checkSquads(db, id)).findings],
		transactions: await listChangesForOperator(db, row, { season, now: clocks.seasonNow(), limit: MAX_CHANGES }),
	};
}
