import type { LayoutRules } from "./row-layout.ts";
import type { SharedStandings } from "./standings/standings-buffers.ts";

export interface WorkerStart {
	readonly rules: LayoutRules;
	readonly capacity: number;
}

/** To the worker; done in the order they were sent. */
export type ToWorker =
	| { readonly kind: "lineups"; readonly first: number; readonly packed: Uint16Array }
	| { readonly kind: "priors"; readonly first: number; readonly totals: Int32Array; readonly highs: Int32Array }
	| { readonly kind: "rescore"; readonly round: number; readonly scores: Int32Array; readonly positions: Uint8Array };

/** From the worker: a version for each "rescore", in their order. */
export interface FromWorker {
	readonly version: number;
	readonly standings: SharedStandings;
}
