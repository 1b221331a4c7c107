import type { Team } from "@first-bounce/contract/team/team";
import type { RoundId } from "@first-bounce/rules/ids";
import { useSearchParams } from "react-router";
import type { Season } from "../../../api/season-model.ts";
import { withParams } from "../../../app/search-params.ts";

/** The round in the URL if the team has played it, else the current one. */
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
