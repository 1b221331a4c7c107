import type { OperatorMatch } from "@first-bounce/contract/operator/season";
import type { Season } from "../../../api/season-model.ts";
import { useSeason } from "../../../api/use-season.ts";

const NO_SQUADS: Season["squads"] = new Map();

/** The season's clubs, ordered by name, and functions that name clubs and matches, by ids until the season is loaded. */
export function useClubs() {
	const season = useSeason();
	const squads = season.state === "ready" ? season.value.squads : NO_SQUADS;
	const getShortName = (id: number): string => squads.get(id)?.abbreviation ?? String(id);
	return {
		clubs: [...squads.values()].toSorted((a, b) => a.name.localeCompare(b.name, "en")),
		getShortName,
		getMatchName: ({ homeSquadId, awaySquadId }: Pick<OperatorMatch, "homeSquadId" | "awaySquadId">): string =>
			`${getShortName(homeSquadId)} – ${getShortName(awaySquadId)}`,
	};
}
