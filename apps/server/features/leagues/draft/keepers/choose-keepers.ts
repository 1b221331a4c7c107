import type { BodyOf, SuccessOf } from "@first-bounce/contract/call";
import type {
	CarriedPlayerView,
	setKeeperDeadline as deadlineCall,
	saveKeepers as saveCall,
	showKeepers,
} from "@first-bounce/contract/draft/keepers";
import { hasDraftStarted } from "@first-bounce/rules/draft/draft-board";
import {
	checkKeepers,
	countYearsLeft,
	findKeeperProblem,
	getKeeperRound,
	getMaxKeepers,
	type KeeperProblem,
	type KeeperRules,
} from "@first-bounce/rules/draft/keepers";
import { getSquadSize } from "@first-bounce/rules/draft/squad-rules";
import type { TeamId, UserId } from "@first-bounce/rules/ids";
import { hasRight } from "@first-bounce/rules/leagues/league-permissions";
import { type Refusal, refuse } from "../../../../plugins/refusal.ts";
import { requireRight } from "../../members/league-transaction.ts";
import { listSeats, type SeatRow } from "../queries.ts";
import {
	defineCommissionerAction,
	defineMemberAction,
	findOwnSeat,
	type LockedDraft,
	type Room,
	requireNotStarted,
	requireOwnSeat,
	saveChange,
} from "../room.ts";
import { buildTeam, getReadableDraft, type ReadServices, sortSeats } from "../seat-view.ts";
import { areKeepersClosed } from "./close-keepers.ts";
import { getKeeperDeadline, isContinued, requireTimeToChoose } from "./keeper-deadline.ts";
import { loadKeepers } from "./load-keepers.ts";
import type { SquadPlayer } from "./queries.ts";

type View = SuccessOf<typeof showKeepers>;

function findPlayerProblem(player: SquadPlayer, rules: KeeperRules): CarriedPlayerView["problem"] {
	if (player.playerId === null) return player.isWaiting ? "unmatched" : "gone";
	const problem = findKeeperProblem({ ...player, playerId: player.playerId }, rules)?.code;
	return problem === "first-round" || problem === "years" ? problem : null;
}

function buildPlayer(player: SquadPlayer, rules: KeeperRules, rounds: number): CarriedPlayerView {
	const { playerId, firstName, lastName, pickedRound, yearsKept } = player;
	const carried = { playerId: playerId ?? 0, pickedRound, yearsKept };
	const problem = findPlayerProblem(player, rules);
	return {
		playerId,
		name: `${firstName} ${lastName}`,
		pickedRound,
		yearsKept,
		round: problem === null ? getKeeperRound(carried, rules, rounds) : null,
		yearsLeft: countYearsLeft(carried, rules),
		problem,
	};
}

/** Whether no manager may choose any more. The choice is closed a moment later, or once an operator has matched all players. */
function isChoiceOver(room: Room, wallNow: number): boolean {
	const deadline = getKeeperDeadline(room.draft);
	return areKeepersClosed(room) || (deadline !== null && deadline.getTime() <= wallNow);
}

/**
 * Lists the teams for which the viewer may choose keepers: her own until the choice ends; with `mayRun` also vacant ones and,
 * after it is closed, all.
 */
function listChoosableTeams(
	room: Room,
	userId: UserId | null,
	{ mayRun, wallNow }: { readonly mayRun: boolean; readonly wallNow: number },
): TeamId[] {
	const { draft, seats } = room;
	if (hasDraftStarted(draft.state) || !isContinued(draft, seats)) return [];
	const isClosed = areKeepersClosed(room);
	if (!isClosed && isChoiceOver(room, wallNow)) return [];
	return seats
		.filter(
			({ user_id }) => (isClosed ? mayRun : userId !== null && user_id === userId) || (mayRun && user_id === null),
		)
		.map(({ team_id }) => team_id);
}

/** Gets the squads from which keepers are chosen, with other teams' choices once they are public. */
export async function getKeepers(services: ReadServices, userId: UserId | null, leagueId: number): Promise<View> {
	const { db, seasons, clocks } = services;
	const { league, draft } = await getReadableDraft(services, userId, leagueId);
	const seats = await listSeats(db, leagueId);
	const room: Room = { draft, picks: [], seats, undoneKeys: [] };
	const isNext = draft.state === "complete";
	if (draft.format === "redraft" || !(isNext || isContinued(draft, seats))) throw refuse(409, "keepers-none");
	const { rules, turns, squadPlayers } = await loadKeepers(db, room, seasons.current());
	const isClosed = areKeepersClosed(room) || (!isNext && hasDraftStarted(draft.state));
	const rounds = getSquadSize(draft.squad);
	const mayRun = hasRight(league.role, "runDraft");
	const choosableTeams = listChoosableTeams(room, userId, { mayRun, wallNow: clocks.wallNow() });
	const ownSeat = findOwnSeat(seats, userId);
	return {
		version: draft.version,
		phase: isNext ? "preview" : isClosed ? "closed" : "open",
		format: draft.format,
		most: getMaxKeepers(rules, draft.squad),
		maxKeeperYears: rules.maxYears,
		minDelists: rules.minDelists,
		squad: draft.squad,
		deadline: getKeeperDeadline(draft)?.toISOString() ?? null,
		hasOrder: !isNext && draft.team_order !== null,
		picks: turns.map(({ overall, round, originalTeamId, teamId }) => ({
			overallPick: overall,
			round,
			originalTeamId,
			teamId,
		})),
		teams: sortSeats(draft, seats).map((seat) => ({
			...buildTeam(seat),
			isConfirmed: seat.is_confirmed,
			hasChosen: seat.keepers !== null,
			players: squadPlayers
				.filter(({ teamId }) => teamId === seat.team_id)
				.map((player) => buildPlayer(player, rules, rounds)),
			keepers: !isNext && (isClosed || seat === ownSeat || choosableTeams.includes(seat.team_id)) ? seat.keepers : null,
		})),
		myTeamId: ownSeat?.team_id ?? null,
		mayChooseFor: choosableTeams,
		mayManage: mayRun && !isNext && !isClosed,
	};
}

