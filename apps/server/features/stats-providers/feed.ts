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
	/**
	 * The source has no match status, such as a stats file without `match_status`: it is playing, and over only if
	 * the file first comes long after the match started.
	 */
	readonly infersStatus?: boolean;
	/** When the source says it starts. It moves nothing: the operator is told (decision 037). */
	readonly startsAt?: SeasonTime;
	/** Minutes played. */
	readonly minutes?: number;
	readonly homeScore?: number;
	readonly awayScore?: number;
	/** Every line known so far: the match's lines are replaced by them. Absent when the payload is not about stats. */
	readonly lines?: readonly { readonly playerId: PlayerId; readonly squadId: SquadId; readonly stats: StatLine }[];
	/** When the source itself last changed its stats, in milliseconds: what it says of an earlier moment is stale. */
	readonly asOf?: number;
	/** What the source calls the match, once it is known that it means this one. */
	readonly providerId?: string;
	/** What of it was set aside, for the operator: a player whom the season does not know, a match called off. */
	readonly notes?: readonly string[];
	/** From a roster: who plays. */
	readonly statuses?: readonly { readonly playerId: PlayerId; readonly status: PlayerStatus }[];
}

export type ParseResult =
	| {
			readonly ok: true;
			readonly reports: readonly MatchReport[];
			/** One payload about many matches: a fault in one of them is not the others'. Else it is taken whole or not. */
			readonly areIndependent?: boolean;
	  }
	| { readonly ok: false; readonly faults: readonly string[] };

/** One outside source of what happened on the ground. */
export interface Feed {
	readonly source: string;
	/** Asks for whatever may be new of these matches at this season time. Never throws for a source that is down: answers nothing. */
	readonly poll: (matches: readonly Match[], now: SeasonTime) => Promise<readonly FeedPayload[]>;
	/** Pure: the same payload reads the same on every replay. */
	readonly parse: (payload: FeedPayload) => ParseResult;
	/** How asking has gone; absent where nobody outside is asked. */
	readonly health?: () => FeedHealth;
}

export interface FeedHealth {
	/** Wall times; null before the first. */
	readonly askedAt: number | null;
	readonly answeredAt: number | null;
	/** Failures in a row. */
	readonly failures: number;
	/** In words, of the last failure; null while all is well. */
	readonly lastFault: string | null;
}
