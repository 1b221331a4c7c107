import type { UserId } from "@first-bounce/rules/ids";

export interface TeamQueue {
	/** Runs `act` after all earlier actions on the same user's team. Actions on other teams do not wait. */
	readonly enqueue: <Result>(userId: UserId, act: () => Promise<Result>) => Promise<Result>;
}

/**
 * Runs the actions on a team one at a time within this process, so that they rarely have to be retried. Between
 * processes, the database decides which action is first.
 */
export function createTeamQueue(): TeamQueue {
	const lastByUser = new Map<UserId, Promise<unknown>>();
	return {
		enqueue: async (userId, act) => {
			const previous = lastByUser.get(userId);
			// It also runs if the previous action failed.
			const result = previous ? previous.then(act, act) : act();
			lastByUser.set(userId, result);
			try {
				return await result;
			} finally {
				if (lastByUser.get(userId) === result) lastByUser.delete(userId);
			}
		},
	};
}
