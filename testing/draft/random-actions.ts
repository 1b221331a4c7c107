import type { DraftTransaction } from "@first-bounce/contract/draft/waivers";
import type { FuturePick } from "@first-bounce/rules/draft/trades";
import type { PlayerId, TeamId, UserId } from "@first-bounce/rules/ids";
import { saveLineup } from "../../apps/server/features/leagues/draft/lineups/change-lineup.ts";
import { correctSquads } from "../../apps/server/features/leagues/draft/squads/correct.ts";
import { addFreeAgent, dropPlayer } from "../../apps/server/features/leagues/draft/squads/free-agency.ts";
import { bringBackFromInjury, putInInjuredPlace } from "../../apps/server/features/leagues/draft/squads/injured.ts";
import { agreeToUndo, undoChange } from "../../apps/server/features/leagues/draft/squads/undo.ts";
import {
	acceptTrade,
	rejectTrade,
	withdrawTrade,
} from "../../apps/server/features/leagues/draft/trades/answer-trade.ts";
import { offerTrade } from "../../apps/server/features/leagues/draft/trades/offer-trade.ts";
import { saveClaims } from "../../apps/server/features/leagues/draft/waivers/claims.ts";
import type { DraftRoom } from "../server/draft-leagues.ts";
import { getPickKey, type LeagueModel, type ModelMove, type ModelTrade } from "./league-model.ts";

/** A random action of a manager, with what it may end with by the model. */
export interface RandomAction {
	readonly name: string;
	/** The outcomes that the model allows: "done", or codes of refusals. */
	readonly allowed: readonly string[];
	/** Sends it, and applies it to the model if it was done. */
	readonly send: () => Promise<void>;
}

const createAction = <Result>({
	name,
	allowed,
	send,
	apply,
}: Pick<RandomAction, "name" | "allowed"> & {
	readonly send: () => Promise<Result>;
	readonly apply: (result: Result) => void;
}): RandomAction => ({ name, allowed, send: async () => apply(await send()) });

interface Actor {
	readonly room: DraftRoom;
	readonly model: LeagueModel;
	readonly random: () => number;
	readonly userId: UserId;
	readonly teamId: TeamId;
}

const pickFrom = <Item>(random: () => number, items: readonly Item[]): Item | undefined =>
	items[Math.floor(random() * items.length)];
const getServices = ({ app: { database, seasons, clocks } }: DraftRoom) => ({
	db: database.db,
	seasons,
	clocks,
	isPublicRead: false,
});
const pickPlayer = ({ random, room }: Actor): PlayerId => pickFrom(random, room.app.season.players)?.id ?? 0;
/** Mostly one of the team's own players. */
const pickOwn = (actor: Actor, share = 0.9): PlayerId => {
	const own = actor.random() < share ? pickFrom(actor.random, actor.model.listSquad(actor.teamId)) : undefined;
	return own ?? pickPlayer(actor);
};
/** What a lock, or who stands in the way of a place, may still refuse. Positions and locks are no part of the model. */
const PLACES = ["locked", "squad-position-full", "squad-lineup-locked", "squad-room-reserved"];

function rememberChange({ model }: Actor, { id, kind }: DraftTransaction): void {
	model.changes.set(id, { kind, isUndone: false });
}

/** The player of a team's injured place, if she is fit again. */
function findBlocker({ room, model, teamId }: Actor): PlayerId | undefined {
	const id = model.injured.get(teamId);
	const status = id === undefined ? undefined : room.app.seasons.current().players.get(id)?.status;
	return status === undefined || status === "injured" ? undefined : id;
}

