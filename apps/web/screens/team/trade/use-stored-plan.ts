import { useEffect, useState } from "react";
import type { Plan } from "./plan.ts";

const getStorageKey = (teamId: number): string => `team_plan:${teamId}`;

function loadPlan(teamId: number): Plan {
	try {
		const stored: unknown = JSON.parse(localStorage.getItem(getStorageKey(teamId)) ?? "{}");
		return typeof stored === "object" && stored !== null ? (stored as Plan) : {};
	} catch {
		return {};
	}
}

/** A team's planned trades, stored on this device only. */
export function useStoredPlan(teamId: number): readonly [Plan, (plan: Plan) => void] {
	const [plan, setPlan] = useState(() => loadPlan(teamId));
	useEffect(() => {
		try {
			localStorage.setItem(getStorageKey(teamId), JSON.stringify(plan));
		} catch {
			// Storage may be full or blocked; the plan stays in memory.
		}
	}, [teamId, plan]);
	return [plan, setPlan];
}
