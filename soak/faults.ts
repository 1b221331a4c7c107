import type { Random } from "../apps/server/features/seasons/generator/random.ts";
import type { AflAnswer } from "../apps/server/testing/stats-providers/afl-api-server.ts";

/** One way in which a feed goes wrong: what it answers in place of the truth, knowing what it said before. */
type Fault = (truth: string, before: string | undefined, random: Random) => AflAnswer;

interface Entry {
	teamId: string;
	player: { player: { player: { playerId: string } } };
	playerStats: { stats: Record<string, number> };
}
interface Stats {
	homeTeamPlayerStats: Entry[];
	awayTeamPlayerStats: Entry[];
}

/** A change of a stats answer; any other answer is cut off instead. */
const changed =
	(change: (stats: Stats, random: Random) => void): Fault =>
	(truth, _, random) => {
		const body = JSON.parse(truth);
		if (!("homeTeamPlayerStats" in body) || body.homeTeamPlayerStats.length === 0) return { cutOff: truth };
		change(body, random);
		return { body: JSON.stringify(body) };
	};
const any = (entries: readonly Entry[], random: Random): Entry => {
	const [entry] = random.shuffle(entries);
	if (!entry) throw new Error("A squad without players");
	return entry;
};

const FAULTS: Readonly<Record<string, Fault>> = {
	"500": () => ({ status: 500 }),
	"503": () => ({ status: 503, headers: { "retry-after": "0" } }),
	refused: () => ({ status: 401 }),
	truncated: (truth) => ({ cutOff: truth }),
	html: () => ({ body: "<html><h1>Bad gateway</h1></html>" }),
	"half of it": (truth) => ({ body: truth.slice(0, Math.floor(truth.length / 2)) }),
	empty: () => ({ body: "{}" }),
	stale: (truth, before) => ({ body: before ?? truth }),
	duplicated: (truth) => ({ body: truth }),
	"300 kicks": changed((stats, random) => {
		any(stats.homeTeamPlayerStats, random).playerStats.stats.kicks = 300;
	}),
	"a count below nought": changed((stats, random) => {
		any(stats.awayTeamPlayerStats, random).playerStats.stats.tackles = -2;
	}),
	"a player in two matches": changed((stats, random) => {
		const entry = any(stats.homeTeamPlayerStats, random);
		stats.awayTeamPlayerStats.push({
			...structuredClone(entry),
			teamId: any(stats.awayTeamPlayerStats, random).teamId,
		});
	}),
	"an unknown player": changed((stats, random) => {
		const entry = structuredClone(any(stats.homeTeamPlayerStats, random));
		entry.player.player.player.playerId = "CD_I99999999";
		stats.homeTeamPlayerStats.push(entry);
	}),
	"players missing": changed((stats) => {
		stats.homeTeamPlayerStats.splice(0, 5);
	}),
	reordered: changed((stats, random) => {
		stats.homeTeamPlayerStats = random.shuffle(stats.homeTeamPlayerStats);
	}),
};

export interface FaultInjector {
	/** What is answered in place of the truth; null for the truth itself. */
	readonly next: (path: string, truth: string) => AflAnswer | null;
	/** How many of each kind so far. */
	readonly done: ReadonlyMap<string, number>;
	/** How many are left of those allowed so far. */
	readonly left: () => number;
	/** Allows so many more; what was left is kept. */
	readonly allow: (more: number) => void;
}

/** Goes wrong in this share of the answers, by chance, as often as is allowed. */
export function createFaults(share: number, random: Random): FaultInjector {
	const said = new Map<string, string[]>();
	const done = new Map<string, number>();
	const kinds = Object.keys(FAULTS);
	let left = 0;
	return {
		done,
		left: () => left,
		allow: (more) => {
			left += more;
		},
		next: (path, truth) => {
			const before = said.get(path) ?? [];
			said.set(path, [...before, truth].slice(-6));
			if (left === 0 || !random.chance(share)) return null;
			const [kind = "500"] = random.shuffle(kinds);
			left--;
			done.set(kind, (done.get(kind) ?? 0) + 1);
			return FAULTS[kind]?.(truth, before[0], random) ?? null;
		},
	};
}
