import { getSquadSize } from "@first-bounce/rules/draft/squad-rules";
import type { FuturePick } from "@first-bounce/rules/draft/trades";
import type { PlayerId, TeamId } from "@first-bounce/rules/ids";
import { SMALL_SQUAD } from "../server/draft-leagues.ts";

interface Side {
	readonly teamId: TeamId;
	readonly playerIds: readonly PlayerId[];
	readonly picks: readonly FuturePick[];
	readonly dropIds: readonly PlayerId[];
}

export interface ModelTrade {
	readonly id: number;
	readonly from: Side;
	readonly to: Side;
	readonly state: "offered" | "accepted" | "over";
}

/** An entry of the log. */
export interface ModelChange {
	/** "proposal" for a correction that was put to the vote, which moves nobody. */
	readonly kind: string;
	readonly isUndone: boolean;
	/** Whose squads it has changed. */
	readonly teamIds: ReadonlySet<TeamId | null>;
	/** The trade that it made. */
	readonly trade?: ModelTrade | undefined;
}

/** What the commissioner has put to the vote of the others. */
export interface ModelProposal {
	/** The moves of a correction; empty for an undo. */
	readonly moves: readonly (ModelMove & { readonly fromTeamId: TeamId | null })[];
	/** The teams that agree. */
	readonly agreed: ReadonlySet<TeamId>;
}

export interface ModelMove {
	readonly playerId: PlayerId;
	readonly toTeamId: TeamId | null;
}

const MAX_SQUAD_SIZE = getSquadSize(SMALL_SQUAD);

/** A draft league by what its managers were told, beside what is stored. */
export class LeagueModel {
	readonly owners = new Map<PlayerId, TeamId>();
	readonly injured = new Map<TeamId, PlayerId>();
	/** The owners of next season's picks, by round and original team. */
	readonly picks = new Map<string, TeamId>();
	readonly trades = new Map<number, ModelTrade>();
	readonly changes = new Map<string, ModelChange>();
	/** By the id of the change that is to be undone, or of the correction. */
	readonly proposals = new Map<string, ModelProposal>();
	isOver = false;

	listSquad = (teamId: TeamId): PlayerId[] =>
		[...this.owners].filter(([, owner]) => owner === teamId).map(([id]) => id);

	/** How many players of a team need a place once some have come and others gone. */
	countPlaced(teamId: TeamId, moves: readonly ModelMove[]): number {
		const after = new Map(this.owners);
		for (const { playerId, toTeamId } of moves) {
			if (toTeamId === null) after.delete(playerId);
			else after.set(playerId, toTeamId);
		}
		const isMoved = (id: PlayerId) => moves.some(({ playerId }) => playerId === id);
		const injuredId = this.injured.get(teamId);
		return [...after].filter(([id, owner]) => owner === teamId && (id !== injuredId || isMoved(id))).length;
	}

	isTooFull = (teamId: TeamId, moves: readonly ModelMove[]): boolean => {
		const count = this.countPlaced(teamId, moves);
		return count > MAX_SQUAD_SIZE && count > this.countPlaced(teamId, []);
	};

	/** The players and picks of trades that are accepted and not made. */
	getReserved() {
		const sides = [...this.trades.values()].flatMap(({ state, from, to }) => (state === "accepted" ? [from, to] : []));
		return {
			playerIds: new Set(sides.flatMap(({ playerIds, dropIds }) => [...playerIds, ...dropIds])),
			picks: new Set(sides.flatMap(({ picks }) => picks.map(getPickKey))),
		};
	}

	/** Whether all picks of a trade that was made are where it moved them, and none is promised in another one. */
	canReturnPicks({ from, to }: ModelTrade): boolean {
		const reserved = this.getReserved().picks;
		const isAt = (teamId: TeamId) => (pick: FuturePick) =>
			this.picks.get(getPickKey(pick)) === teamId && !reserved.has(getPickKey(pick));
		return from.picks.every(isAt(to.teamId)) && to.picks.every(isAt(from.teamId));
	}

	/** Moves players and ends the offers of which a part has moved. */
	move(moves: readonly ModelMove[]): void {
		for (const { playerId, toTeamId } of moves) {
			const from = this.owners.get(playerId);
			if (from !== undefined && this.injured.get(from) === playerId) this.injured.delete(from);
			if (toTeamId === null) this.owners.delete(playerId);
			else this.owners.set(playerId, toTeamId);
		}
		this.endMovedOffers();
	}

	endMovedOffers(): void {
		for (const trade of this.trades.values()) {
			const hasAll = [trade.from, trade.to].every((side) => this.hasAll(side));
			if (trade.state === "offered" && !hasAll) this.setTrade({ ...trade, state: "over" });
		}
	}

	hasAll = ({ teamId, playerIds, dropIds, picks }: Side): boolean =>
		[...playerIds, ...dropIds].every((id) => this.owners.get(id) === teamId) &&
		picks.every((pick) => this.picks.get(getPickKey(pick)) === teamId);

	setTrade(trade: ModelTrade): void {
		this.trades.set(trade.id, trade);
	}

	/** Makes an accepted trade. */
	makeTrade(trade: ModelTrade): void {
		this.setTrade({ ...trade, state: "over" });
		const sides = [
			[trade.from, trade.to],
			[trade.to, trade.from],
		] as const;
		for (const [own, other] of sides) for (const pick of own.picks) this.picks.set(getPickKey(pick), other.teamId);
		this.move([
			...sides.flatMap(([own]) => own.dropIds.map((playerId) => ({ playerId, toTeamId: null }))),
			...sides.flatMap(([own, other]) => own.playerIds.map((playerId) => ({ playerId, toTeamId: other.teamId }))),
		]);
	}
}

export const getPickKey = ({ round, originalTeamId }: FuturePick): string => `${round} ${originalTeamId}`;
