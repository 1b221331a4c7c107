import { checkTeamName, checkTeamNamePublic } from "@first-bounce/contract/calls";
import { useRef, useState } from "react";
import { client } from "./client.ts";

/** How the check of a team name stands (D1 §4); an error carries what the server said. */
type TeamNameCheck =
	| { readonly state: "idle" }
	| { readonly state: "pending" | "success"; readonly name: string }
	| { readonly state: "error"; readonly name: string; readonly error: unknown };

const IDLE: TeamNameCheck = { state: "idle" };

export interface TeamNameChecker {
	readonly check: TeamNameCheck;
	/** Asks the server once a name: a success, or an answer under way, is not asked for again. */
	readonly verify: (name: string) => Promise<TeamNameCheck>;
	/** The name has been touched: what was said of it holds no longer. */
	readonly reset: () => void;
}

/** Checks team names with the server; `signed-in` lets one's own name pass. */
export function useTeamNameCheck(as: "visitor" | "signed-in"): TeamNameChecker {
	const call = as === "visitor" ? checkTeamNamePublic : checkTeamName;
	const [check, setCheck] = useState(IDLE);
	const latest = useRef<{ readonly name: string; readonly answer: Promise<TeamNameCheck> } | null>(null);

	const ask = async (name: string): Promise<TeamNameCheck> => {
		try {
			await client(call, { body: { teamName: name } });
			return { state: "success", name };
		} catch (error) {
			return { state: "error", name, error };
		}
	};

	const verify = async (given: string): Promise<TeamNameCheck> => {
		const name = given.trim();
		if (name === "") return IDLE;
		const isAsked = latest.current?.name === name && check.state !== "error";
		const asking = isAsked && latest.current ? latest.current : { name, answer: ask(name) };
		if (!isAsked) {
			latest.current = asking;
			setCheck({ state: "pending", name });
		}
		const answer = await asking.answer;
		if (latest.current === asking) setCheck(answer);
		return answer;
	};

	const reset = () => {
		latest.current = null;
		setCheck(IDLE);
	};
	return { check, verify, reset };
}
