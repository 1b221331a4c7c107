import type { SuccessOf } from "@first-bounce/contract/call";
import type { listMockDrafts as listCall, startMockDraft as startCall } from "@first-bounce/contract/draft/draft";
import { type NewDraftSettings, newDraftSettings } from "@first-bounce/contract/draft/draft-settings";
import { DAY_MS } from "@first-bounce/rules/durations";
import type { UserId } from "@first-bounce/rules/ids";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import { listRows } from "../../../db/rows.ts";
import type { Db, Row, Tables } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { findLeague, insertLeague, lockUser } from "../league-queries.ts";
import type { LeagueServices } from "../league-row.ts";
import { createFreeCode } from "../members/codes.ts";
import { insertMember } from "../members/queries.ts";
import { findUpcomingRound } from "./draft-players.ts";
import { insertDraftTeam } from "./queries.ts";
import { type LockedDraft, loadLockedDraft, loadRoom, type Room, saveChange } from "./room.ts";
import { getMemberDraft } from "./seat-view.ts";
import { buildDraftSettings, createDraft, drawOrder } from "./settings.ts";
import { beginDraft, listStartProblems, refuseProblems } from "./start-draft.ts";
import { addRobots } from "./teams.ts";

/** How long a mock draft is kept. */
const MOCK_DRAFT_MS = DAY_MS;
const MAX_MOCK_DRAFTS_PER_DAY = 5;
/** Higher than for others, because all visitors of the demo share an account. */
const MAX_DEMO_MOCK_DRAFTS_PER_DAY = 200;

const getMaxMockDrafts = ({ isDemo }: Pick<SeasonSnapshot, "isDemo">): number =>
	isDemo ? MAX_DEMO_MOCK_DRAFTS_PER_DAY : MAX_MOCK_DRAFTS_PER_DAY;

type MockForm = z.output<typeof startCall.body>;

const listMocks = (db: Db, userId: UserId) =>
	listRows(db)<Row<"leagues", "id" | "created_at"> & Row<"drafts", "state">>`
		SELECT l.id, l.created_at, d.state FROM leagues l JOIN drafts d ON d.league_id = l.id
		WHERE l.is_mock AND l.commissioner_id = ${userId} AND l.deleted_at IS NULL ORDER BY l.id DESC`;

/** Lists a user's mock drafts, and how many more may be started now. */
export async function listMockDrafts(
	{ db, seasons, clocks }: LeagueServices,
	userId: UserId,
): Promise<SuccessOf<typeof listCall>> {
	const since = clocks.wallNow() - MOCK_DRAFT_MS;
	const recent = (await listMocks(db, userId)).filter(({ created_at }) => created_at.getTime() > since);
	return {
		drafts: recent.map(({ id, state, created_at }) => ({
			leagueId: id,
			draftStatus: state,
			createdAt: created_at.toISOString(),
			deletedAt: new Date(created_at.getTime() + MOCK_DRAFT_MS).toISOString(),
		})),
		left: Math.max(0, getMaxMockDrafts(seasons.current()) - recent.length),
	};
}

/** Gets the size and settings of a mock draft: those of a league, or those in the form. */
async function getMockSettings(services: LeagueServices, userId: UserId, form: MockForm) {
	const { leagueId, size, draftType, pickTurnTime } = form;
	if (leagueId === undefined) return { size, settings: newDraftSettings.parse({ draftType, pickTurnTime }) };
	const { league, draft } = await getMemberDraft(services, userId, leagueId);
	const copied = buildDraftSettings({ draft });
	const settings = newDraftSettings.parse({
		...copied,
		clock: "live",
		pickTurnTime: copied.clock === "live" ? copied.pickTurnTime : pickTurnTime,
		nightPause: null,
		draftStart: null,
		format: "redraft",
	});
	return { size: league.size, settings };
}

