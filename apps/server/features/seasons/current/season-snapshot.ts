import type { Dollars, Points, RoundId, SeasonTime, SquadId } from "@first-bounce/rules/ids";
import type { Player, PlayerStatus } from "@first-bounce/rules/player";
import type { PlayedMatch } from "@first-bounce/rules/prices/form";
import type { Match, Round } from "@first-bounce/rules/round";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";

interface Squad {
	readonly id: SquadId;
	readonly name: string;
	readonly abbreviation: string;
	/** What the feed calls it, where that is not simply its number. */
	readonly providerId: string | null;
}

/** A player with what the season knows of her; `cost` is the price in force in the current round. */
export interface SnapshotPlayer extends Player {
	readonly firstName: string;
	readonly lastName: string;
	readonly status: PlayerStatus;
	readonly birthday: string | null;
	readonly providerId: string | null;
	readonly fromRound: RoundId;
	/** The round in which she left the pool; teams that held her keep her. Null while she stays. */
	readonly departedRound: RoundId | null;
	/** 0 for no photo. */
	readonly photoVersion: number;
	/** Prices in force by round, up to the current one. */
	readonly prices: ReadonlyMap<RoundId, Dollars>;
	/** Every match she took the field in. */
	readonly played: readonly PlayedMatch[];
	/** Points of the rounds she played, a double week's two matches added up. */
	readonly scores: ReadonlyMap<RoundId, Points>;
	/** For the next or current round (rules prices): 0 on a bye, injured or not playing. */
	readonly projectedPoints: Points;
	readonly breakEven: Points;
}

export interface SnapshotMatch extends Match {
	readonly venue: string;
	/** The IANA zone of its ground's clocks; null where nobody has said. */
	readonly timeZone: string | null;
	readonly minutes: number | null;
	readonly homeScore: number | null;
	readonly awayScore: number | null;
	readonly isAbandoned: boolean;
	/** When its end became known. */
	readonly completedAt: SeasonTime | null;
	readonly providerId: string | null;
}

export interface SnapshotRound extends Round {
	readonly matches: readonly SnapshotMatch[];
	readonly magicNumber: number | null;
	/** When its standings were last published; null before. */
	readonly publishedAt: SeasonTime | null;
	/** Goes up when its published standings are worked out again. */
	readonly revision: number;
	/** Why and since when it is held back from automatic publication; null while it is not. */
	readonly hold: PublicationHold | null;
}

interface PublicationHold {
	readonly since: SeasonTime;
	readonly reason: string;
}

/** The season that is shown, whole, read once and shared by every request until `dataVersion` goes up. Immutable. */
export interface SeasonSnapshot {
	readonly seasonId: number;
	readonly name: string;
	readonly isDemo: boolean;
	/** It was closed, and no other has begun yet: it is read, and nothing of it changes. */
	readonly isArchived: boolean;
	readonly dataVersion: number;
	readonly rules: SeasonRules;
	readonly squads: readonly Squad[];
	readonly players: ReadonlyMap<number, SnapshotPlayer>;
	readonly rounds: readonly SnapshotRound[];
}

/** Both clocks of decisions §5; tests pass their own. */
export interface Clocks {
	/** Season time in milliseconds: locks, rounds, matches. */
	readonly seasonNow: () => SeasonTime;
	/** Wall time in milliseconds: sessions, tokens, mail, throttles. */
	readonly wallNow: () => number;
}
