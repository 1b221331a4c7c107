import { useSyncExternalStore } from "react";

/** Whether a media query holds, and again when that changes; in a page made at build none does. */
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
