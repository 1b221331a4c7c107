import type { MatchId, PlayerId, RoundId } from "@first-bounce/rules/ids";
import { createRandom, type Random } from "../seasons/generator/random.ts";
import type { PlayedSeason } from "../stats-providers/simulator/simulator-feed.ts";

/** Faults in how the provider answers requests. They need nothing from an operator. */
export const REQUEST_FAULTS = {
	"no-answer": "the provider does not answer",
	"too-many-requests": "the provider answers 429, too many requests",
	"server-error": "the provider answers 503",
	html: "the provider answers with an HTML page",
	"cut-off": "the provider's answer is cut off in the middle",
	"token-refused": "the provider refuses our token",
} as const;
export type RequestFaultKind = keyof typeof REQUEST_FAULTS;

/** Faults in what the provider reports about a match. */
export const MATCH_FAULTS = {
	"temporary-miscount": "the provider counts three kicks too many, and takes them back",
	"late-out": "a player who was named is out an hour before the match",
	"left-out-player": "a player's stats are missing for a while",
	"unknown-player": "the provider reports a player whom the season does not have",
	"impossible-numbers": "the provider reports 300 kicks of one player",
	"late-correction": "the provider corrects its numbers after publication",
	abandoned: "the match is called off after 45 minutes",
} as const;
export type MatchFaultKind = keyof typeof MATCH_FAULTS;

interface RequestFault {
	readonly kind: RequestFaultKind;
	readonly roundId: RoundId;
	/** When it happens: 0 is the round's first event, 1 its last. */
	readonly moment: number;
}

export interface MatchFault {
	readonly kind: MatchFaultKind;
	readonly roundId: RoundId;
	readonly matchId: MatchId;
	readonly playerId: PlayerId;
}

export interface FaultPlan {
	readonly requests: readonly RequestFault[];
	readonly matches: readonly MatchFault[];
}

export const FAULT_LEVELS = ["none", "some", "many"] as const;
export type FaultLevel = (typeof FAULT_LEVELS)[number];

interface PlannedRound {
	readonly id: RoundId;
	readonly matches: readonly { readonly id: MatchId }[];
}

/** The number of faults per round. The kinds alternate; with `many`, a round has each of them, if possible. */
const COUNTS: Readonly<Record<FaultLevel, { readonly requests: number; readonly matches: number }>> = {
	none: { requests: 0, matches: 0 },
	some: { requests: 2, matches: 3 },
	many: { requests: 6, matches: 7 },
};
/** A match is called off in every third round at most. */
const ROUNDS_BETWEEN_ABANDONED_MATCHES = 3;

const listKeys = <Key extends string>(texts: Readonly<Record<Key, string>>): Key[] => Object.keys(texts) as Key[];

/** Returns a function that returns the next `count` kinds, and starts again with the first after the last. */
function createCycle<Kind>(kinds: readonly Kind[]): (count: number) => Kind[] {
	let nextIndex = 0;
	return (count) =>
		Array.from({ length: count }, () => kinds[nextIndex++ % kinds.length]).filter((kind) => kind !== undefined);
}

/** Plans a season's faults. The same seed gives the same plan. A player has at most one fault. */
export function planFaults(
	rounds: readonly PlannedRound[],
	{ results }: Pick<PlayedSeason, "results">,
	{ level, seed }: { readonly level: FaultLevel; readonly seed: number },
): FaultPlan {
	const random = createRandom(`rehearsal faults ${seed}`);
	const counts = COUNTS[level];
	const takeRequestFaults = createCycle(random.shuffle(listKeys(REQUEST_FAULTS)));
	const takeMatchFaults = createCycle(random.shuffle(listKeys(MATCH_FAULTS)));
	let lastAbandonedRound = Number.NEGATIVE_INFINITY;
	const planMatchFaults = ({ id: roundId, matches }: PlannedRound, roundRandom: Random): MatchFault[] => {
		const available = matches.map(({ id }) => ({
			id,
			playerIds: roundRandom.shuffle(listPlayersOnGround(results, id)),
		}));
		// A round with only one match would have nothing to publish.
		const mayAbandon = matches.length > 1 && roundId - lastAbandonedRound >= ROUNDS_BETWEEN_ABANDONED_MATCHES;
		const kinds = takeMatchFaults(counts.matches).filter((kind) => kind !== "abandoned" || mayAbandon);
		// The abandoned match is chosen first, because all other faults need a match that is played to its end.
		const ordered = kinds.toSorted((a, b) => Number(b === "abandoned") - Number(a === "abandoned"));
		return ordered.flatMap((kind) => {
			const match = roundRandom.shuffle(available.filter(({ playerIds }) => playerIds.length > 0))[0];
			const playerId = match?.playerIds.shift();
			if (!match || playerId === undefined) return [];
			if (kind === "abandoned") {
				lastAbandonedRound = roundId;
				available.splice(available.indexOf(match), 1);
			}
			return [{ kind, roundId, matchId: match.id, playerId }];
		});
	};
	return {
		requests: rounds.flatMap(({ id: roundId }) =>
			takeRequestFaults(counts.requests).map((kind) => ({ kind, roundId, moment: random.next() })),
		),
		matches: rounds.flatMap((round) => planMatchFaults(round, random.fork(`round ${round.id}`))),
	};
}

/** Lists who had time on ground in a match. */
const listPlayersOnGround = (results: PlayedSeason["results"], matchId: MatchId): PlayerId[] =>
	(results.get(matchId)?.lines ?? []).filter(({ stats }) => stats.TOG > 0).map(({ playerId }) => playerId);