function buildAdd(actor: Actor): RandomAction {
	const { room, model, random, userId, teamId } = actor;
	const playerId = pickPlayer(actor);
	const dropId = random() < 0.85 ? pickOwn(actor) : null;
	const moves: ModelMove[] = [
		...(dropId === null ? [] : [{ playerId: dropId, toTeamId: null }]),
		{ playerId, toTeamId: teamId },
	];
	const blocker = findBlocker(actor);
	const findAllowed = (): readonly string[] => {
		if (model.isOver) return ["season-complete"];
		if (model.owners.has(playerId)) return ["player-owned"];
		if (blocker !== undefined && blocker !== dropId) return ["player-on-waivers", "injured-place-blocked"];
		if (dropId !== null && model.getReserved().playerIds.has(dropId)) return ["player-on-waivers", "drop-reserved"];
		if (dropId !== null && model.owners.get(dropId) !== teamId)
			return ["player-on-waivers", model.owners.has(dropId) ? "squad-player-moved" : "squad-player-free"];
		if (model.isTooFull(teamId, moves)) return ["player-on-waivers", "locked", "squad-full"];
		return ["player-on-waivers", "done", ...PLACES];
	};
	return createAction({
		name: "add",
		allowed: findAllowed(),
		send: () => addFreeAgent(getServices(room), userId, room.id, { playerId, dropId }),
		apply: (transaction) => {
			rememberChange(actor, transaction);
			model.move(moves);
		},
	});
}

function buildDrop(actor: Actor): RandomAction {
	const { room, model, userId, teamId } = actor;
	const playerId = pickOwn(actor);
	const findAllowed = () => {
		if (model.isOver) return ["season-complete"];
		if (model.getReserved().playerIds.has(playerId)) return ["drop-reserved"];
		if (model.owners.get(playerId) === teamId) return ["done", "locked"];
		return [model.owners.has(playerId) ? "squad-player-moved" : "squad-player-free"];
	};
	return createAction({
		name: "drop",
		allowed: findAllowed(),
		send: () => dropPlayer(getServices(room), userId, room.id, playerId),
		apply: (transaction) => {
			rememberChange(actor, transaction);
			model.move([{ playerId, toTeamId: null }]);
		},
	});
}

const CLAIM_REFUSALS = [
	"claim-dropped-by-you",
	"claim-taken-back-by-you",
	"claim-drop-not-owned",
	"claim-over-budget",
	"claim-position-full",
	"claim-squad-full",
];

function buildClaims(actor: Actor): RandomAction {
	const { room, model, random, userId } = actor;
	const claims = Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
		playerId: pickPlayer(actor),
		dropId: random() < 0.8 ? pickOwn(actor) : null,
		bid: Math.floor(random() * 8),
		group: random() < 0.3 ? 1 : null,
	}));
	const isRepeated = new Set(claims.map(({ playerId, dropId }) => `${playerId} ${dropId}`)).size < claims.length;
	const isTaken = claims.some(({ playerId }) => model.owners.has(playerId));
	const allowed = isRepeated || isTaken ? ["claim-repeated", "claim-player-taken"] : ["done"];
	return createAction({
		name: "claims",
		allowed: model.isOver ? ["season-complete"] : [...allowed, ...CLAIM_REFUSALS],
		send: () => saveClaims(getServices(room), userId, room.id, claims),
		apply: () => undefined,
	});
}

function buildInjured(actor: Actor): RandomAction {
	const { room, model, userId, teamId } = actor;
	const playerId = pickOwn(actor);
	const status = room.app.seasons.current().players.get(playerId)?.status;
	const findAllowed = () => {
		if (model.owners.get(playerId) !== teamId) return ["squad-player-moved"];
		if (model.injured.has(teamId)) return ["injured-place-taken"];
		return status === "injured" ? ["done", "locked"] : ["injured-place-fit"];
	};
	return createAction({
		name: "injured",
		allowed: findAllowed(),
		send: () => putInInjuredPlace(getServices(room), userId, room.id, playerId),
		apply: (transaction) => {
			rememberChange(actor, transaction);
			model.injured.set(teamId, playerId);
		},
	});
}

