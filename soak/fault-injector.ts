import type { AflAnswer } from "../apps/server/features/rehearsal/provider/afl-api-server.ts";
import { ANSWER_FAULTS } from "../apps/server/features/rehearsal/provider/faulty-provider.ts";
import type { Random } from "../apps/server/features/seasons/generator/random.ts";

/** Replaces a correct response of the API; `previous` is an earlier response for the same path. */
type Fault = (response: string, previous: string | undefined, random: Random) => AflAnswer;

interface PlayerEntry {
	teamId: string;
	player: { player: { player: { playerId: string } } };
	playerStats: { stats: Record<string, number> };
}
interface StatsBody {
	homeTeamPlayerStats: PlayerEntry[];
	awayTeamPlayerStats: PlayerEntry[];
}

/** Creates a fault that changes the stats in a response. A response without stats is cut off instead. */
const changeStats =
	(change: (stats: StatsBody, random: Random) => void): Fault =>
	(response, _, random) => {
		const body = JSON.parse(response);
		if (!("homeTeamPlayerStats" in body) || body.homeTeamPlayerStats.length === 0) return { cutOff: response };
		change(body, random);
		return { body: JSON.stringify(body) };
	};
const pickEntry = (entries: readonly PlayerEntry[], random: Random): PlayerEntry => {
	const [entry] = random.shuffle(entries);
	if (!entry) throw new Error("The squad has no players");
	return entry;
};

/** A request without an answer is left out, because each would pause the polling until it times out. */
const { "no-answer": _, ...answerFaults } = ANSWER_FAULTS;
const FAULTS: Readonly<Record<string, Fault>> = {
	...answerFaults,
	"500": () => ({ status: 500 }),
	refused: () => ({ status: 401 }),
	"half a body": (response) => ({ body: response.slice(0, Math.floor(response.length / 2)) }),
	empty: () => ({ body: "{}" }),
	stale: (response, previous) => ({ body: previous ?? response }),
	// The correct response, which the server has probably stored already.
	duplicated: (response) => ({ body: response }),
	"300 kicks": changeStats((stats, random) => {
		pickEntry(stats.homeTeamPlayerStats, random).playerStats.stats.kicks = 300;
	}),
	"a negative count": changeStats((stats, random) => {
		pickEntry(stats.awayTeamPlayerStats, random).playerStats.stats.tackles = -2;
	}),
	"a player in two matches": changeStats((stats, random) => {
		const entry = pickEntry(stats.homeTeamPlayerStats, random);
		stats.awayTeamPlayerStats.push({
			...structuredClone(entry),
			teamId: pickEntry(stats.awayTeamPlayerStats, random).teamId,
		});
	}),
	"an unknown player": changeStats((stats, random) => {
		const entry = structuredClone(pickEntry(stats.homeTeamPlayerStats, random));
		entry.player.player.player.playerId = "CD_I99999999";
		stats.homeTeamPlayerStats.push(entry);
	}),
	"players missing": changeStats((stats) => {
		stats.homeTeamPlayerStats.splice(0, 5);
	}),
	reordered: changeStats((stats, random) => {
		stats.homeTeamPlayerStats = random.shuffle(stats.homeTeamPlayerStats);
	}),
};

/** How many responses are remembered for each path. */
const MAX_PREVIOUS = 6;

export interface FaultInjector {
	/** Returns a faulty response, or null for the correct one. */
	readonly next: (path: string, response: string) => AflAnswer | null;
	/** The number of faults so far by kind. */
	readonly counts: ReadonlyMap<string, number>;
	readonly remaining: () => number;
	/** Allows more faults, in addition to those remaining. */
	readonly allow: (count: number) => void;
}

/** Creates an injector that replaces a random share of the responses until no more faults are allowed. */
export function createFaultInjector(share: number, random: Random): FaultInjector {
	const previousResponses = new Map<string, string[]>();
	const counts = new Map<string, number>();
	const kinds = Object.keys(FAULTS);
	let remaining = 0;
	return {
		counts,
		remaining: () => remaining,
		allow: (count) => {
			remaining += count;
		},
		next: (path, response) => {
			const previous = previousResponses.get(path) ?? [];
			previousResponses.set(path, [...previous, response].slice(-MAX_PREVIOUS));
			if (remaining === 0 || !random.chance(share)) return null;
			const [kind = "500"] = random.shuffle(kinds);
			remaining--;
			counts.set(kind, (counts.get(kind) ?? 0) + 1);
			return FAULTS[kind]?.(response, previous[0], random) ?? null;
		},
	};
}
