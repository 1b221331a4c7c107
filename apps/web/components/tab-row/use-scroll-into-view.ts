import { type RefObject, useEffect, useRef } from "react";

/** Scrolls a row of links to the active one, at first and whenever the page or the window's width changes. */
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
