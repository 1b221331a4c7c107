import { Worker } from "node:worker_threads";
import type { PlayerId, RoundId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import type { Player } from "@first-bounce/rules/player";
import { DID_NOT_PLAY, type PlayerRound } from "@first-bounce/rules/scoring/player-round";
import { packLineup } from "./pack-lineup.ts";
import { buildPlayerTable } from "./player-facts.ts";
import { createPlayerIndex, type PlayerIndex } from "./player-index.ts";
import { buildRowLayout, countRowsAfter, type LayoutRules, ROW_WORDS } from "./row-layout.ts";
import type { Standings } from "./standings/standings.ts";
import {
	createSharedStandings,
	createStandingsReader,
	type HeldStandings,
	type StandingsReader,
} from "./standings/standings-buffers.ts";
import type { FromWorker, ToWorker, WorkerStart } from "./worker-messages.ts";

/** Counts up by one with each re-score. */
export type Version = number;

type KnownPlayer = Pick<Player, "id" | "position">;

/**
 * All teams of a round, scored and ranked in a worker thread. A row is a team: rows are numbered by the caller in the
 * order of completion, then id, which breaks the last ties. Calls are done in their order; after the worker has failed
 * every call throws its error.
 */
export interface Scorer {
	readonly players: PlayerIndex;
	/** Players with their positions, new or changed; others in line-ups cover nobody. */
	setPlayers(players: Iterable<KnownPlayer>): void;
	/** One team's line-up; null while it takes no part in the round. The next free row adds a team. */
	setLineup(row: number, lineup: Lineup | null): void;
	/** Many at once, packed by `packLineup` with `players`. The array is handed over and empty afterwards. */
	setLineups(firstRow: number, packed: Uint16Array<ArrayBuffer>): void;
	/** Totals and best single rounds before this round; see `Engine.setPriors`. */
	setPriors(firstRow: number, totals: Int32Array, highs: Int32Array): void;
	/** What is known of a player, asked of every player at each re-score; at first nobody plays. */
	setScores(roundOf: (id: PlayerId) => PlayerRound): void;
	/** Scores and ranks everybody; resolves once the new version is served. RangeError: see `buildPlayerTable`. */
	rescore(round: RoundId): Promise<Version>;
	/** The version served now; see `StandingsReader.current`. */
	snapshot(): Standings;
	/** The version served now, kept while it is persisted; see `StandingsReader.hold`. */
	hold(): HeldStandings;
	close(): Promise<void>;
}

export interface ScorerOptions {
	readonly rules: LayoutRules;
	readonly players: Iterable<KnownPlayer>;
	/** Rows to make room for at first; it grows by itself. */
	readonly capacity?: number;
}

/** Starts a scoring worker. RangeError for a season whose line-ups do not fit a row (`buildRowLayout`). */
export function createScorer({ rules, players, capacity = 1_024 }: ScorerOptions): Scorer {
	const layout = buildRowLayout(rules);
	const index = createPlayerIndex([]);
	const positions = new Map<PlayerId, Player["position"]>();
	const waiting: PromiseWithResolvers<Version>[] = [];
	let shared = createSharedStandings(0);
	let reader: StandingsReader = createStandingsReader(shared);
	let roundOf: (id: PlayerId) => PlayerRound = () => DID_NOT_PLAY;
	let failure: Error | null = null;
	let rows = 0;

	const { field, bench, captainFactor } = rules;
	const workerData: WorkerStart = { rules: { field, bench, captainFactor }, capacity };
	const worker = new Worker(new URL("./scoring-worker.ts", import.meta.url), { workerData });
	worker.on("message", ({ version, standings }: FromWorker) => {
		if (standings.capacity !== shared.capacity) reader = createStandingsReader(standings);
		shared = standings;
		waiting.shift()?.resolve(version);
	});
	const fail = (error: Error): void => {
		failure ??= error;
		for (const { reject } of waiting.splice(0)) reject(failure);
	};
	worker.on("error", fail);
	worker.on("exit", () => fail(new Error("The scoring worker has ended")));
	const send = (message: ToWorker, handOver: ArrayBuffer[] = []): void => {
		if (failure) throw failure;
		worker.postMessage(message, handOver);
	};

	const scorer: Scorer = {
		players: index,
		setPlayers(known) {
			for (const { id, position } of known) {
				index.indexOf(id);
				positions.set(id, position);
			}
		},
		setLineup(row, lineup) {
			const packed = new Uint16Array(ROW_WORDS);
			packLineup(lineup, index, layout, rules, packed, 0);
			scorer.setLineups(row, packed);
		},
		setLineups(first, packed) {
			rows = countRowsAfter(rows, first, packed.length);
			send({ kind: "lineups", first, packed }, [packed.buffer]);
		},
		setPriors(first, totals, highs) {
			if (first + totals.length > rows) throw new RangeError(`Totals up to row ${first + totals.length} of ${rows}`);
			send({ kind: "priors", first, totals, highs });
		},
		setScores(next) {
			roundOf = next;
		},
		async rescore(round) {
			const done = Promise.withResolvers<Version>();
			send({ kind: "rescore", round, ...buildPlayerTable(index, roundOf, positions, layout) });
			waiting.push(done);
			return done.promise;
		},
		snapshot: () => reader.current(),
		hold: () => reader.hold(),
		async close() {
			await worker.terminate();
		},
	};
	scorer.setPlayers(players);
	return scorer;
}
