import { type RefObject, useEffect, useRef } from "react";

/** Scrolls a row of links to the active one, at first and whenever the page or the window's width changes. */
export function useScrollIntoView(activeKey: string): RefObject<HTMLElement | null> {
	const list = useRef<HTMLElement>(null);
	useEffect(() => {
		const show = () => {
			const row = list.current;
			const link = row?.querySelector("[aria-current], .active");
			if (!row || !link || !activeKey) return;
			const [rowBox, linkBox] = [row.getBoundingClientRect(), link.getBoundingClientRect()];
			row.scrollLeft += linkBox.left + linkBox.width / 2 - rowBox.left - rowBox.width / 2;
		};
		show();
		window.addEventListener("resize", show);
		return () => window.removeEventListener("resize", show);
	}, [activeKey]);
	return list;
}
