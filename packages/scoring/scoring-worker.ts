import { parentPort, workerData } from "node:worker_threads";
import { createEngine } from "./engine.ts";
import type { PlayerTable } from "./player-table.ts";
import { buildRowLayout, type LayoutRules } from "./row-layout.ts";
import type { SharedStandings } from "./standings/standings-buffers.ts";

const { rules, capacity }: WorkerOptions = workerData;
const engine = createEngine(buildRowLayout(rules), capacity);

parentPort?.on("message", (message: WorkerRequest) => {
	if (message.kind === "lineups") engine.setLineups(message.first, message.packed);
	else if (message.kind === "draft-lineups") engine.setDraftLineups(message.first, message.rows);
	else if (message.kind === "previous-totals") engine.setPreviousTotals(message.first, message.totals, message.highs);
	else if (message.kind === "project") {
		const totals = engine.project(message);
		parentPort?.postMessage({ kind: "projected", totals } satisfies WorkerResult, [totals.buffer]);
	} else {
		const version = engine.rescore(message.round, message);
		const draftPoints = engine.scoreDrafts(message);
		const { standings } = engine;
		parentPort?.postMessage({ kind: "rescored", version, standings, draftPoints } satisfies WorkerResult, [
			draftPoints.buffer,
		]);
	}
});

export interface WorkerOptions {
	readonly rules: LayoutRules;
	readonly capacity: number;
}

/** Messages to the worker, processed in order. */
export type WorkerRequest =
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

/** The worker's response to each "rescore" and "project", in order. */
export type WorkerResult =
	| {
			readonly kind: "rescored";
			readonly version: number;
			readonly standings: SharedStandings;
			/** By row of draft teams. */
			readonly draftPoints: Int32Array;
	  }
	| { readonly kind: "projected"; readonly totals: Int32Array };
