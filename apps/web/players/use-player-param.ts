import { useSearchParams } from "react-router";

/** The URL parameter that opens a player on any page: "?player=1021". */
const PLAYER_PARAM = "player";

/** The open player in the URL. Opening and closing leaves the page underneath unchanged. */
export function usePlayerParam() {
	const [search, setSearch] = useSearchParams();
	const id = Number(search.get(PLAYER_PARAM) ?? 0);
	return {
		openId: Number.isSafeInteger(id) && id > 0 ? id : null,
		open: (player: number) => setSearch((current) => setPlayerParam(current, player), { preventScrollReset: true }),
		close: () => setSearch((current) => setPlayerParam(current, null), { preventScrollReset: true, replace: true }),
	};
}

/** The query of the link that opens a player on the current page. Many rows have one, so the query is not parsed. */
export function getPlayerSearch(search: string, player: number): string {
	const others = search
		.slice(1)
		.split("&")
		.filter((part) => part !== "" && !part.startsWith(`${PLAYER_PARAM}=`));
	return `?${[...others, `${PLAYER_PARAM}=${player}`].join("&")}`;
}

export function setPlayerParam(search: URLSearchParams, player: number | null): URLSearchParams {
	const next = new URLSearchParams(search);
	if (player === null) next.delete(PLAYER_PARAM);
	else next.set(PLAYER_PARAM, String(player));
	return next;
}

export const loadPlayerModal = () => import("./modal/player-modal.tsx");

/** Links to players call it, so that the modal opens at once. If it fails, the modal is loaded again when it opens. */
export function preloadPlayerModal(): void {
	loadPlayerModal().catch(() => undefined);
}
