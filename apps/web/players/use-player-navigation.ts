import { useRef } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { PLAYER_LINK_STATE, setPlayerParam } from "./use-player-param.ts";

/** Opens and closes a player in the URL. The page underneath, and the history before it, stay unchanged. */
export function usePlayerNavigation() {
	const [, setSearch] = useSearchParams();
	const { key, state } = useLocation();
	const navigate = useNavigate();
	const leftKey = useRef("");
	const show = (player: number | null) =>
		setSearch((current) => setPlayerParam(current, player), {
			preventScrollReset: true,
			replace: player === null,
			state: player && PLAYER_LINK_STATE,
		});
	const close = () => {
		// Going back takes a moment, in which a second press must not leave the page.
		if (!state?.opensPlayer || leftKey.current === key) return show(null);
		leftKey.current = key;
		void navigate(-1);
	};
	return { open: show, close };
}
