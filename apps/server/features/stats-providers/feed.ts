import type { MatchId, PlayerId, RoundId, SeasonTime, SquadId } from "@first-bounce/rules/ids";
import type { PlayerStatus } from "@first-bounce/rules/player";
import type { Match, MatchStatus } from "@first-bounce/rules/round/round";
import type { StatLine } from "@first-bounce/rules/scoring/stats";

/** The largest count that the database stores. */
export const MAX_STORED_COUNT = 32_767;
/** Time on ground is a percentage. */
export const MAX_TIME_ON_GROUND = 100;
// No match has had more. A provider that reports more has made an error.
export const MAX_TEAM_POINTS = 300;
export const MAX_QUARTER_SECONDS = 3_600;
export const MAX_MINUTES = 240;

/** A provider's response as received. It is stored before it is parsed. */
export interface FeedPayload {
	/** `simulator`, `afl-api`, `csv` or `manual`. */
	readonly source: string;
	readonly kind: "match-stats" | "round" | "roster";
	/** The provider's id of the match or round, or a file name. */
	readonly subject: string;
	readonly body: Uint8Array;
}

/** A key of what a payload is about. A later payload with the same key replaces an earlier one. */
export const formatSubjectKey = ({ kind, subject }: Pick<FeedPayload, "kind" | "subject">): string =>
	`${kind} ${subject}`;

/** The points of both clubs; null where none are known. */
export interface MatchScore {
	readonly home: number | null;
	readonly away: number | null;
}

/** A player's stats in a match. */
export interface ReportedLine {
	readonly playerId: PlayerId;
	readonly squadId: SquadId;
	readonly stats: StatLine;
	/** Keys of the stats that could not be read. They keep the stored counts. */
	readonly unread?: readonly string[];
}

/** How the provider's fixture lists a match. */
export interface MatchListing {
	/** `other`: it is postponed, cancelled, or has a status that is not known. */
	readonly state: "as-planned" | "over" | "not-listed" | "other";
	/** The provider's word for its status; empty if it is not listed. */
	readonly status: string;
	/** The round that lists it or, if it is `not-listed`, lacks it; null if the payload does not say which round it is about. */
	readonly roundId: RoundId | null;
}

/** The content of a payload about one match. Absent fields do not change the match. */
export interface MatchReport {
	readonly matchId: MatchId;
	readonly status?: MatchStatus;
	/**
	 * Whether the provider gives no match status, as in a stats file without `match_status`. The match then counts as playing,
	 * or as complete if the payload was first received long after its start.
	 */
	readonly isStatusInferred?: boolean;
	/** The provider's start time. It does not move the match; the operator is notified (decision 027). */
	readonly startsAt?: SeasonTime;
	readonly minutes?: number;
	/** The quarter, 1 to 4; during a break, the quarter before it. */
	readonly quarter?: number;
	/** Seconds played of the quarter. */
	readonly clockSeconds?: number;
	/** Whether the quarter is over and no later one has begun. */
	readonly isBreak?: boolean;
	readonly homeScore?: number;
	readonly awayScore?: number;
	/** All of the match's lines, which replace the stored ones. Absent if the payload is not about stats. */
	readonly lines?: readonly ReportedLine[];
	/** Players whose stats could not be read. They keep the stored ones. */
	readonly unreadPlayers?: readonly PlayerId[];
	/** When the provider last changed its stats, as wall time in milliseconds. Earlier stats are stale. */
	readonly asOf?: number;
	readonly providerId?: string;
	readonly listing?: MatchListing;
	/** Messages for the operator, such as an unknown player or a cancelled match. */
	readonly notes?: readonly string[];
	/** The players' statuses, from a roster. */
	readonly statuses?: readonly { readonly playerId: PlayerId; readonly status: PlayerStatus }[];
}

/** The content of a payload. */
export interface ParsedReports {
	readonly reports: readonly MatchReport[];
	/** If true, a problem in one report leaves the others valid. Otherwise the payload is applied whole or not at all. */
	readonly areIndependent?: boolean;
	/** Messages for the operator about content that is in no report, such as an unknown match. */
	readonly notes?: readonly string[];
	/** What an operator should know although nothing was left out of the scores. */
	readonly warnings?: readonly string[];
}

export type ParseResult =
	| ({ readonly ok: true } & ParsedReports)
	| { readonly ok: false; readonly problems: readonly string[] };

/** A stats provider. */
export interface Feed {
	readonly source: string;
	/** Polls for new data about these matches at this season time. Returns nothing while the provider is down. */
	readonly poll: (matches: readonly Match[], now: SeasonTime) => Promise<readonly FeedPayload[]>;
	/** Pure: a replay of the same payload gives the same result. */
	readonly parse: (payload: FeedPayload) => ParseResult;
	/** Absent for feeds that read nothing from outside. */
	readonly health?: () => FeedHealth;
}

export interface FeedHealth {
	/** Wall times; null before the first request or response. */
	readonly lastRequestAt: number | null;
	readonly lastResponseAt: number | null;
	/** Failures in a row. */
	readonly failures: number;
	/** Message of the last failure; null after a success. */
	readonly lastFault: string | null;
	/** Whether the provider refused the last request. Trying again later does not help then. */
	readonly isRefused?: boolean;
	/** By the provider's id of the match, for feeds that ask for each match. */
	readonly matches?: ReadonlyMap<string, MatchHealth>;
}

export type MatchHealth = Pick<FeedHealth, "lastResponseAt" | "lastFault">;
