import { useEffect } from "react";

/**
 * Dispatches `hydrated` on the document once the screen is interactive, for public/start.js. It waits for the next task,
 * because React drops clicks that arrive during an effect.
 */
export const Hydrated = () => {
	useEffect(() => {
		setTimeout(() => document.dispatchEvent(new Event("hydrated")));
	}, []);
	return null;
};
