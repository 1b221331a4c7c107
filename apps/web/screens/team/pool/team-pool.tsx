import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useNavigate, useNavigationType, useSearchParams } from "react-router";
import { withParams } from "../../../app/search-params.ts";
import { useMedia } from "../../../live/use-media.ts";
import { asksForAllPlayers } from "../../../players/all-players.ts";
import type { Board } from "../board/state/board.ts";
import { PoolPanel } from "./pool-panel.tsx";

/** Wide enough for the pool beside the ground. */
const WIDE_SCREEN = "(min-width: 62.5em)";

/** State of the pool sheet in the URL, so that Back closes it. Closing it also goes back if opening it added a history entry. */
function usePoolSheet() {
	const [search, setSearch] = useSearchParams();
	const navigate = useNavigate();
	/** The place in the history of the entry that was added. Its state does not tell, because the pool's filters replace it. */
	const addedIndex = useRef<number | null>(null);
	const show = (open: boolean) => {
		const index: number | undefined = history.state?.idx;
		const isAdded = index !== undefined && index === addedIndex.current;
		addedIndex.current = open && index !== undefined ? index + 1 : null;
		if (!open && isAdded) return void navigate(-1);
		// The rendered URL may be older than the current one.
		const current = new URLSearchParams(location.search);
		setSearch(withParams(current, { open: open ? "pool" : null }), { preventScrollReset: true, replace: !open });
	};
	return { isOpen: search.get("open") === "pool", show };
}

/** Time for a closing menu to restore the focus first. */
const MENU_CLOSE_MS = 60;

/**
 * Focuses the pool's search, which is many tab stops away. Does nothing on touch devices, where the keyboard would
 * cover the page.
 */
function focusPoolSearch(pool: HTMLElement | null): void {
	if (!matchMedia("(pointer: fine)").matches) return;
	setTimeout(() => pool?.querySelector<HTMLInputElement>("input")?.focus({ preventScroll: true }), MENU_CLOSE_MS);
}

/** The place of the pool: beside the ground, or in a sheet on a narrow screen. */
export function usePoolPlace() {
	const isWide = useMedia(WIDE_SCREEN);
	const sheet = usePoolSheet();
	const aside = useRef<HTMLElement>(null);
	return {
		isWide,
		sheet,
		aside,
		open: () => (isWide ? focusPoolSearch(aside.current) : sheet.show(true)),
		close: () => (isWide ? undefined : sheet.show(false)),
	};
}

/** Ends what a slot, a trade or a search has left in the pool when the Players tab is pressed. */
export function useAllPlayersLink({ setSlotToFill, filters }: Board): void {
	const { key, state } = useLocation();
	const navigationType = useNavigationType();
	const reset = useEffectEvent(() => {
		// A reload and Back keep the filter.
		if (navigationType === "POP" || !asksForAllPlayers(state)) return;
		setSlotToFill(null);
		filters.change({ search: "", position: null });
	});
	useEffect(() => {
		if (key) reset();
	}, [key]);
}

interface PoolProps {
	readonly board: Board;
	readonly isPastRound: boolean;
	/** Called when a player has taken the slot, or the place in a trade, that was to be filled. */
	readonly onFill: (filled: "slot" | "trade") => void;
}

/** The pool of the user's own team, in which a past round is read-only. */
export const TeamPool = ({ board, isPastRound, onFill }: PoolProps) => (
	<PoolPanel
		board={{
			...board,
			...(isPastRound ? { mode: "read", context: { ...board.context, mode: "read" } } : {}),
			runPoolAction: (id, action) => {
				board.runPoolAction(id, action);
				const isSlotFilled =
					action === "trade-in"
						? (board.tradeEditor?.tradeContext.needsIncoming ?? false)
						: action === "add" && board.slotToFill;
				if (isSlotFilled) onFill(action === "trade-in" ? "trade" : "slot");
			},
		}}
	/>
);
