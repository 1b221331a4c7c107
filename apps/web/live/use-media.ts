import { useSyncExternalStore } from "react";

/** Whether a media query matches; false in prerendered pages. */
export const useMedia = (query: string): boolean =>
	useSyncExternalStore(
		(listener) => {
			const media = matchMedia(query);
			media.addEventListener("change", listener);
			return () => media.removeEventListener("change", listener);
		},
		() => matchMedia(query).matches,
		() => false,
	);
