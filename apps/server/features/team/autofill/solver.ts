import type { AutofillInput, PoolPlayer } from "@first-bounce/rules/autofill/autofill";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import type { Ruling } from "@first-bounce/rules/violation";
import { refuse } from "../../../plugins/refusal.ts";
import { createAccountQueue, type Requester } from "../../jobs/account-queue.ts";
import { createTaskThread } from "../../jobs/task-thread.ts";

export interface Solver {
	/**
	 * Fills the empty slots of a line-up with the best players, in a worker thread. Refuses with 429 while another request of
	 * the account runs, and with 503 if too many wait.
	 */
	readonly fill: (requester: Requester, input: AutofillInput) => Promise<Ruling<Lineup>>;
	readonly close: () => Promise<void>;
}

export interface ThreadedSolver extends Solver {
	/** Starts the thread before the first request needs it. */
	readonly warmUp: () => void;
}

/** A request takes 0.1 to 0.2 seconds, so the last one in the queue waits at most ten seconds. */
const MAX_WAITING = 50;
/** Far more than a request takes, even if the thread has to start. */
const MAX_TASK_MS = 10_000;
const RETRY_AFTER_SECONDS = 2;

/** Picks the fields that autofill reads, because everything that is sent to the thread is copied. */
const trimPoolPlayer = ({
	player,
	projected,
	roundPoints = projected,
	isLocked,
	priceRise,
	isLikelyToPlay = true,
}: PoolPlayer): PoolPlayer => ({
	player: {
		id: player.id,
		name: player.name,
		squadId: player.squadId,
		position: player.position,
		cost: player.cost,
	},
	projected,
	roundPoints,
	isLocked,
	priceRise,
	isLikelyToPlay,
});

/** Solves all autofills in one thread, one account after another (decision 016). */
export function createSolver(): ThreadedSolver {
	const thread = createTaskThread<AutofillInput, Ruling<Lineup>>(
		new URL("./autofill-worker.ts", import.meta.url),
		MAX_TASK_MS,
		() => refuse(503, "autopick-busy", { seconds: RETRY_AFTER_SECONDS }),
	);
	const enqueue = createAccountQueue(MAX_WAITING, { running: "autopick-running", busy: "autopick-busy" });
	return {
		warmUp: thread.warmUp,
		close: thread.close,
		fill: async (requester, { lineup, pool, bank, isFirstSave, pointsPerDollar = 0, rules }) => {
			const { field, bench, captainFactor, emergencies } = rules;
			const input = { lineup, bank, isFirstSave, pointsPerDollar, rules: { field, bench, captainFactor, emergencies } };
			return enqueue(requester, () => thread.run({ ...input, pool: pool.map(trimPoolPlayer) }));
		},
	};
}
