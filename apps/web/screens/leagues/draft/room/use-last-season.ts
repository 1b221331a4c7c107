import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import { useMemo } from "react";
import { useStatic } from "../../../../api/use-static.ts";
import { normalizeName } from "../../../../players/filters/player-filter.ts";

/** Names may be shared, and birthdays missing. */
const getPersonKey = ({ firstName, lastName, birthday }: PlayerEntry): string =>
	`${normalizeName(`${firstName} ${lastName}`)} ${birthday ?? ""}`;

/** Returns a player's average in the last closed season; null without one, or if she did not play in it. */
export function useLastSeason(): (player: PlayerEntry) => number | null {
	const { data: seasons } = useStatic("seasons", { meta: { noErrorModal: true } });
	const closed = seasons?.filter(({ isCurrent }) => !isCurrent).map(({ id }) => id) ?? [];
	const last = Math.max(0, ...closed);
	const { data: players } = useStatic(`${last}/players`, { enabled: last > 0, meta: { noErrorModal: true } });
	return useMemo(() => {
		const averages = new Map(players?.map((player) => [getPersonKey(player), player.stats]));
		return (player) => {
			const stats = averages.get(getPersonKey(player));
			return stats && stats.gamesPlayed > 0 ? stats.avgPoints : null;
		};
	}, [players]);
}
