import type { SuccessOf } from "@first-bounce/contract/call";
import type { showDraftLeague, showDraftRecap, showDraftTeams } from "@first-bounce/contract/draft/draft";
import type {
	CompletedPick,
	DraftBoard,
	DraftLogEntry,
	DraftSeat,
	DraftTurn,
} from "@first-bounce/contract/draft/draft-board";
import { AUTOPICK_MODES } from "@first-bounce/rules/draft/autopick";
import { listSquads } from "@first-bounce/rules/draft/check-pick";
import { findActivePick, listPickedPlayers } from "@first-bounce/rules/draft/draft-board";
import { countNeeds, listOpenLines } from "@first-bounce/rules/draft/squad-needs";
import type { PlayerId, UserId } from "@first-bounce/rules/ids";
import { hasRight } from "@first-bounce/rules/leagues/league-permissions";
import { buildLineupFromIds } from "@first-bounce/rules/lineup/slots";
import { refuse } from "../../../plugins/refusal.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { LeagueRow, LeagueServices } from "../league-row.ts";
import { getReadableLeague } from "../service.ts";
import { listDraftPlayers } from "./draft-players.ts";
import {
	type DraftRow,
	findDraft,
	type LogRow,
	listLineups,
	listLog,
	listOwners,
	listPicks,
	listSeats,
	markSeen,
	type PickRow,
	type SeatRow,
} from "./queries.ts";
import { findOwnSeat, isDraftAction, isPickedAtOnce, type Room } from "./room.ts";
import { listProblems } from "./run-draft.ts";
import { buildDraftSettings, sha256 } from "./settings.ts";

/** A room that has not asked for the board for longer than this is empty. */
const PRESENT_MS = 45_000;
/** How often a present room is recorded. */
const SEEN_INTERVAL_MS = 15_000;

type ReadServices = Pick<LeagueServices, "db" | "isPublicRead" | "seasons" | "clocks">;

/** Gets a draft league that the viewer may read, with its draft. */
export async function getReadableDraft(
	services: ReadServices,
	userId: UserId | null,
	leagueId: number,
): Promise<{ readonly league: LeagueRow; readonly draft: DraftRow }> {
	const league = await getReadableLeague(services, userId, leagueId);
	const draft = await findDraft(services.db, leagueId);
	if (!draft) throw refuse(404, "draft-unknown");
	return { league, draft };
}

const buildTurn = ({ overall, round, teamId, originalTeamId, isSkipped }: PickRow): DraftTurn => ({
	overallPick: overall,
	round,
	teamId,
	originalTeamId,
	isSkipped,
});

export function buildCompletedPick(pick: PickRow): CompletedPick[] {
	const { playerId, made_at: madeAt, made_by: madeBy } = pick;
	if (playerId === null || !madeAt || !madeBy) return [];
	return [{ ...buildTurn(pick), playerId, madeAt: madeAt.toISOString(), madeBy }];
}

const buildPerson = (
	userId: UserId | null,
	row: Pick<SeatRow, "team_name" | "is_active" | "avatar_version">,
): DraftSeat["manager"] =>
	userId === null
		? null
		: {
				userId,
				teamName: row.is_active ? (row.team_name ?? "") : "",
				avatarVersion: row.is_active ? (row.avatar_version ?? 0) : 0,
			};

const getTeamName = (seat: SeatRow): string => seat.name ?? (seat.is_active ? (seat.team_name ?? "") : "");

function buildSeat(
	seat: SeatRow,
	squad: Parameters<typeof countNeeds>[0],
	draft: DraftRow,
	wallNow: number,
): DraftSeat {
	const seenAt = seat.seen_at?.getTime() ?? 0;
	return {
		teamId: seat.team_id,
		teamName: getTeamName(seat),
		colour: seat.colour,
		manager: buildPerson(seat.user_id, seat),
		isRobot: seat.is_robot,
		autopick: isPickedAtOnce(seat) ? "on" : seat.autopick,
		isAway: seat.is_away,
		isPresent: seat.user_id !== null && wallNow - seenAt < PRESENT_MS,
		needs: countNeeds(squad, draft.squad),
		openLines: listOpenLines(squad, draft.squad),
	};
}

function buildLogEntry({ id, at, user_id, action, data, ...person }: LogRow): DraftLogEntry[] {
	if (!isDraftAction(action)) return [];
	return [
		{
			id: Number(id),
			at: at.toISOString(),
			by: buildPerson(user_id, person),
			action,
			teamId: data.teamId ?? null,
			overallPick: data.overallPick ?? null,
			otherOverallPick: data.otherOverallPick ?? null,
			playerId: data.playerId ?? null,
			madeBy: data.madeBy ?? null,
			autopick: AUTOPICK_MODES.find((mode) => mode === data.autopick) ?? null,
			count: data.count ?? null,
			undone: data.undone ?? null,
		},
	];
}

