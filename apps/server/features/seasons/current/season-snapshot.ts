import type { Dollars, PlayerId, Points, RoundId, SeasonTime, SquadId } from "@first-bounce/rules/ids";
import type { Player, PlayerStatus } from "@first-bounce/rules/player";
import type { OpeningFacts, PriorCoefficients } from "@first-bounce/rules/projections/estimate";
import type { Availability } from "@first-bounce/rules/projections/forecast";
import type { Match, Round } from "@first-bounce/rules/round/round";
import type { SeasonMatch } from "@first-bounce/rules/scoring/season-figures";
import type { StatLine } from "@first-bounce/rules/scoring/stats";
import type { FormerSquad } from "@first-bounce/rules/season-changes/clubs";
import type { PositionHistory } from "@first-bounce/rules/season-changes/positions";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";

export interface Squad {
	readonly id: SquadId;
	readonly name: string;
	readonly abbreviation: string;
	/** The feed's id of the squad if it is not the same number. */
	readonly providerId: string | null;
	readonly imageVersion: number;
}

/** A player of the season; `cost` is the price in force in the current round. */
export interface SnapshotPlayer extends Player {
	readonly firstName: string;
	readonly lastName: string;
	/** Clubs that she had in earlier rounds, in the order of rounds; `squadId` is her present one. */
	readonly formerSquads: readonly FormerSquad[];
	/** Her positions over the season; `position` has those of the current round. */
	readonly positionHistory: PositionHistory;
	readonly status: PlayerStatus;
	/** A note such as "Hamstring · 2 weeks"; empty if there is none. */
	readonly statusNote: string;
	readonly birthday: string | null;
	readonly providerId: string | null;
	readonly fromRound: RoundId;
	/** The round in which the player left the pool; teams that have her keep her. Null for a player in the pool. */
	readonly departedRound: RoundId | null;
	/** 0 means no photo. */
	readonly photoVersion: number;
	/** Prices in force by round, up to the current one. */
	readonly prices: ReadonlyMap<RoundId, Dollars>;
	/** Matches in which the player took the field, in the order in which they began. */
	readonly played: readonly SeasonMatch[];
	/** Points by round played; the two matches of a double game week are added up. */
	readonly scores: ReadonlyMap<RoundId, Points>;
	/** Her opening price and the share of teams that owned her when the first round began, if it is known. */
	readonly openingFacts: OpeningFacts;
	/** Whether she plays in the current or next round, if it is known. */
	readonly availability: Availability;
	/** Her chance to play in that round, 0 to 1; 0 with a bye. */
	readonly chanceToPlay: number;
	/** Points that she is expected to score in a match if she plays, against an ordinary opponent. */
	readonly estimate: Points;
	/** The same against her opponent in that round, with those who are named beside her. */
	readonly matchEstimate: Points;
	/** `matchEstimate` if she is expected to play in that round; 0 with a bye, injured or not playing. */
	readonly projectedPoints: Points;
	/** The price after that round if she scores as projected. */
	readonly projectedPrice: Dollars;
	/** The score at which her price stays the same. */
	readonly breakEven: Points;
}

/** A player's stats in a match, with the club she played for. */
export interface MatchLine {
	readonly playerId: PlayerId;
	readonly squadId: SquadId;
	readonly stats: StatLine;
}

export interface SnapshotMatch extends Match {
	readonly venue: string;
	/** The IANA time zone of the ground; null where it is unknown. */
	readonly timeZone: string | null;
	/** Minutes played; null where unknown. */
	readonly minutes: number | null;
	readonly quarter: number | null;
	/** Seconds played of the quarter; null where unknown. */
	readonly clockSeconds: number | null;
	/** Whether the quarter is over. */
	readonly isBreak: boolean;
	readonly homeScore: number | null;
	readonly awayScore: number | null;
	/** When a report last changed the match; null before the first report. */
	readonly reportedAt: SeasonTime | null;
	/** The number of the match's last stat event; 0 if it has none. */
	readonly lastEvent: number;
	/** The stats of those who took the field. */
	readonly lines: readonly MatchLine[];
	readonly isAbandoned: boolean;
	/** The season time at which the match was reported as over. */
	readonly completedAt: SeasonTime | null;
	readonly providerId: string | null;
}

export interface SnapshotRound extends Round {
	readonly matches: readonly SnapshotMatch[];
	readonly magicNumber: number | null;
	/** When the standings were last published; null before the first publication. */
	readonly publishedAt: SeasonTime | null;
	/** Increases each time the published standings are recomputed. */
	readonly revision: number;
	/** Set while an operator holds the round back from automatic publication. */
	readonly hold: PublicationHold | null;
}

interface PublicationHold {
	readonly since: SeasonTime;
	readonly reason: string;
}

/** The season to show. It is immutable, and shared by all requests until `dataVersion` increases. */
export interface SeasonSnapshot {
	readonly seasonId: number;
	readonly name: string;
	readonly isDemo: boolean;
	/** Whether the simulator makes up its stats. The demo of a past season replays real ones. */
	readonly isGenerated: boolean;
	/** Whether the season is closed and no other has begun, so that it is read-only. */
	readonly isArchived: boolean;
	readonly dataVersion: number;
	readonly rules: SeasonRules;
	readonly squads: readonly Squad[];
	readonly players: ReadonlyMap<number, SnapshotPlayer>;
	/** The prior's coefficients: those fitted after the last published round, or else those of the rules. */
	readonly prior: PriorCoefficients;
	readonly rounds: readonly SnapshotRound[];
}

/** Season time and wall time. */
export interface Clocks {
	/** Season time in milliseconds: locks, rounds, matches. */
	readonly seasonNow: () => SeasonTime;
	/** Wall time in milliseconds: sessions, tokens, mail, throttles. */
	readonly wallNow: () => number;
}
