import { useEffect, useRef } from "react";
import styles from "./join.module.css";

const NEAR_END_DELAY_MS = 500;

/** At the end of a list, calls `onNear` once it has been near the viewport for half a second. Give it a new key per page. */
export const LoadMoreTrigger = ({ onNear }: { readonly onNear: () => void }) => {
	const element = useRef<HTMLDivElement>(null);
	const near = useRef(onNear);
	useEffect(() => {
		near.current = onNear;
	});
	useEffect(() => {
		if (!element.current) return;
		let timer: ReturnType<typeof setTimeout> | undefined;
		const watcher = new IntersectionObserver(
			([entry]) => {
				clearTimeout(timer);
				if (entry?.isIntersecting) timer = setTimeout(() => near.current(), NEAR_END_DELAY_MS);
			},
			{ rootMargin: "400px" },
		);
		watcher.observe(element.current);
		return () => {
			clearTimeout(timer);
			watcher.disconnect();
		};
	}, []);
	return <div ref={element} className={styles.sentinel} />;
};
