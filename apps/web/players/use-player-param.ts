import { useRef } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { parseWholeNumber, withParams } from "../app/search-params.ts";

/** The URL parameter that opens a player on any page: "?player=1021". */
const PLAYER_PARAM = "player";

/** The state of a history entry that was added to open a player. */
export const PLAYER_ENTRY = { isPlayerEntry: true };

/** The open player in the URL. Opening and closing leaves the page underneath, and the history before it, unchanged. */
export function usePlayerParam() {
	const [search, setSearch] = useSearchParams();
	const { key, state } = useLocation();
	const navigate = useNavigate();
	const leftKey = useRef("");
	const show = (player: number | null) =>
		setSearch((current) => setPlayerParam(current, player), {
			preventScrollReset: true,
			replace: player === null,
			state: player && PLAYER_ENTRY,
		});
	const close = () => {
		// Going back takes a moment, in which a second press must not leave the page.
		if (!state?.isPlayerEntry || leftKey.current === key) return show(null);
		leftKey.current = key;
		void navigate(-1);
	};
	return { openId: parseWholeNumber(search.get(PLAYER_PARAM)), open: show, close };
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
