import { useEffect } from "react";

/** Stands beside the page's content: whoever keeps presses for the program (public/start.js) hands them over then. */
export const TakenOver = () => {
	useEffect(() => {
		document.dispatchEvent(new Event("taken-over"));
	}, []);
	return null;
};
