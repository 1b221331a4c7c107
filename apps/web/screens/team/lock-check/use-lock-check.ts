import { useSearchParams } from "react-router";

/** The URL parameter that opens the check before a lock, and the one that opens the instruction for a player. */
const CHECK_PARAM = "check";
const OUT_PARAM = "out";

/** The dialogs about the next lock, in the URL, so that a notification can open them and Back closes them. */
export function useLockCheck() {
	const [search, setSearch] = useSearchParams();
	const show = (param: string | null, value = "") =>
		setSearch(
			(before) => {
				const next = new URLSearchParams(before);
				next.delete(CHECK_PARAM);
				next.delete(OUT_PARAM);
				if (param) next.set(param, value);
				return next;
			},
			{ preventScrollReset: true, replace: param === null },
		);
	const playerId = Number(search.get(OUT_PARAM) ?? 0);
	return {
		isCheckOpen: search.has(CHECK_PARAM),
		/** The player whose instruction is open. */
		instructedId: Number.isSafeInteger(playerId) && playerId > 0 ? playerId : null,
		openCheck: () => show(CHECK_PARAM),
		openInstruction: (id: number) => show(OUT_PARAM, String(id)),
		close: () => show(null),
	};
}
