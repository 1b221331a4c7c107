import type { UserId } from "@first-bounce/rules/ids";

export interface TeamQueue {
	/** Actions on one user's team, one after another in the order they came; other teams do not wait. */
	readonly enqueue: <Result>(userId: UserId, act: () => Promise<Result>) => Promise<Result>;
}

/**
 * The order of actions within this process. It only saves them from judging in vain: between processes the database
 * alone decides who was first.
 */
export function createTeamQueue(): TeamQueue {
	const last = new Map<UserId, Promise<unknown>>();
	return {
		enqueue: async (userId, act) => {
			const before = last.get(userId);
			const mine = before ? before.then(act, act) : act();
			last.set(userId, mine);
			try {
				return await mine;
			} finally {
				if (last.get(userId) === mine) last.delete(userId);
			}
		},
	};
}
