import { createEngine } from "./engine.ts";
import type { PlayerTable } from "./player-table.ts";
import { buildRowLayout, type LayoutRules } from "./row-layout.ts";
import type { SharedStandings } from "./standings/standings-buffers.ts";

export interface ScoringOptions {
	readonly rules: LayoutRules;
	/** Initial capacity in rows; grows when needed. */
	readonly capacity: number;
}

/** Messages of a scorer, processed in order. */
export type ScoringMessage =
	| { readonly kind: "lineups"; readonly first: number; readonly packed: Uint16Array }
	| { readonly kind: "draft-lineups"; readonly first: number; readonly rows: Uint16Array }
	| {
			readonly kind: "previous-totals";
			readonly first: number;
			readonly totals: Int32Array;
			readonly highs: Int32Array;
	  }
	| ({ readonly kind: "rescore"; readonly round: number } & PlayerTable)
	| ({ readonly kind: "project" } & PlayerTable);

/** The response to a "rescore" or a "project". */
export type ScoringResult =
	| {
			readonly kind: "rescored";
			readonly version: number;
			readonly standings: SharedStandings;
			/** By row of draft teams. */
			readonly draftPoints: Int32Array<ArrayBuffer>;
	  }
	| { readonly kind: "projected"; readonly totals: Int32Array<ArrayBuffer> };

/** Creates an engine and returns what processes its messages: the response, or null for a message that has none. */
export function createScoringHandler({
	rules,
	capacity,
}: ScoringOptions): (message: ScoringMessage) => ScoringResult | null {
	const engine = createEngine(buildRowLayout(rules), capacity);
	return (message) => {
		switch (message.kind) {
			case "lineups":
				engine.setLineups(message.first, message.packed);
				return null;
			case "draft-lineups":
				engine.setDraftLineups(message.first, message.rows);
				return null;
			case "previous-totals":
				engine.setPreviousTotals(message.first, message.totals, message.highs);
				return null;
			case "project":
				return { kind: "projected", totals: engine.project(message) };
			case "rescore": {
				const version = engine.rescore(message.round, message);
				return { kind: "rescored", version, standings: engine.standings, draftPoints: engine.scoreDrafts(message) };
			}
		}
	};
}
