import type { Dollars, Points, SquadId, TeamId } from "@first-bounce/rules/ids";
import type { Line } from "@first-bounce/rules/player";
import type { Highlight } from "@first-bounce/rules/round-result/highlights";

/** A player as shown on a share page. */
export interface SharedPlayer {
	readonly name: string;
	readonly squad: string;
	/** Her club, whose guernsey is drawn; missing in snapshots of earlier releases. */
	readonly squadId?: SquadId;
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
	/** The number of players on the field that are not shown. */
	readonly hidden: number;
	readonly points: Points | null;
	/** The overall rank; missing before the team has one. */
	readonly overallRank?: number;
	/** As in the result of a published round. */
	readonly best?: SharedDecision;
	/** Whether the owner chose to show players before they lock. */
	readonly isRevealed?: boolean;
}

/** One of the manager's choices in the round, with the names of its players. Negative `points` are what it cost. */
export interface SharedDecision {
	readonly kind: "captain" | "swap" | "cover" | "trade";
	readonly name: string;
	/** Empty if there was no other player. */
	readonly other: string;
	readonly points: Points;
}

/** How a team went in a round. It names no league and no opponent, which may be private. */
export interface ResultSnapshot extends SharedRound {
	readonly kind: "result";
	readonly points: Points;
	readonly roundRank: number;
	readonly overallRank: number;
	/** Places gained overall since the round before; null in the team's first round. */
	readonly gained: number | null;
	readonly teams: number;
	/** Rounded. */
	readonly averagePoints: Points;
	readonly best: SharedDecision | null;
	readonly worst: SharedDecision | null;
	/** Match-ups won in the round, in all leagues. */
	readonly won: number;
	readonly lost: number;
	readonly drawn: number;
	readonly records: number;
	/** What went well, the best first; missing in snapshots of earlier releases. */
	readonly highlights?: readonly Highlight[];
	/** The revision of the round's scores. */
	readonly revision: number;
}

/** A match-up of the owner's team in a league. The names of teams and league are looked up when it is shown. */
export interface MatchUpSnapshot extends SharedRound {
	readonly kind: "matchup";
	readonly leagueId: number;
	readonly final: "grand-final" | "semi-final" | null;
	/** Points are null before the round. */
	readonly own: { readonly teamId: TeamId; readonly points: Points | null };
	readonly opponent: { readonly teamId: TeamId; readonly points: Points | null };
	/** Null until the round is complete. */
	readonly outcome: "won" | "lost" | "drawn" | null;
	/** The revision of the round's scores. */
	readonly revision: number;
}

/** The trades of a round. Only trades whose two players were visible at the time of sharing are shown. */
export interface TradeSnapshot extends SharedRound {
	readonly kind: "trade";
	readonly trades: readonly {
		readonly in: string;
		readonly out: string;
		readonly priceIn: Dollars;
		readonly priceOut: Dollars;
	}[];
	/** The number of trades that are not shown. */
	readonly hidden: number;
}

export type Snapshot = TeamSnapshot | TradeSnapshot | ResultSnapshot | MatchUpSnapshot;