/** Inserts the league of a mock draft with its draft and its manager's team. */
async function insertMock(
	trx: Transaction<Tables>,
	userId: UserId,
	{ size, settings }: { readonly size: number; readonly settings: NewDraftSettings },
	{ season, now, wallNow }: { readonly season: SeasonSnapshot; readonly now: number; readonly wallNow: number },
): Promise<number> {
	const { seasonId } = season;
	const { lastRound } = season.rules;
	const first = findUpcomingRound(season, now) ?? lastRound;
	const createdAt = new Date(wallNow);
	const id = await insertLeague(trx, {
		season_id: seasonId,
		name: "Mock draft",
		code: await createFreeCode(trx),
		class: "draft",
		is_mock: true,
		type: "h2h",
		privacy: "private",
		size,
		start_id: first,
		finals: false,
		tiebreaker: "percentage",
		commissioner_id: userId,
		colour: "charcoal",
		regenerated_from: null,
		created_at: createdAt,
	});
	await createDraft(trx, id, size, { settings, wallNow, rounds: { first, last: lastRound } });
	const teamId = await insertDraftTeam(trx, { season_id: seasonId, league_id: id, name: null, is_robot: false });
	await insertMember(trx, { league_id: id, user_id: userId, team_id: teamId, joined_at: createdAt });
	return id;
}

/** Deletes mock drafts whose time is over, with everything in them. */
export const deleteOldMockDrafts = (db: Db, wallNow: number) =>
	sql`DELETE FROM leagues WHERE is_mock AND created_at < ${new Date(wallNow - MOCK_DRAFT_MS)}`.execute(db);

/** Fills a league with robots and draws its order; with a position, the user's team gets this one. */
export async function fillAndOrder(
	locked: LockedDraft,
	userId: UserId,
	{ position, names = [] }: { readonly position?: number | undefined; readonly names?: readonly string[] },
): Promise<Room> {
	await addRobots(locked, names);
	const room = await loadRoom(locked.trx, locked.league.id);
	const drawn = drawOrder(room);
	const own = room.seats.find(({ user_id }) => user_id === userId)?.team_id ?? 0;
	const others = drawn.team_order.filter((teamId) => teamId !== own);
	const team_order = position === undefined ? drawn.team_order : others.toSpliced(position - 1, 0, own);
	return saveChange({ ...locked, room }, { draft: { ...drawn, team_order }, log: [] });
}

/** Fills a mock draft with robots, draws its order and starts it. */
async function beginMock(locked: LockedDraft, userId: UserId, position: number | undefined): Promise<void> {
	const ordered = await fillAndOrder(locked, userId, { position });
	// A mock draft may be held after the season's last round has begun.
	const problems = await listStartProblems(locked.trx, ordered, locked.league, locked);
	refuseProblems(problems.filter(({ code }) => code !== "no-round-left"));
	await beginDraft({ ...locked, room: ordered }, userId);
}

/** Creates a draft against robots and starts it; returns the id of its league. */
export async function startMockDraft(services: LeagueServices, userId: UserId, form: MockForm): Promise<number> {
	const { db, seasons, clocks } = services;
	const season = seasons.current();
	const mock = await getMockSettings(services, userId, form);
	if (form.position !== undefined && form.position > mock.size) throw refuse(422, "draft-position-unknown");
	return db.transaction().execute(async (trx) => {
		await lockUser(trx, userId);
		const { left } = await listMockDrafts({ ...services, db: trx }, userId);
		if (left === 0) throw refuse(429, "too-many-mock-drafts", { most: getMaxMockDrafts(season) });
		const now = clocks.seasonNow();
		const id = await insertMock(trx, userId, mock, { season, now, wallNow: clocks.wallNow() });
		const league = await findLeague(trx, userId, season.seasonId, id);
		if (!league) throw refuse(404, "league-unknown");
		const locked = { trx, league, season, now, hasStarted: false, isUserActive: true };
		await beginMock(await loadLockedDraft(services, locked), userId, form.position);
		return id;
	});
}
