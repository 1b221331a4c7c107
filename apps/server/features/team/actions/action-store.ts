import { DatabaseError, type Pool } from "pg";
import { createBatcher } from "../../../db/batcher.ts";
import { type AllowedAction, type StoreResult, storeActions } from "./queries.ts";

/** Stores an action with its receipt, unless the team or the season has changed since the action was checked. */
export type ActionStore = (allowed: AllowedAction) => Promise<StoreResult>;

/** Only a few batches run at a time, so that reads still get a connection while all writes wait for a publication. */
const BATCH_LIMITS = { maxConcurrent: 2, maxItems: 64 };

type SettledAction = { readonly row: StoreResult } | { readonly error: unknown };

const storeAlone = (pool: Pool, action: AllowedAction): Promise<SettledAction> =>
	storeActions(pool, [action]).then(
		([row]) => (row ? { row } : { error: new Error("The action has no result") }),
		(error) => ({ error }),
	);

/** Whether the database rejected the statement and so stored nothing. After a lost connection, this is not known. */
const isRejectedByDatabase = (error: unknown): boolean => error instanceof DatabaseError && error.severity === "ERROR";

/**
 * Stores actions of different teams that arrive at the same moment in one statement, so that the rush before a lock needs
 * few commits (decision 015). Every process locks rows in the order of team ids, to avoid deadlocks. If the database rejects
 * a batch, its actions are stored one by one, so that one bad action does not fail the others.
 */
export function createActionStore(pool: Pool): ActionStore {
	const store = createBatcher(async (actions: readonly AllowedAction[]): Promise<readonly SettledAction[]> => {
		const order = Array.from(actions.keys()).toSorted(
			(a, b) => (actions[a]?.basedOn.id ?? 0) - (actions[b]?.basedOn.id ?? 0),
		);
		const sorted = order.flatMap((index) => actions[index] ?? []);
		const settled: SettledAction[] = [];
		try {
			const rows = await storeActions(pool, sorted);
			for (const [place, row] of rows.entries()) settled[order[place] ?? 0] = { row };
		} catch (error) {
			if (actions.length === 1 || !isRejectedByDatabase(error)) return actions.map(() => ({ error }));
			for (const [index, action] of actions.entries()) settled[index] = await storeAlone(pool, action);
		}
		return settled;
	}, BATCH_LIMITS);
	return async (allowed) => {
		const settled = await store(allowed);
		if ("error" in settled) throw settled.error;
		return settled.row;
	};
}
