import { useSearchParams } from "react-router";

/** State of the pool sheet in the URL, so that Back closes it. */
export function usePoolSheet() {
	const [search, setSearch] = useSearchParams();
	const show = (open: boolean) => {
		// The rendered URL may be older than the current one.
		const next = new URLSearchParams(location.search);
		if (open) next.set("open", "pool");
		else next.delete("open");
		setSearch(next, { preventScrollReset: true, replace: !open });
	};
	return { isOpen: search.get("open") === "pool", show };
}
