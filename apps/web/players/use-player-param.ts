import { useSearchParams } from "react-router";
import { parseWholeNumber, withParams } from "../app/search-params.ts";

/** The URL parameter that opens a player on any page: "?player=1021". */
const PLAYER_PARAM = "player";

/** The state of a history entry that was added to open a player. */
export const PLAYER_LINK_STATE = { opensPlayer: true };

/** The player whom the URL opens; null if there is none. */
export function useOpenPlayerId(): number | null {
	const [search] = useSearchParams();
	return parseWholeNumber(search.get(PLAYER_PARAM));
}

/** The query of the link that opens a player on the current page. Many rows have such a link, so the query is not parsed. */
export function getPlayerSearch(search: string, player: number): string {
	const others = search
		.slice(1)
		.split("&")
		.filter((part) => part !== "" && !part.startsWith(`${PLAYER_PARAM}=`));
	return `?${[...others, `${PLAYER_PARAM}=${player}`].join("&")}`;
}

export const setPlayerParam = (search: URLSearchParams, player: number | null): URLSearchParams =>
	withParams(search, { [PLAYER_PARAM]: player });
