import { useEffect } from "react";

/**
 * Stands beside the page's content: whoever keeps presses for the program (public/start.js) hands them over then. A task
 * later: within an effect React cannot take over the part that is pressed, and drops the press.
 */
export const TakenOver = () => {
	useEffect(() => {
		setTimeout(() => document.dispatchEvent(new Event("taken-over")));
	}, []);
	return null;
};