/** Sorts teams by the order of the first round; without one they stay in the order of joining. */
function sortSeats({ team_order: order }: DraftRow, seats: readonly SeatRow[]): readonly SeatRow[] {
	if (!order) return seats;
	const getPlace = (seat: SeatRow) => (order.includes(seat.team_id) ? order.indexOf(seat.team_id) : order.length);
	return seats.toSorted((a, b) => getPlace(a) - getPlace(b));
}

/** Builds the board as all members see it; without what is not newer than `since`, if that version is known. */
export function buildBoard(
	{ draft, picks, seats }: Room,
	log: readonly LogRow[],
	season: SeasonSnapshot,
	{ since, wallNow }: { readonly since: number; readonly wallNow: number },
): DraftBoard {
	const isWhole = since < draft.whole_version || since === 0 || since > draft.version;
	const shown = isWhole ? picks : picks.filter(({ version }) => version > since);
	const active = draft.state === "live" || draft.state === "paused" ? findActivePick(picks) : null;
	const squads = listSquads({ picks, players: listDraftPlayers(season, picks) });
	return {
		leagueId: draft.league_id,
		version: draft.version,
		isWhole,
		serverTime: new Date(wallNow).toISOString(),
		draftStatus: draft.state,
		draftStart: draft.starts_at?.toISOString() ?? null,
		deadline: draft.deadline_at?.toISOString() ?? null,
		timeLeft: draft.left_ms,
		pauseReason: draft.pause_reason,
		activePick: active && buildTurn(active as PickRow),
		completedPicks: shown.flatMap(buildCompletedPick),
		futurePicks: shown.filter(({ playerId }) => playerId === null).map(buildTurn),
		seats: sortSeats(draft, seats).map((seat) => buildSeat(seat, squads.get(seat.team_id) ?? [], draft, wallNow)),
		log: log.flatMap(buildLogEntry),
	};
}

/** Gets the board, and records that the viewer's room is open. */
export async function getBoard(
	services: ReadServices,
	userId: UserId | null,
	leagueId: number,
	since: number,
): Promise<DraftBoard> {
	const { db, seasons, clocks } = services;
	await getReadableLeague(services, userId, leagueId);
	const wallNow = clocks.wallNow();
	// One snapshot, so that the version is that of the picks and the log.
	const { room, log } = await db
		.transaction()
		.setIsolationLevel("repeatable read")
		.execute(async (trx) => {
			const draft = await findDraft(trx, leagueId);
			if (!draft) throw refuse(404, "draft-unknown");
			const isWhole = since < draft.whole_version || since > draft.version;
			return {
				room: { draft, picks: await listPicks(trx, leagueId), seats: await listSeats(trx, leagueId) },
				log: await listLog(trx, leagueId, isWhole ? 0 : since),
			};
		});
	const own = findOwnSeat(room.seats, userId);
	const isFresh = own?.seen_at && wallNow - own.seen_at.getTime() < SEEN_INTERVAL_MS;
	if (own && !isFresh) await markSeen(db, own.team_id, new Date(wallNow), new Date(wallNow - SEEN_INTERVAL_MS));
	return buildBoard(room, log, seasons.current(), { since, wallNow });
}

type DraftLeagueView = SuccessOf<typeof showDraftLeague>["league"];

