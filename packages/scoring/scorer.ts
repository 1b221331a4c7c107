import type { PlayerId, Points, RoundId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import type { Player } from "@first-bounce/rules/player";
import { DID_NOT_PLAY, type PlayerRound } from "@first-bounce/rules/scoring/player-round";
import { packLineup } from "./pack-lineup.ts";
import { createPlayerIndex, type PlayerIndex } from "./player-index.ts";
import { buildPlayerTable } from "./player-table.ts";
import { buildRowLayout, countRowsAfter, type LayoutRules, ROW_WORDS, type RowLayout } from "./row-layout.ts";
import type { ScoringMessage, ScoringResult } from "./scoring-handler.ts";
import { openScoringThread } from "./scoring-thread.ts";
import type { Standings } from "./standings/standings.ts";
import {
	createSharedStandings,
	createStandingsReader,
	type HeldStandings,
	type StandingsReader,
} from "./standings/standings-buffers.ts";

/** The version of the standings, which each re-score increments. */
export type Version = number;

type PlayerPositions = Pick<Player, "id" | "position">;

/**
 * Scores and ranks all teams of a round, in a worker thread if there are many. A row is a team: the caller numbers rows in the
 * order of completion, then id, which breaks the last ties. Calls are processed in order. Once the worker has failed, every
 * call that sends it a message throws its error; the published version stays readable.
 */
export interface Scorer {
	readonly players: PlayerIndex;
	/** Adds or updates players' positions. A player with an empty `position` covers nobody. */
	setPlayers(players: Iterable<PlayerPositions>): void;
	/** Sets a team's line-up, null while it takes no part in the round. Using the next free row adds a team. */
	setLineup(row: number, lineup: Lineup | null): void;
	/** Sets many line-ups, packed by `packLineup` with `players`. The array belongs to the scorer afterwards. */
	setLineups(firstRow: number, packed: Uint16Array<ArrayBuffer>): void;
	/**
	 * Sets rows of draft teams (`buildDraftRow` with `players`), which are numbered separately. The array belongs to the scorer
	 * afterwards.
	 */
	setDraftLineups(firstRow: number, rows: Uint16Array<ArrayBuffer>): void;
	/** The points of every draft team at the published version, by row. */
	draftPoints(): Int32Array;
	/** Sets totals and best single rounds before this round; see `Engine.setPreviousTotals`. */
	setPreviousTotals(firstRow: number, totals: Int32Array, highs: Int32Array): void;
	/** Scores and ranks all teams; resolves once the new version is published. RangeError: see `buildPlayerTable`. */
	rescore(round: RoundId, getPlayerRound: (id: PlayerId) => PlayerRound): Promise<Version>;
	/** Computes the total of each row with these projections; NOT_ENTERED in a row without a team. Publishes nothing. */
	project(getProjection: (id: PlayerId) => ProjectedPlayer): Promise<Int32Array>;
	/** The published version; see `StandingsReader.current`. */
	snapshot(): Standings;
	/** The published version, protected until released; see `StandingsReader.hold`. */
	hold(): HeldStandings;
	close(): Promise<void>;
}

/** A player in a projection of all teams. */
export interface ProjectedPlayer {
	readonly result: PlayerRound;
	/** What she scores as captain before it is doubled; by default her points in `result`. */
	readonly captain?: Points;
	/** If it is empty, she covers nobody. */
	readonly position: Player["position"];
}

interface ScorerOptions {
	readonly rules: LayoutRules;
	readonly players: Iterable<PlayerPositions>;
	/** The index with which line-ups have already been packed; `players` are added to it. */
	readonly playerIndex?: PlayerIndex;
	/** How many teams there are at first, those of drafts included; more can be added. */
	readonly teams: number;
}

function buildProjectedTable(index: PlayerIndex, getProjection: (id: PlayerId) => ProjectedPlayer, layout: RowLayout) {
	const projections = new Map(
		Array.from({ length: index.size }, (_, player) => [index.getId(player), getProjection(index.getId(player))]),
	);
	const getRound = (id: PlayerId) => projections.get(id)?.result ?? DID_NOT_PLAY;
	const positions = new Map([...projections].map(([id, { position }]) => [id, position]));
	const captainScores = Int32Array.from({ length: index.size }, (_, player) => {
		const projection = projections.get(index.getId(player));
		return projection?.captain ?? projection?.result.points ?? 0;
	});
	return { ...buildPlayerTable(index, getRound, positions, layout), captainScores };
}

/** Opens a scorer. RangeError for a season whose line-ups do not fit a row (`buildRowLayout`). */
export function createScorer({
	rules,
	players,
	playerIndex: index = createPlayerIndex([]),
	teams,
}: ScorerOptions): Scorer {
	const layout = buildRowLayout(rules);
	const positions = new Map<PlayerId, Player["position"]>();
	const pending: PromiseWithResolvers<Version>[] = [];
	const pendingProjections: PromiseWithResolvers<Int32Array>[] = [];
	let shared = createSharedStandings(0);
	let reader: StandingsReader = createStandingsReader(shared);
	let failure: Error | null = null;
	let rowCount = 0;
	let draftPoints: Int32Array = new Int32Array(0);
	const onResult = (result: ScoringResult) => {
		if (result.kind === "projected") return pendingProjections.shift()?.resolve(result.totals);
		if (result.standings.capacity !== shared.capacity) reader = createStandingsReader(result.standings);
		shared = result.standings;
		draftPoints = result.draftPoints;
		pending.shift()?.resolve(result.version);
	};
	const onFailure = (error: Error) => {
		failure ??= error;
		for (const { reject } of [...pending.splice(0), ...pendingProjections.splice(0)]) reject(failure);
	};
	const thread = openScoringThread({ rules, capacity: teams }, { onResult, onFailure });
	const send = (message: ScoringMessage, buffers: ArrayBuffer[] = []) => {
		if (failure) throw failure;
		thread.send(message, buffers);
	};

	const scorer: Scorer = {
		players: index,
		setPlayers(newPlayers) {
			for (const { id, position } of newPlayers) {
				index.add(id);
				positions.set(id, position);
			}
		},
		setLineup(row, lineup) {
			const packed = new Uint16Array(ROW_WORDS);
			packLineup(lineup, index, layout, rules, packed, 0);
			scorer.setLineups(row, packed);
		},
		setLineups(first, packed) {
			rowCount = countRowsAfter(rowCount, first, packed.length);
			send({ kind: "lineups", first, packed }, [packed.buffer]);
		},
		setDraftLineups(first, rows) {
			send({ kind: "draft-lineups", first, rows }, [rows.buffer]);
		},
		draftPoints: () => draftPoints,
		setPreviousTotals(first, totals, highs) {
			if (first + totals.length > rowCount)
				throw new RangeError(`Totals up to row ${first + totals.length} of ${rowCount}`);
			send({ kind: "previous-totals", first, totals, highs });
		},
		async rescore(round, getPlayerRound) {
			const result = Promise.withResolvers<Version>();
			send({ kind: "rescore", round, ...buildPlayerTable(index, getPlayerRound, positions, layout) });
			pending.push(result);
			return result.promise;
		},
		async project(getProjection) {
			const result = Promise.withResolvers<Int32Array>();
			send({ kind: "project", ...buildProjectedTable(index, getProjection, layout) });
			pendingProjections.push(result);
			return result.promise;
		},
		snapshot: () => reader.current(),
		hold: () => reader.hold(),
		close: () => thread.close(),
	};
	scorer.setPlayers(players);
	return scorer;
}
