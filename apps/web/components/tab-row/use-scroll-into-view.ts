import { type RefObject, useEffect, useRef } from "react";

/** A row of links that is pushed along, with the open page's in sight: at first, at another page, in another window. */
export function useScrollIntoView(open: string): RefObject<HTMLElement | null> {
	const list = useRef<HTMLElement>(null);
	useEffect(() => {
		const show = () => {
			const row = list.current;
			const link = row?.querySelector("[aria-current], .active");
			if (!row || !link || !open) return;
			const [whole, part] = [row.getBoundingClientRect(), link.getBoundingClientRect()];
			row.scrollLeft += part.left + part.width / 2 - whole.left - whole.width / 2;
		};
		show();
		window.addEventListener("resize", show);
		return () => window.removeEventListener("resize", show);
	}, [open]);
	return list;
}
