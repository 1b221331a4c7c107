import type { UserId } from "@first-bounce/rules/ids";

export interface TeamQueue {
	/** Runs the actions on one user's team one after another, in the order they came. Other teams do not wait. */
	readonly enqueue: <Result>(userId: UserId, act: () => Promise<Result>) => Promise<Result>;
}

/**
 * Puts the actions on a team in order within this process, so that they seldom have to start over. Between processes,
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
