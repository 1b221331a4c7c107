import type { Team } from "@first-bounce/contract/team";
import { type RefObject, useEffect, useRef } from "react";

/**
 * The version of the saved team that the draft was begun on. One that came meanwhile is somebody else's, and is not to be
 * written over: a request names the one begun on.
 */
export function useBegun({ version }: Pick<Team, "version">, isDirty: boolean): RefObject<number> {
	const begun = useRef(version);
	useEffect(() => {
		if (!isDirty) begun.current = version;
	}, [isDirty, version]);
	return begun;
}
