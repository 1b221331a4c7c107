import { type DraftKind, listTurns } from "@first-bounce/rules/draft/draft-order";
import { readStoredJson, writeStorage } from "../../../../app/session/browser-storage.ts";

/** A pick that has been entered by choosing the player. */
export interface EnteredPick {
	readonly teamId: number;
	readonly playerId: number;
}

const getStorageKey = (leagueId: number): string => `entered_draft:${leagueId}`;

const isEnteredPick = (value: unknown): value is EnteredPick =>
	typeof value === "object" &&
	value !== null &&
	"teamId" in value &&
	typeof value.teamId === "number" &&
	"playerId" in value &&
	typeof value.playerId === "number";

/** Loads the picks that were entered on this device. They are kept, because a draft has hundreds of them. */
export function loadEnteredPicks(leagueId: number): readonly EnteredPick[] {
	const stored = readStoredJson("local", getStorageKey(leagueId));
	return Array.isArray(stored) && stored.every(isEnteredPick) ? stored : [];
}

export function saveEnteredPicks(leagueId: number, picks: readonly EnteredPick[]): void {
	writeStorage("local", getStorageKey(leagueId), picks.length === 0 ? null : JSON.stringify(picks));
}

/** The team whose turn the next pick is in the order of the draft. */
export const getNextTeam = (
	order: readonly number[],
	{ rounds, kind, made }: { readonly rounds: number; readonly kind: DraftKind; readonly made: number },
): number | null => listTurns(order, rounds, kind)[made]?.originalTeamId ?? null;

/** Builds the picks in the format of the call that enters a draft: one line each. */
export const buildCsv = (picks: readonly EnteredPick[]): string =>
	picks.map(({ teamId, playerId }) => `${teamId},${playerId}`).join("\n");
