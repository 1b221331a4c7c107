import { useSearchParams } from "react-router";
import { parseWholeNumber, withParams } from "../app/search-params.ts";

/** The URL parameter that opens a player on any page: "?player=1021". */
const PLAYER_PARAM = "player";

/** The open player in the URL. Opening and closing leaves the page underneath unchanged. */
export function usePlayerParam() {
	const [search, setSearch] = useSearchParams();
	const show = (player: number | null) =>
		setSearch((current) => setPlayerParam(current, player), { preventScrollReset: true, replace: player === null });
	return { openId: parseWholeNumber(search.get(PLAYER_PARAM)), open: show, close: () => show(null) };
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

export const loadPlayerModal = () => import("./modal/player-modal.tsx");

/** Called by links to players, so that the modal opens at once. If loading fails, the modal is loaded again when it opens. */
export function preloadPlayerModal(): void {
	loadPlayerModal().catch(() => undefined);
}