function buildBack(actor: Actor): RandomAction {
	const { room, model, random, userId, teamId } = actor;
	const playerId = model.injured.get(teamId);
	const dropId = random() < 0.5 ? pickOwn(actor) : null;
	const drop = dropId === null ? [] : [{ playerId: dropId, toTeamId: null }];
	const moves = playerId === undefined || playerId === dropId ? drop : [...drop, { playerId, toTeamId: teamId }];
	const findAllowed = () => {
		if (playerId === undefined) return ["injured-place-empty"];
		if (dropId !== null && model.getReserved().playerIds.has(dropId)) return ["drop-reserved"];
		if (dropId !== null && model.owners.get(dropId) !== teamId) return ["squad-player-moved"];
		return model.isTooFull(teamId, moves) ? ["locked", "squad-full"] : ["done", ...PLACES];
	};
	return createAction({
		name: "back",
		allowed: findAllowed(),
		send: () => bringBackFromInjury(getServices(room), userId, room.id, dropId),
		apply: (transaction) => {
			rememberChange(actor, transaction);
			model.injured.delete(teamId);
			model.move(drop);
		},
	});
}

function buildOffer(actor: Actor): RandomAction {
	const { room, model, random, userId, teamId } = actor;
	const toTeamId =
		pickFrom(
			random,
			room.teamIds.filter((id) => id !== teamId),
		) ?? 0;
	const pickSome = (ofTeam: TeamId): FuturePick[] => {
		const own = [...model.picks].filter(([, owner]) => owner === ofTeam || random() < 0.05);
		const [round = 0, originalTeamId = 0] = pickFrom(random, own)?.[0].split(" ").map(Number) ?? [];
		return random() < 0.3 && round > 0 ? [{ round, originalTeamId }] : [];
	};
	const other = { ...actor, teamId: toTeamId };
	const from = {
		teamId,
		playerIds: random() < 0.8 ? [pickOwn(actor, 0.95)] : [],
		picks: pickSome(teamId),
		dropIds: [],
	};
	const to = { teamId: toTeamId, playerIds: [pickOwn(other, 0.95)], picks: pickSome(toTeamId), dropIds: [] };
	const named = [...from.playerIds, ...to.playerIds];
	const picks = [...from.picks, ...to.picks].map(getPickKey);
	const reserved = model.getReserved();
	const isEmpty = from.playerIds.length + from.picks.length === 0;
	const isTwice = new Set(named).size < named.length || new Set(picks).size < picks.length;
	const isReserved = named.some((id) => reserved.playerIds.has(id)) || picks.some((key) => reserved.picks.has(key));
	const isPossible = !isEmpty && !isTwice && !isReserved && model.hasAll(from) && model.hasAll(to);
	const refusals = [
		"side-empty",
		"named-twice",
		"pick-named-twice",
		"not-owned",
		"reserved",
		"pick-not-owned",
		"pick-reserved",
	];
	return createAction({
		name: "offer",
		allowed: model.isOver
			? ["draft-trade-deadline"]
			: isPossible
				? [
						"done",
						"draft-trade-no-room",
						"draft-trade-injured-place",
						"draft-trade-repeated",
						"draft-trade-too-many-offers",
						"draft-trade-too-many-today",
					]
				: refusals.map((code) => `draft-trade-${code}`),
		send: () =>
			offerTrade(getServices(room), userId, room.id, {
				toTeamId,
				playerIds: from.playerIds,
				picks: from.picks,
				dropIds: [],
				wantedIds: to.playerIds,
				wantedPicks: to.picks,
				message: "",
			}),
		apply: ({ trade }) => model.setTrade({ id: trade.id, from, to, state: "offered" }),
	});
}

