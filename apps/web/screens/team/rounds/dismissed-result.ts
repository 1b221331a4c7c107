const STORAGE_KEY = "first-bounce result dismissed";

const buildKey = (teamId: number, roundId: number): string => `${teamId} ${roundId}`;

/** Whether this was the last result dismissed on this device. */
export function isResultDismissed(teamId: number, roundId: number): boolean {
	try {
		return localStorage.getItem(STORAGE_KEY) === buildKey(teamId, roundId);
	} catch {
		return false;
	}
}

export function dismissResult(teamId: number, roundId: number): void {
	try {
		localStorage.setItem(STORAGE_KEY, buildKey(teamId, roundId));
	} catch {
		// Without storage the result is shown again next time.
	}
}