function buildKeeperRefusal(problem: KeeperProblem, { season }: LockedDraft): Refusal {
	if (problem.code === "too-many") return refuse(422, "keepers-too-many", { most: problem.most });
	const player = season.players.get(problem.playerId);
	const name = player ? `${player.firstName} ${player.lastName}` : `#${problem.playerId}`;
	switch (problem.code) {
		case "years":
			return refuse(422, "keeper-years", { name, most: problem.most });
		case "no-pick":
			return refuse(422, "keeper-no-pick", { name, round: problem.round });
		default:
			return refuse(422, `keeper-${problem.code}`, { name });
	}
}

/** Gets the seat whose keepers a caller may choose now; refuses any other. */
function requireChoosableSeat(locked: LockedDraft, userId: UserId, teamId: TeamId | undefined): SeatRow {
	const { room, league, wallNow } = locked;
	requireNotStarted(room.draft);
	if (!isContinued(room.draft, room.seats)) throw refuse(409, "keepers-none");
	const seat =
		teamId === undefined ? requireOwnSeat(room.seats, userId) : room.seats.find((one) => one.team_id === teamId);
	if (!seat) throw refuse(404, "draft-team-unknown");
	const mayRun = hasRight(league.role, "runDraft");
	if (listChoosableTeams(room, userId, { mayRun, wallNow }).includes(seat.team_id)) return seat;
	if (seat.user_id !== userId) requireRight(league, "runDraft");
	throw refuse(409, isChoiceOver(room, wallNow) ? "keepers-closed" : "keepers-private");
}

/** Saves the keepers of a team after checking that it can keep them all. */
export const saveKeepers = defineMemberAction(
	async (locked, userId, { playerIds, teamId }: BodyOf<typeof saveCall>) => {
		const { trx, room, season } = locked;
		const seat = requireChoosableSeat(locked, userId, teamId);
		const keepers = await loadKeepers(trx, room, season);
		const { problems } = checkKeepers(playerIds, keepers.getTeam(seat.team_id), keepers.rules, room.draft.squad);
		const [problem] = problems;
		if (problem) throw buildKeeperRefusal(problem, locked);
		const isOwn = seat.user_id === userId;
		const isOpen = !areKeepersClosed(room);
		const data = { teamId: seat.team_id };
		await saveChange(locked, {
			seats: [{ teamId: seat.team_id, changes: { keepers: [...playerIds], ...(isOwn ? { is_confirmed: true } : {}) } }],
			log: [
				...(isOwn && !seat.is_confirmed ? [{ action: "confirmed" as const, userId, data }] : []),
				...(isOwn && isOpen ? [] : [{ action: "keepers-changed" as const, userId, data }]),
			],
		});
	},
);

/** Confirms that the caller plays this season too. Does nothing the second time. */
export const confirmReturn = defineMemberAction(async (locked, userId) => {
	const { team_id: teamId, is_confirmed } = requireOwnSeat(locked.room.seats, userId);
	if (is_confirmed) return;
	await saveChange(locked, {
		seats: [{ teamId, changes: { is_confirmed: true } }],
		log: [{ action: "confirmed", userId, data: { teamId } }],
	});
});

/** Sets until when keepers are chosen. */
export const setKeeperDeadline = defineCommissionerAction(
	async (locked, userId, { deadline }: BodyOf<typeof deadlineCall>) => {
		const { room, wallNow } = locked;
		requireNotStarted(room.draft);
		if (!isContinued(room.draft, room.seats)) throw refuse(409, "keepers-none");
		if (areKeepersClosed(room)) throw refuse(409, "keepers-closed");
		const at = deadline === null ? null : new Date(deadline);
		if (at && at.getTime() <= wallNow) throw refuse(422, "keeper-deadline-past");
		requireTimeToChoose({ ...room.draft, keepers_due_at: at }, room.seats, wallNow);
		await saveChange(locked, { draft: { keepers_due_at: at }, log: [{ action: "keeper-deadline", userId }] });
	},
);
