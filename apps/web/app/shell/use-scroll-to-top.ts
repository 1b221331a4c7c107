import { useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/** A page that one is led to begins at its top; one that is gone back to stands where it was left, by the browser. */
export function useScrollToTop(): void {
	const { pathname, hash } = useLocation();
	const how = useNavigationType();
	const shown = useRef(pathname);
	useLayoutEffect(() => {
		const isAnother = shown.current !== pathname;
		shown.current = pathname;
		if (isAnother && how !== "POP" && hash === "" && scrollY > 0) scrollTo({ top: 0, behavior: "instant" });
	}, [pathname, hash, how]);
}
