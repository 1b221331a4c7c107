import { checkTeamName, checkTeamNamePublic } from "@first-bounce/contract/accounts/user";
import { useRef, useState } from "react";
import { sendErrorReport } from "../reporting/report.ts";
import { client } from "./client.ts";

type TeamNameCheck =
	| { readonly state: "idle" }
	| { readonly state: "pending" | "success"; readonly name: string }
	| { readonly state: "error"; readonly name: string; readonly error: unknown };

const IDLE: TeamNameCheck = { state: "idle" };

export interface TeamNameChecker {
	readonly status: TeamNameCheck;
	/** Checks a name unless that name is being checked or has passed already. */
	readonly check: (name: string) => Promise<TeamNameCheck>;
	/** Resets the status after the name was edited. */
	readonly reset: () => void;
}

/** Checks the availability of team names; with `signed-in`, the user's current name is available. */
export function useTeamNameCheck(audience: "visitor" | "signed-in"): TeamNameChecker {
	const call = audience === "visitor" ? checkTeamNamePublic : checkTeamName;
	const [status, setStatus] = useState(IDLE);
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

	const check = async (typedName: string): Promise<TeamNameCheck> => {
		const name = typedName.trim();
		if (name === "") return IDLE;
		let current = latest.current;
		if (current?.name !== name || status.state === "error") {
			current = { name, result: requestCheck(name) };
			latest.current = current;
			setStatus({ state: "pending", name });
		}
		const result = await current.result;
		if (latest.current === current) setStatus(result);
		return result;
	};

	const reset = () => {
		latest.current = null;
		setStatus(IDLE);
	};
	return { status, check, reset };
}
