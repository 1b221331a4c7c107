// Runs in the page, before anything else there: counts paints and shifts, and times keystrokes on demand.
globalThis.seen = { paint: 0, shift: 0 };
globalThis.waits = [];

new PerformanceObserver((list) => {
	for (const entry of list.getEntries()) seen.paint = entry.startTime;
}).observe({ type: "largest-contentful-paint", buffered: true });

new PerformanceObserver((list) => {
	for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });

let painted = () => {};
/** Resolves once the next keystroke has been painted; one that leaves the list as it was is no sample. */
globalThis.nextPaint = () =>
	new Promise((resolve) => {
		painted = resolve;
		setTimeout(resolve, 2_000);
	});

/** From each input event to the frame after the pool's count has changed. */
globalThis.watchTyping = () => {
	const count = document.querySelector("aside p [role=status]");
	let observer = null;
	document.querySelector("aside input").addEventListener("input", ({ timeStamp }) => {
		const afterPaint = () => {
			const after = new MessageChannel();
			after.port1.onmessage = () => {
				waits.push(performance.now() - timeStamp);
				painted(waits.length);
			};
			after.port2.postMessage(null);
		};
		// A letter that left the list as it was is not the one that changes it next.
		observer?.disconnect();
		observer = new MutationObserver(() => {
			observer.disconnect();
			requestAnimationFrame(afterPaint);
		});
		observer.observe(count, { characterData: true, childList: true, subtree: true });
	});
};
