import { useEffect, useState } from "react";
import type { Plan } from "../trade/plan.ts";

const keyOf = (teamId: number): string => `team_plan:${teamId}`;

function read(teamId: number): Plan {
	try {
		const kept: unknown = JSON.parse(localStorage.getItem(keyOf(teamId)) ?? "{}");
		return typeof kept === "object" && kept !== null ? (kept as Plan) : {};
	} catch {
		return {};
	}
}

/** A team's planned trades, kept on this device alone. */
export function useKeptPlan(teamId: number): readonly [Plan, (plan: Plan) => void] {
	const [plan, setPlan] = useState(() => read(teamId));
	useEffect(() => {
		try {
			localStorage.setItem(keyOf(teamId), JSON.stringify(plan));
		} catch {
			// A full or refused storage keeps nothing; the plan lives on in the page.
		}
	}, [teamId, plan]);
	return [plan, setPlan];
}