/** Gets a draft league with its settings and what the viewer may do. */
export async function getDraftLeague(
	services: ReadServices,
	userId: UserId | null,
	leagueId: number,
): Promise<DraftLeagueView> {
	const { db, seasons, clocks } = services;
	const { league, draft } = await getReadableDraft(services, userId, leagueId);
	const room: Room = { draft, picks: [], seats: await listSeats(db, leagueId) };
	const isPrepared = draft.state === "setup" || draft.state === "scheduled";
	const season = seasons.current();
	const problems = isPrepared ? listProblems(room, league, season, clocks.seasonNow()) : [];
	const mayRun = hasRight(league.role, "runDraft");
	return {
		...buildDraftSettings(room),
		id: league.id,
		name: league.name,
		class: "draft",
		isMock: league.is_mock,
		draftStatus: draft.state,
		numTeams: league.num_teams,
		size: league.size,
		problems,
		order: draft.team_order && draft.order_method ? { method: draft.order_method, teamIds: draft.team_order } : null,
		seedHash: draft.seed_hash,
		lastDraw:
			draft.drawn_seed && draft.moment && draft.drawn_team_ids
				? {
						seedHash: sha256(draft.drawn_seed),
						seed: draft.drawn_seed,
						moment: draft.moment,
						teamIds: draft.drawn_team_ids,
					}
				: null,
		myTeamId: findOwnSeat(room.seats, userId)?.team_id ?? null,
		completedAt: draft.completed_at?.toISOString() ?? null,
		may: {
			run: mayRun,
			changeSettings: mayRun && isPrepared,
			drawOrder: mayRun && isPrepared,
			start: mayRun && isPrepared && problems.length === 0,
			undo: mayRun && draft.state === "paused",
			reset: mayRun && draft.state !== "setup",
			addRobots: mayRun && isPrepared && room.seats.length < league.size,
		},
	};
}

/** Lists the teams of a draft league. Until the round is complete, a line-up is shown to its manager only. */
export async function listDraftTeams(
	services: ReadServices,
	userId: UserId | null,
	leagueId: number,
): Promise<SuccessOf<typeof showDraftTeams>["teams"]> {
	const { db, seasons } = services;
	const { league, draft } = await getReadableDraft(services, userId, leagueId);
	const seats = await listSeats(db, leagueId);
	const picks = draft.state === "complete" ? [] : await listPicks(db, leagueId);
	const owners = await listOwners(db, leagueId);
	const { rounds } = seasons.current();
	const open = rounds.find(({ id, status }) => id >= league.start_id && status !== "complete");
	const roundId = open?.id ?? league.start_id;
	const lineups = await listLineups(db, leagueId, roundId);
	const shape = { field: draft.squad.field, bench: draft.squad.bench };
	return sortSeats(draft, seats).map((seat) => {
		const owned = owners.filter(({ teamId }) => teamId === seat.team_id).map(({ playerId }) => playerId);
		const playerIds: PlayerId[] = draft.state === "complete" ? owned : listPickedPlayers(picks, seat.team_id);
		const row = lineups.find(({ team_id }) => team_id === seat.team_id);
		const maySee = open === undefined || (userId !== null && seat.user_id === userId);
		const lineup = row && maySee ? buildLineupFromIds(row.slots, shape) : null;
		return {
			teamId: seat.team_id,
			teamName: getTeamName(seat),
			colour: seat.colour,
			owner: buildPerson(seat.user_id, seat),
			isRobot: seat.is_robot,
			isAutopick: isPickedAtOnce(seat) ? ("on" as const) : seat.autopick,
			playerIds,
			lineup: lineup && copyLines(lineup.field),
			bench: lineup && copyLines(lineup.bench),
			utilityId: lineup ? lineup.utilityId : null,
			captainId: (lineup && row?.captain_id) ?? null,
			viceCaptainId: (lineup && row?.vice_captain_id) ?? null,
			emergency: (lineup && row?.emergency) ?? null,
		};
	});
}

const copyLines = ({ DEF, MID, RUC, FWD }: ReturnType<typeof buildLineupFromIds>["field"]) => ({
	DEF: [...DEF],
	MID: [...MID],
	RUC: [...RUC],
	FWD: [...FWD],
});

/** Gets the facts about a complete draft. */
export async function getRecap(
	services: ReadServices,
	userId: UserId | null,
	leagueId: number,
): Promise<SuccessOf<typeof showDraftRecap>> {
	const { draft } = await getReadableDraft(services, userId, leagueId);
	if (draft.state !== "complete") throw refuse(409, "draft-not-complete");
	const rows = await listPicks(services.db, leagueId);
	const picks = rows.flatMap((row) =>
		buildCompletedPick(row).map((pick) => {
			const projectedRank = row.projected_rank ?? row.overall;
			return {
				...pick,
				projectedPoints: row.projected_points ?? 0,
				projectedRank,
				difference: row.overall - projectedRank,
			};
		}),
	);
	const teams = [...Map.groupBy(picks, ({ teamId }) => teamId)].map(([teamId, own]) => {
		const [best] = own.filter(({ difference }) => difference > 0).toSorted((a, b) => b.difference - a.difference);
		return {
			teamId,
			projectedPoints: own.reduce((sum, pick) => sum + pick.projectedPoints, 0),
			bestPick: best?.overallPick ?? null,
		};
	});
	return { picks, teams: teams.toSorted((a, b) => b.projectedPoints - a.projectedPoints) };
}
