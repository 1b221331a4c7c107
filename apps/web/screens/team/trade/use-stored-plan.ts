import type { PlayerLookup } from "@first-bounce/rules/player";
import { useEffect, useRef, useState } from "react";
import { readStoredJson, writeStorage } from "../../../app/session/browser-storage.ts";
import type { LocalTrade } from "./local-trades.ts";
import type { Plan } from "./plan.ts";

const getStorageKey = (teamId: number): string => `team_plan:${teamId}`;

/** More trades than any season allows. This screen never saves a longer list. */
const MAX_TRADES = 30;

/**
 * The trades of a stored round; null if the value is not a valid list. Players who are no longer in the season are left
 * open.
 */
function parseTrades(stored: unknown, getPlayer: PlayerLookup): readonly LocalTrade[] | null {
	if (!Array.isArray(stored) || stored.length > MAX_TRADES) return null;
	const trades = stored.map((trade: unknown): LocalTrade | null => {
		if (typeof trade !== "object" || trade === null) return null;
		const { playerInId, playerOutId } = trade as Partial<Record<keyof LocalTrade, unknown>>;
		if (!Number.isSafeInteger(playerInId) || !Number.isSafeInteger(playerOutId)) return null;
		const keepKnown = (id: unknown): number => (getPlayer(Number(id)) ? Number(id) : 0);
		return { playerInId: keepKnown(playerInId), playerOutId: keepKnown(playerOutId) };
	});
	return trades.flatMap((trade) => (trade && (trade.playerInId !== 0 || trade.playerOutId !== 0) ? [trade] : []));
}

/** Reads a stored plan, which another version, another tab or the user may have changed. */
function parsePlan(stored: unknown, getPlayer: PlayerLookup): Plan {
	if (typeof stored !== "object" || stored === null) return {};
	return Object.fromEntries(
		Object.entries(stored).flatMap(([round, value]) => {
			const trades = /^[1-9]\d?$/.test(round) ? parseTrades(value, getPlayer) : null;
			return trades && trades.length > 0 ? [[round, trades]] : [];
		}),
	);
}

/** A team's planned trades, stored on this device only, when they change. */
export function useStoredPlan(
	teamId: number,
	getPlayer: PlayerLookup,
): readonly [Plan, (change: (before: Plan) => Plan) => void] {
	const key = getStorageKey(teamId);
	const [plan, setPlan] = useState(() => parsePlan(readStoredJson("local", key), getPlayer));
	const latest = useRef(plan);
	// A change in another tab would otherwise be overwritten by the next one here.
	useEffect(() => {
		const follow = (event: StorageEvent) => {
			if (event.key !== key) return;
			latest.current = parsePlan(readStoredJson("local", key), getPlayer);
			setPlan(latest.current);
		};
		addEventListener("storage", follow);
		return () => removeEventListener("storage", follow);
	}, [key, getPlayer]);
	const changePlan = (change: (before: Plan) => Plan) => {
		latest.current = change(latest.current);
		setPlan(latest.current);
		writeStorage("local", key, JSON.stringify(latest.current));
	};
	return [plan, changePlan];
}