function buildAnswer(actor: Actor): RandomAction | null {
	const { room, model, random, userId, teamId } = actor;
	const trades = [...model.trades.values()]
		.slice(-12)
		.filter(({ from, to }) => [from.teamId, to.teamId].includes(teamId));
	const open = trades.filter(({ state }) => state === "offered");
	const trade = pickFrom(random, open.length > 0 && random() < 0.8 ? open : trades);
	if (!trade) return null;
	const services = getServices(room);
	const isOffered = trade.state === "offered";
	const isAsked = trade.to.teamId === teamId;
	if (!isAsked || random() < 0.2)
		return createAction({
			name: isAsked ? "reject" : "withdraw",
			allowed: isOffered ? ["done"] : ["draft-trade-over"],
			send: () => (isAsked ? rejectTrade : withdrawTrade)(services, userId, room.id, trade.id),
			apply: () => model.setTrade({ ...trade, state: "over" }),
		});
	const dropIds = random() < 0.3 ? [pickOwn(actor)] : [];
	const accepted: ModelTrade = { ...trade, to: { ...trade.to, dropIds }, state: "accepted" };
	const reserved = model.getReserved();
	const isReserved = [trade.from, accepted.to].some(
		({ playerIds, dropIds: drops, picks }) =>
			[...playerIds, ...drops].some((id) => reserved.playerIds.has(id)) ||
			picks.some((pick) => reserved.picks.has(getPickKey(pick))),
	);
	const findAllowed = () => {
		if (!isOffered) return ["draft-trade-over"];
		if (model.isOver) return ["draft-trade-deadline"];
		if (dropIds.some((id) => trade.to.playerIds.includes(id) || trade.from.playerIds.includes(id)))
			return ["draft-trade-named-twice"];
		if (isReserved || !model.hasAll(accepted.to))
			return ["draft-trade-reserved", "draft-trade-pick-reserved", "draft-trade-not-owned"];
		return ["done", "draft-trade-no-room", "draft-trade-needless-drop"];
	};
	return createAction({
		name: "accept",
		allowed: findAllowed(),
		send: () => acceptTrade(services, userId, room.id, { tradeId: trade.id, dropIds }),
		apply: (result) => {
			if (result.trade.state === "executed") model.makeTrade(accepted);
			else model.setTrade({ ...accepted, state: result.trade.state === "accepted" ? "accepted" : "over" });
		},
	});
}

function buildCorrection(actor: Actor): RandomAction {
	const { room, model, random } = actor;
	const [ownTeamId = 0, ...others] = room.teamIds;
	const toTeamId = random() < 0.7 ? (pickFrom(random, random() < 0.9 ? others : room.teamIds) ?? 0) : null;
	const owned = [...model.owners.keys()];
	const playerId = (random() < 0.6 ? pickFrom(random, owned) : undefined) ?? pickPlayer(actor);
	const leaving = toTeamId !== null && random() < 0.6 ? pickFrom(random, model.listSquad(toTeamId)) : undefined;
	const moves: ModelMove[] = [
		{ playerId, toTeamId },
		...(leaving === undefined || leaving === playerId ? [] : [{ playerId: leaving, toTeamId: null }]),
	];
	const findAllowed = () => {
		if ((model.owners.get(playerId) ?? null) === toTeamId) return ["correct-nothing"];
		if (toTeamId === ownTeamId || moves.some((move) => model.owners.get(move.playerId) === ownTeamId))
			return ["correct-own"];
		if (moves.some((move) => model.getReserved().playerIds.has(move.playerId))) return ["correct-reserved"];
		if (toTeamId !== null && model.isTooFull(toTeamId, moves)) return ["locked", "squad-full"];
		return ["done", ...PLACES];
	};
	const [commissioner] = room.managers;
	return createAction({
		name: "correct",
		allowed: findAllowed(),
		send: () => correctSquads(getServices(room), commissioner?.userId ?? 0, room.id, { moves, reason: "A slip" }),
		apply: (transaction) => {
			// The managers vote on what takes a player from one of them.
			if (transaction.proposedMoves) model.changes.set(transaction.id, { kind: "proposal", isUndone: false });
			else {
				rememberChange(actor, transaction);
				model.move(moves);
			}
		},
	});
}

/** Votes on a correction, which is made by the last vote that it needs. */
function buildCorrectionVote(actor: Actor, changeId: string): RandomAction {
	const { room, random, userId } = actor;
	return createAction({
		name: "agree",
		allowed: [
			"done",
			"undo-not-proposed",
			"undo-own-vote",
			"undo-after-lock",
			"correct-reserved",
			"squad-full",
			"squad-player-moved",
			"squad-player-free",
			...PLACES,
		],
		send: () => agreeToUndo(getServices(room), userId, room.id, { changeId, agrees: random() < 0.9 }),
		apply: ({ transaction }) => {
			if (!transaction) return;
			rememberChange(actor, transaction);
			actor.model.move(transaction.moves);
		},
	});
}

