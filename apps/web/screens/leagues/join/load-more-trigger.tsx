import { useEffect, useRef } from "react";
import styles from "./join.module.css";

const NEAR_END_DELAY_MS = 500;

/**
 * Placed at the end of a list, it calls `onNear` after half a second near the viewport. Needs a new key for each page.
 */
export const LoadMoreTrigger = ({ onNear }: { readonly onNear: () => void }) => {
	const element = useRef<HTMLDivElement>(null);
	const callback = useRef(onNear);
	useEffect(() => {
		callback.current = onNear;
	});
	useEffect(() => {
		if (!element.current) return;
		let timer: ReturnType<typeof setTimeout> | undefined;
		const observer = new IntersectionObserver(
			([entry]) => {
				clearTimeout(timer);
				if (entry?.isIntersecting) timer = setTimeout(() => callback.current(), NEAR_END_DELAY_MS);
			},
			{ rootMargin: "400px" },
		);
		observer.observe(element.current);
		return () => {
			clearTimeout(timer);
			observer.disconnect();
		};
	}, []);
	return <div ref={element} className={styles.sentinel} />;
};
