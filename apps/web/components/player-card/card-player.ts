import type { PlayerStatus } from "@first-bounce/rules/player";
import type { ScoreTone } from "../badges/badges.tsx";

type CardRole = "captain" | "vice" | "emergency";

/** Everything a card shows, formatted. */
export interface CardPlayer {
	readonly firstName: string;
	readonly lastName: string;
	readonly squadId: number;
	/** "MID/FWD" */
	readonly positions: string;
	readonly price: string;
	/** Her fixture in the round; empty once she is locked. */
	readonly fixture: string;
	/** The selected stat with its short label: "Avg 86.3". */
	readonly stat: string;
	/** Null where availability is not shown. */
	readonly status: PlayerStatus | null;
	readonly score: { readonly tone: ScoreTone; readonly text: string; readonly caption?: string } | null;
	readonly role: CardRole | null;
	readonly isLocked: boolean;
	/** A player traded in is green; a player traded out is red and dimmed. */
	readonly change: "in" | "out" | null;
	readonly substituted: "in" | "out" | null;
	/** Shown instead of the guernsey. */
	readonly photo: string | null;
	/** The whole card as a sentence for screen readers. */
	readonly spoken: string;
}
