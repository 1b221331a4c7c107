import { useSearchParams } from "react-router";

/** The part of any address that opens a player: "?player=1021". */
const PARAMETER = "player";

/** Who is open, by the address, and how to open another or none; the page underneath stays as it is. */
export function usePlayerAddress() {
	const [search, setSearch] = useSearchParams();
	const id = Number(search.get(PARAMETER) ?? 0);
	return {
		openId: Number.isSafeInteger(id) && id > 0 ? id : null,
		open: (player: number) => setSearch((now) => withPlayer(now, player), { preventScrollReset: true }),
		close: () => setSearch((now) => withPlayer(now, null), { preventScrollReset: true, replace: true }),
	};
}

export function withPlayer(search: URLSearchParams, player: number | null): URLSearchParams {
	const next = new URLSearchParams(search);
	if (player === null) next.delete(PARAMETER);
	else next.set(PARAMETER, String(player));
	return next;
}
