import type { PlayerId } from "@first-bounce/rules/ids";
import { saveLineup } from "../../apps/server/features/leagues/draft/lineups/change-lineup.ts";
import { addFreeAgent, dropPlayer } from "../../apps/server/features/leagues/draft/squads/free-agency.ts";
import { bringBackFromInjury, putInInjuredPlace } from "../../apps/server/features/leagues/draft/squads/injured.ts";
import { saveClaims } from "../../apps/server/features/leagues/draft/waivers/claims.ts";
import type { DraftRoom } from "../server/draft-leagues.ts";
import type { LeagueModel, ModelMove } from "./league-model.ts";
import {
	type Actor,
	createAction,
	getServices,
	PLACE_REFUSALS,
	pickOwn,
	pickPlayer,
	type RandomAction,
	rememberChange,
} from "./random-actor.ts";
import { buildAnswer, buildOffer } from "./random-trades.ts";
import { buildCorrection, buildUndo, buildVote } from "./random-votes.ts";

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
