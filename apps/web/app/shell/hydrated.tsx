import { useEffect } from "react";

/**
 * Dispatches `hydrated` on the document once the screen beside it can be pressed, for public/start.js. Only in the next
 * task: within an effect React cannot hydrate what is pressed, and drops the press.
 */
export const Hydrated = () => {
	useEffect(() => {
		setTimeout(() => document.dispatchEvent(new Event("hydrated")));
	}, []);
	return null;
};
