import type { Team } from "@first-bounce/contract/team/team";
import type { RoundId } from "@first-bounce/rules/ids";
import { findLastCompleteRound, type Round } from "@first-bounce/rules/round/round";
import { useSearchParams } from "react-router";
import type { Season } from "../../../api/season-model.ts";
import { withParams } from "../../../app/search-params.ts";

/**
 * The round whose result a team's screen shows: the past round, else the last complete round until the next round plays. Null if
 * the team has not played it.
 */
export function findResultRoundId({ scoreflow }: Team, season: Season, pastRound: Round | null): RoundId | null {
	const lastComplete = season.current?.status === "playing" ? undefined : findLastCompleteRound(season.rounds);
	const id = (pastRound ?? lastComplete)?.id;
	return id !== undefined && scoreflow[String(id)] !== undefined ? id : null;
}

/** The round in the URL if the team has played it, else the current round. */
export function useSelectedRound({ startRoundId }: Team, { rounds, current }: Season) {
	const [search, setSearch] = useSearchParams();
	const requested = rounds.find(({ id }) => String(id) === search.get("round"));
	const isPast = requested?.status === "complete" && startRoundId !== null && requested.id >= startRoundId;
	const isCurrent = requested?.id === current?.id;
	return {
		roundId: isPast && requested ? requested.id : (current?.id ?? 0),
		/** A complete, read-only round other than the current one. */
		pastRound: isPast && requested && !isCurrent ? requested : null,
		choose: (id: RoundId) =>
			setSearch((now) => withParams(now, { round: id === current?.id ? null : id }), { preventScrollReset: true }),
	};
}
