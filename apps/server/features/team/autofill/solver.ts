import type { AutofillInput, PoolPlayer } from "@first-bounce/rules/autofill/autofill-model";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import type { Ruling } from "@first-bounce/rules/violation";
import { refuse } from "../../../plugins/refusal.ts";
import { createTaskThread } from "../../jobs/task-thread.ts";
import { createAccountQueue, type Requester } from "./account-queue.ts";
import type { AutofillAnswer, AutofillTask } from "./autofill-worker.ts";

export interface Solver {
	/**
	 * Finds the best team it can in time, in a worker thread. Refuses with 429 while another request of the account runs,
	 * and with 503 if too many wait.
	 */
	readonly fill: (requester: Requester, input: AutofillInput) => Promise<Ruling<Lineup>>;
	readonly close: () => Promise<void>;
}

export interface ThreadedSolver extends Solver {
	/** Starts the thread before the first request needs it. */
	readonly warm: () => void;
}

/** A request takes 0.1 to 0.2 seconds, so the last one in the queue waits at most ten seconds. */
const MAX_WAITING = 50;
const DEADLINE_MS = 1_500;
/** Time beyond the deadline that the thread may take to start, to build the model, and for the fallback. */
const GRACE_MS = 10_000;
const RETRY_AFTER_SECONDS = 2;

/** Only the fields that autofill reads, because the message to the thread is copied. */
const trimPoolPlayer = ({ player, projected, locked }: PoolPlayer): PoolPlayer => ({
	player: {
		id: player.id,
		name: player.name,
		squadId: player.squadId,
		position: player.position,
		cost: player.cost,
	},
	projected,
	locked,
});

/** Solves all autofills in one thread, one account after another (decision 016). */
export function createSolver(deadlineMs = DEADLINE_MS, maxWaiting = MAX_WAITING): ThreadedSolver {
	const thread = createTaskThread<AutofillTask, AutofillAnswer>(
		new URL("./autofill-worker.ts", import.meta.url),
		deadlineMs + GRACE_MS,
		() => refuse(503, "autopick-busy", { seconds: RETRY_AFTER_SECONDS }),
	);
	const enqueue = createAccountQueue(maxWaiting);
	return {
		warm: thread.warmUp,
		close: thread.close,
		fill: async (requester, { lineup, pool, bank, firstSave, rules }) => {
			const { captainFactor, priceStep, emergencies } = rules;
			const input = { lineup, bank, firstSave, rules: { captainFactor, priceStep, emergencies } };
			const picked = await enqueue(requester, () =>
				thread.run({ input: { ...input, pool: pool.map(trimPoolPlayer) }, deadlineMs }),
			);
			if (!picked) throw refuse(503, "autopick-too-slow");
			return picked;
		},
	};
}
