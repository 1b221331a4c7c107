import { useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/** Scrolls to the top on navigation. On back and forward, the browser restores the position. */
export function useScrollToTop(): void {
	const { pathname, hash } = useLocation();
	const navigationType = useNavigationType();
	const shownPath = useRef(pathname);
	useLayoutEffect(() => {
		const hasChanged = shownPath.current !== pathname;
		shownPath.current = pathname;
		if (hasChanged && navigationType !== "POP" && hash === "" && scrollY > 0) scrollTo({ top: 0, behavior: "instant" });
	}, [pathname, hash, navigationType]);
}