function applyUndo({ model }: Actor, changeId: string, transaction: DraftTransaction | null): void {
	if (!transaction) return;
	if (model.isOver) throw new Error("A change was undone after the season");
	const { kind = "", trade } = model.changes.get(changeId) ?? {};
	model.changes.set(changeId, { kind, isUndone: true, trade });
	model.changes.set(transaction.id, { kind: "undo", isUndone: false });
	for (const side of trade ? [trade.from, trade.to] : [])
		for (const pick of side.picks) model.picks.set(getPickKey(pick), side.teamId);
	const { teamId, injuredPlayerId } = transaction;
	if (kind === "injured" && teamId !== null) model.injured.delete(teamId);
	model.move(transaction.moves);
	if (kind === "back" && teamId !== null && injuredPlayerId !== null) model.injured.set(teamId, injuredPlayerId);
}

function buildUndo(actor: Actor): RandomAction | null {
	const { room, model, random, userId } = actor;
	const [changeId, change] = pickFrom(random, [...model.changes].slice(-6)) ?? [];
	if (changeId === undefined || change === undefined) return null;
	if (change.kind === "proposal") return buildCorrectionVote(actor, changeId);
	const isVote = random() < 0.5;
	const refusals = [
		"undo-after-lock",
		"undo-moved-again",
		"squad-full",
		"squad-player-moved",
		"squad-player-free",
		"undo-pick-moved",
		"correct-reserved",
		...PLACES,
	];
	const findAllowed = () => {
		if (change.isUndone) return ["undo-undone-already"];
		if (change.kind === "undo") return ["undo-not-undoable"];
		return isVote ? ["done", "undo-not-proposed", "undo-own-vote", ...refusals] : ["done", ...refusals];
	};
	const commissionerId = room.managers[0]?.userId ?? 0;
	return createAction({
		name: isVote ? "agree" : "undo",
		allowed: findAllowed(),
		send: () =>
			isVote
				? agreeToUndo(getServices(room), userId, room.id, { changeId, agrees: random() < 0.9 })
				: undoChange(getServices(room), commissionerId, room.id, { changeId, reason: "A slip" }),
		apply: ({ transaction }) => applyUndo(actor, changeId, transaction),
	});
}

/** Exchanges captain and vice captain. */
async function buildSave(actor: Actor): Promise<RandomAction> {
	const { room, model, userId, teamId } = actor;
	const { db } = room.app.database;
	const row = await db
		.selectFrom("lineups")
		.where("team_id", "=", teamId)
		.orderBy("round_id", "desc")
		.selectAll()
		.executeTakeFirstOrThrow();
	const [DEF = 0, MID = 0, FWD = 0, utilityId = 0] = row.slots;
	const body = {
		lineup: { DEF: [DEF], MID: [MID], RUC: [], FWD: [FWD] },
		bench: { DEF: [], MID: [], RUC: [], FWD: [] },
		utilityId,
		captainId: row.vice_captain_id,
		viceCaptainId: row.captain_id,
		emergency: [],
	};
	return createAction({
		name: "save",
		allowed: model.isOver
			? ["season-complete"]
			: ["done", "locked", "captain-not-on-field", "vice-captain-not-on-field"],
		send: () => saveLineup(getServices(room), userId, room.id, body),
		apply: () => undefined,
	});
}

/** Draws the next action of a random manager. */
export async function drawAction(
	room: DraftRoom,
	model: LeagueModel,
	random: () => number,
): Promise<RandomAction | null> {
	const place = Math.floor(random() * room.managers.length);
	const actor = { room, model, random, userId: room.managers[place]?.userId ?? 0, teamId: room.teamIds[place] ?? 0 };
	const kind = random();
	if (kind < 0.25) return buildAdd(actor);
	if (kind < 0.32) return buildDrop(actor);
	if (kind < 0.52) return buildClaims(actor);
	if (kind < 0.58) return buildInjured(actor);
	if (kind < 0.64) return buildBack(actor);
	if (kind < 0.74) return buildOffer(actor);
	if (kind < 0.84) return buildAnswer(actor);
	if (kind < 0.89) return buildCorrection(actor);
	if (kind < 0.95) return buildUndo(actor);
	return buildSave(actor);
}
