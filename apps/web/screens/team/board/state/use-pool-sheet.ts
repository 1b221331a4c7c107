import { useSearchParams } from "react-router";

/** Whether the address has the pool open, where it is a sheet: the phone's Back closes it. */
export function usePoolSheet() {
	const [search, setSearch] = useSearchParams();
	const show = (open: boolean) => {
		// What was rendered last may be behind what was just navigated to.
		const next = new URLSearchParams(location.search);
		if (open) next.set("open", "pool");
		else next.delete("open");
		setSearch(next, { preventScrollReset: true, replace: !open });
	};
	return { isOpen: search.get("open") === "pool", show };
}
