import type { DraftTransaction } from "@first-bounce/contract/draft/waivers";
import type { PlayerId, TeamId, UserId } from "@first-bounce/rules/ids";
import type { DraftRoom } from "../server/draft-leagues.ts";
import type { LeagueModel } from "./league-model.ts";

/** A random action of a manager, with what it may end with by the model. */
export interface RandomAction {
	readonly name: string;
	/** The outcomes that the model allows: "done", or codes of refusals. */
	readonly allowed: readonly string[];
	/** Sends it, and applies it to the model if it was done. */
	readonly send: () => Promise<void>;
}

export const createAction = <Result>({
	name,
	allowed,
	send,
	apply,
}: Pick<RandomAction, "name" | "allowed"> & {
	readonly send: () => Promise<Result>;
	readonly apply: (result: Result) => void;
}): RandomAction => ({ name, allowed, send: async () => apply(await send()) });

export interface Actor {
	readonly room: DraftRoom;
	readonly model: LeagueModel;
	readonly random: () => number;
	readonly userId: UserId;
	readonly teamId: TeamId;
}

export const pickFrom = <Item>(random: () => number, items: readonly Item[]): Item | undefined =>
	items[Math.floor(random() * items.length)];

export const getServices = ({ app: { database, seasons, clocks } }: DraftRoom) => ({
	db: database.db,
	seasons,
	clocks,
	isPublicRead: false,
});

export const pickPlayer = ({ random, room }: Actor): PlayerId => pickFrom(random, room.app.season.players)?.id ?? 0;

/** Mostly one of the team's own players. */
export const pickOwn = (actor: Actor, share = 0.9): PlayerId => {
	const own = actor.random() < share ? pickFrom(actor.random, actor.model.listSquad(actor.teamId)) : undefined;
	return own ?? pickPlayer(actor);
};

/** What a lock, or who stands in the way of a place, may still refuse. Positions and locks are no part of the model. */
export const PLACE_REFUSALS = ["locked", "squad-position-full", "squad-lineup-locked", "squad-room-reserved"];

/** Remembers an entry of the log that an action has made. */
export function rememberChange({ model }: Actor, { id, kind, teamId, moves }: DraftTransaction): void {
	const teams = [teamId, ...moves.flatMap(({ fromTeamId, toTeamId }) => [fromTeamId, toTeamId])];
	model.changes.set(id, { kind, isUndone: false, teamIds: new Set(teams) });
}
