// Runs in the page, before anything else there: counts paints and shifts, and times keystrokes on demand.
globalThis.seen = { paint: 0, shift: 0 };
globalThis.waits = [];

new PerformanceObserver((list) => {
	for (const entry of list.getEntries()) seen.paint = entry.startTime;
}).observe({ type: "largest-contentful-paint", buffered: true });

new PerformanceObserver((list) => {
	for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });

/** From each input event to the frame after the pool's count has changed. */
globalThis.watchTyping = () => {
	const count = document.querySelector("aside p [role=status]");
	document.querySelector("aside input").addEventListener("input", ({ timeStamp }) => {
		const painted = () => {
			const after = new MessageChannel();
			after.port1.onmessage = () => waits.push(performance.now() - timeStamp);
			after.port2.postMessage(null);
		};
		const observer = new MutationObserver(() => {
			observer.disconnect();
			requestAnimationFrame(painted);
		});
		observer.observe(count, { characterData: true, childList: true, subtree: true });
	});
};
