import { useSearchParams } from "react-router";

/** Whether the address has the pool open, where it is a sheet: the phone's Back closes it. */
export function usePoolSheet() {
	const [search, setSearch] = useSearchParams();
	const show = (open: boolean) =>
		setSearch(
			(now) => {
				const next = new URLSearchParams(now);
				if (open) next.set("open", "pool");
				else next.delete("open");
				return next;
			},
			{ preventScrollReset: true, replace: !open },
		);
	return { isOpen: search.get("open") === "pool", show };
}
