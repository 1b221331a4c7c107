import type { Team } from "@first-bounce/contract/team/team";
import { type RefObject, useEffect, useRef } from "react";

/**
 * The version of the saved team that the draft was begun on. One that came meanwhile is somebody else's, and is not to be
 * written over: a request names the one begun on.
 */
export function useBaseVersion({ id, version }: Pick<Team, "id" | "version">, isDirty: boolean): RefObject<number> {
	const baseVersion = useRef(version);
	const team = useRef(id);
	useEffect(() => {
		if (isDirty) return;
		// What is on show may be a moment older than what was just saved from here.
		baseVersion.current = team.current === id ? Math.max(baseVersion.current, version) : version;
		team.current = id;
	}, [isDirty, id, version]);
	return baseVersion;
}
