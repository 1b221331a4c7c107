import { readStorage, writeStorage } from "../../../app/session/browser-storage.ts";

const STORAGE_KEY = "first-bounce result dismissed";

const buildKey = (teamId: number, roundId: number): string => `${teamId} ${roundId}`;

/** Whether this was the last result dismissed on this device. */
export const isResultDismissed = (teamId: number, roundId: number): boolean =>
	readStorage("local", STORAGE_KEY) === buildKey(teamId, roundId);

export const dismissResult = (teamId: number, roundId: number): boolean =>
	writeStorage("local", STORAGE_KEY, buildKey(teamId, roundId));
