import { checkTeamName, checkTeamNamePublic } from "@first-bounce/contract/calls";
import { useRef, useState } from "react";
import { sendErrorReport } from "../reporting/report.ts";
import { client } from "./client.ts";

/** The state of a team name check (D1.4.27). */
type TeamNameCheck =
	| { readonly state: "idle" }
	| { readonly state: "pending" | "success"; readonly name: string }
	| { readonly state: "error"; readonly name: string; readonly error: unknown };

const IDLE: TeamNameCheck = { state: "idle" };

export interface TeamNameChecker {
	readonly check: TeamNameCheck;
	/** Checks a name unless it is being checked or has passed already. */
	readonly verify: (name: string) => Promise<TeamNameCheck>;
	/** Resets the check after the name was edited. */
	readonly reset: () => void;
}

/** Checks the availability of team names; with `signed-in`, the user's current name is available. */
export function useTeamNameCheck(as: "visitor" | "signed-in"): TeamNameChecker {
	const call = as === "visitor" ? checkTeamNamePublic : checkTeamName;
	const [check, setCheck] = useState(IDLE);
	const latest = useRef<{ readonly name: string; readonly result: Promise<TeamNameCheck> } | null>(null);

	const requestCheck = async (name: string): Promise<TeamNameCheck> => {
		try {
			await client(call, { body: { teamName: name } });
			return { state: "success", name };
		} catch (error) {
			sendErrorReport(error);
			return { state: "error", name, error };
		}
	};

	const verify = async (given: string): Promise<TeamNameCheck> => {
		const name = given.trim();
		if (name === "") return IDLE;
		const canReuse = latest.current?.name === name && check.state !== "error";
		const current = canReuse && latest.current ? latest.current : { name, result: requestCheck(name) };
		if (!canReuse) {
			latest.current = current;
			setCheck({ state: "pending", name });
		}
		const result = await current.result;
		if (latest.current === current) setCheck(result);
		return result;
	};

	const reset = () => {
		latest.current = null;
		setCheck(IDLE);
	};
	return { check, verify, reset };
}
