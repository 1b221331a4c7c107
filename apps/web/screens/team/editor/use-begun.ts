import type { Team } from "@first-bounce/contract/team/team";
import { type RefObject, useEffect, useRef } from "react";

/**
 * The version of the saved team that the draft is based on. Requests send it, so that the server refuses to overwrite a
 * change from elsewhere.
 */
export function useBaseVersion({ id, version }: Pick<Team, "id" | "version">, isDirty: boolean): RefObject<number> {
	const baseVersion = useRef(version);
	const team = useRef(id);
	useEffect(() => {
		if (isDirty) return;
		// The shown team may be older than what was just saved.
		baseVersion.current = team.current === id ? Math.max(baseVersion.current, version) : version;
		team.current = id;
	}, [isDirty, id, version]);
	return baseVersion;
}
