import type { UserId } from "@first-bounce/rules/ids";

export interface TeamQueue {
	/** Runs the actions on one user's team one after another, in order of arrival. Other teams do not wait. */
	readonly enqueue: <Result>(userId: UserId, act: () => Promise<Result>) => Promise<Result>;
}

/**
 * Runs the actions on a team one at a time within this process, so that they rarely have to be retried. Between processes,
 * the database decides which action is first.
 */
export function createTeamQueue(): TeamQueue {
	const last = new Map<UserId, Promise<unknown>>();
	return {
		enqueue: async (userId, act) => {
			const before = last.get(userId);
			const result = before ? before.then(act, act) : act();
			last.set(userId, result);
			try {
				return await result;
			} finally {
				if (last.get(userId) === result) last.delete(userId);
			}
		},
	};
}
