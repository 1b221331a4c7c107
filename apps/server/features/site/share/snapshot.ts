import type { Dollars, Points } from "@first-bounce/rules/ids";
import type { Line } from "@first-bounce/rules/player";

/** A player as shown on a share page. */
export interface SharedPlayer {
	readonly name: string;
	readonly squad: string;
	readonly line: Line;
	/** Null until the player has scored. */
	readonly points: Points | null;
	readonly mark: "captain" | "vice" | null;
}

interface SharedRound {
	readonly round: { readonly id: number; readonly isGrandFinal: boolean };
	readonly isLive: boolean;
}

/** A team in a round, as rivals could see it at the time of sharing. */
export interface TeamSnapshot extends SharedRound {
	readonly kind: "team";
	/** The visible players on the field. */
	readonly players: readonly SharedPlayer[];
	/** The number of field slots by line, including hidden players. */
	readonly places: Readonly<Record<Line, number>>;
	readonly hidden: number;
	readonly points: Points | null;
}

/** The trades of a round whose two players were visible at the time of sharing. */
export interface TradeSnapshot extends SharedRound {
	readonly kind: "trade";
	readonly trades: readonly {
		readonly in: string;
		readonly out: string;
		readonly priceIn: Dollars;
		readonly priceOut: Dollars;
	}[];
	readonly hidden: number;
}

export type Snapshot = TeamSnapshot | TradeSnapshot;
