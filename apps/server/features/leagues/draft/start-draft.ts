import { hasDraftStarted } from "@first-bounce/rules/draft/draft-board";
import { listTurns } from "@first-bounce/rules/draft/draft-order";
import { type DraftProblem, listDraftProblems } from "@first-bounce/rules/draft/draft-problems";
import type { PreparedPick } from "@first-bounce/rules/draft/keepers";
import { getSquadSize } from "@first-bounce/rules/draft/squad-rules";
import type { UserId } from "@first-bounce/rules/ids";
import type { Db } from "../../../db/tables/tables.ts";
import { type Reason, Refusal } from "../../../plugins/refusal.ts";
import type { LeagueRow } from "../league-row.ts";
import { postStartedCard } from "./draft-cards.ts";
import { countRoundsLeft, listDraftPlayers } from "./draft-players.ts";
import { buildOpeningBoard, closeKeepers, listKeeperProblems } from "./keepers/close-keepers.ts";
import { isContinued } from "./keepers/keeper-deadline.ts";
import { deletePicks, insertPicks, type PickRow } from "./queries.ts";
import { defineCommissionerAction, type LockedDraft, type Room, requireNotStarted, saveChange } from "./room.ts";

/** Lists every reason why a draft cannot start now; none for one that has started. */
export async function listStartProblems(
	db: Db,
	room: Room,
	league: Pick<LeagueRow, "size">,
	{ season, now, wallNow }: Pick<LockedDraft, "season" | "now" | "wallNow">,
): Promise<DraftProblem[]> {
	const { draft, seats } = room;
	if (hasDraftStarted(draft.state)) return [];
	const problems = listDraftProblems({
		size: league.size,
		teams: seats.map(({ team_id }) => team_id),
		order: draft.team_order,
		rules: draft.squad,
		players: listDraftPlayers(season, []),
		roundsLeft: countRoundsLeft(season, now),
	});
	return [...problems, ...(await listKeeperProblems(db, room, league, { season, wallNow }))];
}

/** Builds the reason of a refusal from a problem. Lines keep their short names, as everywhere. */
function buildReason(problem: DraftProblem): Reason {
	switch (problem.code) {
		case "teams-missing":
			return { code: "draft-teams-missing", data: { count: problem.missing } };
		case "limit-below-places": {
			const { line, places, limit } = problem;
			return { code: "draft-limit-below-places", data: { line, places, limit } };
		}
		case "keepers-open":
			return { code: "draft-keepers-open", data: { at: problem.until } };
		case "players-unmatched":
			return { code: "draft-players-unmatched", data: { count: problem.count } };
		case "players-missing": {
			const { line, needed, known } = problem;
			if (line === null) return { code: "draft-players-missing", data: { needed, known } };
			return { code: "draft-players-missing-line", data: { line, needed, known } };
		}
		default:
			return { code: `draft-${problem.code}` };
	}
}

/** Refuses with every problem, if there are any. */
export function refuseProblems(problems: readonly DraftProblem[]): void {
	const [first, ...others] = problems.map(buildReason);
	if (first) throw new Refusal(409, [first, ...others]);
}

/** Builds the picks that a draft begins with. Those of keepers are made already. */
async function buildPicks(locked: LockedDraft, version: number): Promise<PickRow[]> {
	const { room, wallNow } = locked;
	const { draft, seats } = room;
	const board: readonly PreparedPick[] = isContinued(draft, seats)
		? await buildOpeningBoard(locked)
		: listTurns(draft.team_order ?? [], getSquadSize(draft.squad), draft.kind).map((turn) => ({
				...turn,
				teamId: turn.originalTeamId,
				playerId: null,
				isSkipped: false,
				keptYears: 0,
			}));
	return board.map(({ keptYears, ...pick }) => ({
		...pick,
		made_at: keptYears > 0 ? new Date(wallNow) : null,
		made_by: keptYears > 0 ? ("keeper" as const) : null,
		kept_years: keptYears,
		request_key: null,
		version,
	}));
}

/** Makes the picks of a draft and puts the first one on the clock. */
export async function beginDraft(locked: LockedDraft, userId: UserId | null): Promise<Room> {
	const { trx, league, room } = locked;
	const version = room.draft.version + 1;
	const picks = await buildPicks(locked, version);
	await deletePicks(trx, league.id);
	await insertPicks(trx, league.id, picks);
	await postStartedCard(locked);
	return saveChange(
		{ ...locked, room: { ...room, picks } },
		{
			draft: { state: "live", whole_version: version },
			seats: room.seats.map(({ team_id }) => ({ teamId: team_id, changes: { misses: 0, is_away: false } })),
			log: [{ action: "started", userId }],
		},
	);
}

/** Ends the choice of keepers if nothing else prevents the start, and lists every reason why the draft cannot start then. */
export async function prepareStart(
	locked: LockedDraft,
): Promise<{ readonly problems: readonly DraftProblem[]; readonly room: Room }> {
	const { trx, league } = locked;
	const before = await listStartProblems(trx, locked.room, league, locked);
	if (before.length > 0) return { problems: before, room: locked.room };
	const room = await closeKeepers(locked);
	return { problems: room === locked.room ? [] : await listStartProblems(trx, room, league, locked), room };
}

/** Starts a draft; refuses with every reason why it cannot start. */
export const startDraft = defineCommissionerAction(async (locked, userId) => {
	requireNotStarted(locked.room.draft);
	const { problems, room } = await prepareStart(locked);
	refuseProblems(problems);
	return (await beginDraft({ ...locked, room }, userId)).draft.version;
});
