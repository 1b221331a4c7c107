import type { MatchId, PlayerId, SeasonTime, SquadId } from "@first-bounce/rules/ids";
import type { PlayerStatus } from "@first-bounce/rules/player";
import type { Match, MatchStatus } from "@first-bounce/rules/round";
import type { StatLine } from "@first-bounce/rules/scoring/stats";

/** An answer of an outside source exactly as it came, to be kept before anyone reads it (decisions §7). */
export interface FeedPayload {
	/** `simulator`, `afl-api`, `csv` or `manual`. */
	readonly source: string;
	readonly kind: "match-stats" | "round" | "roster";
	/** What it is about in the source's own words: a match id, a round id. */
	readonly subject: string;
	readonly body: Uint8Array;
}

/** What a payload says of one match, in our shapes. Absent fields say nothing new. */
export interface MatchReport {
	readonly matchId: MatchId;
	readonly status?: MatchStatus;
	/** Minutes played. */
	readonly minutes?: number;
	readonly homeScore?: number;
	readonly awayScore?: number;
	/** Every line known so far: the match's lines are replaced whole. Absent when the payload is not about stats. */
	readonly lines?: readonly { readonly playerId: PlayerId; readonly squadId: SquadId; readonly stats: StatLine }[];
	/** When the source itself last changed its stats, in milliseconds: what it says of an earlier moment is stale. */
	readonly asOf?: number;
	/** What the source calls the match, once it is known that it means this one. */
	readonly providerId?: string;
	/** Who the source speaks of and the season does not know, in the source's own words: set aside. */
	readonly unknown?: readonly string[];
	/** From a roster: who plays. */
	readonly statuses?: readonly { readonly playerId: PlayerId; readonly status: PlayerStatus }[];
}

export type Reading =
	| { readonly ok: true; readonly reports: readonly MatchReport[] }
	| { readonly ok: false; readonly faults: readonly string[] };

/** One outside source of what happened on the ground. */
export interface Feed {
	readonly source: string;
	/** Asks for whatever may be new of these matches at this season time. Never throws for a source that is down: answers nothing. */
	readonly poll: (matches: readonly Match[], now: SeasonTime) => Promise<readonly FeedPayload[]>;
	/** Pure: the same payload reads the same on every replay. */
	readonly read: (payload: FeedPayload) => Reading;
}
