import type { FuturePick } from "@first-bounce/rules/draft/trades";
import type { PlayerId, TeamId } from "@first-bounce/rules/ids";
import { saveLineup } from "../../apps/server/features/leagues/draft/lineups/change-lineup.ts";
import { addFreeAgent, dropPlayer } from "../../apps/server/features/leagues/draft/squads/free-agency.ts";
import { bringBackFromInjury, putInInjuredPlace } from "../../apps/server/features/leagues/draft/squads/injured.ts";
import {
	acceptTrade,
	rejectTrade,
	withdrawTrade,
} from "../../apps/server/features/leagues/draft/trades/answer-trade.ts";
import { offerTrade } from "../../apps/server/features/leagues/draft/trades/offer-trade.ts";
import { saveClaims } from "../../apps/server/features/leagues/draft/waivers/claims.ts";
import type { DraftRoom } from "../server/draft-leagues.ts";
import { getPickKey, type LeagueModel, type ModelMove, type ModelTrade } from "./league-model.ts";
import {
	type Actor,
	createAction,
	getServices,
	PLACE_REFUSALS,
	pickFrom,
	pickPlayer,
	type RandomAction,
	rememberChange,
} from "./random-actor.ts";
import { buildCorrection, buildUndo, buildVote } from "./random-votes.ts";

/** Mostly one of the team's own players. */
const pickOwn = (actor: Actor, share = 0.9): PlayerId => {
	const own = actor.random() < share ? pickFrom(actor.random, actor.model.listSquad(actor.teamId)) : undefined;
	return own ?? pickPlayer(actor);
};
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
		return ["player-on-waivers", "done", ...PLACE_REFUSALS];
	};
	return createAction({
		name: "add",
		allowed: findAllowed(),
		send: () => addFreeAgent(getServices(room), userId, room.id, { playerId, dropId }),
		apply: ({ transaction }) => {
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
		send: () => dropPlayer(getServices(room), userId, room.id, { playerId }),
		apply: ({ transaction }) => {
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
		send: () => saveClaims(getServices(room), userId, room.id, { claims }),
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
		send: () => putInInjuredPlace(getServices(room), userId, room.id, { playerId }),
		apply: ({ transaction }) => {
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
		if (dropId !== null && model.owners.get(dropId) !== teamId)
			return [model.owners.has(dropId) ? "squad-player-moved" : "squad-player-free"];
		return model.isTooFull(teamId, moves) ? ["locked", "squad-full"] : ["done", ...PLACE_REFUSALS];
	};
	return createAction({
		name: "back",
		allowed: findAllowed(),
		send: () => bringBackFromInjury(getServices(room), userId, room.id, { dropId }),
		apply: ({ transaction }) => {
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
			send: () => (isAsked ? rejectTrade : withdrawTrade)(services, userId, room.id, { tradeId: trade.id }),
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
	if (kind < 0.88) return buildCorrection(actor);
	if (kind < 0.92) return buildUndo(actor);
	if (kind < 0.96) return buildVote(actor);
	return buildSave(actor);
}
