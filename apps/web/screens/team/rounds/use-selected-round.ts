import type { Team } from "@first-bounce/contract/team/team";
import type { RoundId } from "@first-bounce/rules/ids";
import { useSearchParams } from "react-router";
import type { Season } from "../../../api/season-model.ts";

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
			setSearch(
				(now) => {
					const next = new URLSearchParams(now);
					if (id === current?.id) next.delete("round");
					else next.set("round", String(id));
					return next;
				},
				{ preventScrollReset: true },
			),
	};
}
