import type { PlayerStatus } from "@first-bounce/rules/player";
import type { ScoreTone } from "../badges/score-badge.tsx";

type CardMark = "captain" | "vice" | "emergency";

/** All that a card shows, in words and numbers ready to print. */
export interface CardPlayer {
	readonly firstName: string;
	readonly lastName: string;
	readonly squadId: number;
	/** "MID/FWD" */
	readonly positions: string;
	readonly price: string;
	/** Bottom left: the fixture ahead, or the chosen stat once she is locked. */
	readonly note: string;
	/** Her availability; null where it is not shown. */
	readonly status: PlayerStatus | null;
	readonly score: { readonly tone: ScoreTone; readonly text: string } | null;
	readonly mark: CardMark | null;
	readonly isLocked: boolean;
	/** Coming in: green. Going out: red and dimmed. */
	readonly change: "in" | "out" | null;
	readonly isDimmed: boolean;
	/** Whoever is being moved may be put here. */
	readonly isTarget?: boolean;
	readonly substituted: "in" | "out" | null;
	/** Replaces the guernsey where there is one. */
	readonly photo: string | null;
	/** The whole card as a sentence, for those who hear it. */
	readonly spoken: string;
}
