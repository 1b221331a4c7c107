// Runs in the page before anything else there: notes its paints, and times presses on demand.
globalThis.largestPaint = 0;

new PerformanceObserver((list) => {
	for (const entry of list.getEntries()) globalThis.largestPaint = entry.startTime;
}).observe({ type: "largest-contentful-paint", buffered: true });

/** Milliseconds from the next press to the paint after the page is as `isDone` has it; null if it never is. */
globalThis.timePress = (isDone, giveUpMs) =>
	new Promise((resolve) => {
		let pressedAt = 0;
		const note = ({ timeStamp }) => {
			pressedAt ||= timeStamp;
		};
		const types = ["pointerdown", "keydown"];
		for (const type of types) addEventListener(type, note, { capture: true });
		const observer = new MutationObserver(() => {
			if (!pressedAt || !isDone()) return;
			finish(() => performance.now() - pressedAt);
		});
		const finish = (measure) => {
			observer.disconnect();
			clearTimeout(timer);
			for (const type of types) removeEventListener(type, note, { capture: true });
			requestAnimationFrame(() => {
				const painted = new MessageChannel();
				painted.port1.onmessage = () => resolve(measure());
				painted.port2.postMessage(null);
			});
		};
		const timer = setTimeout(() => finish(() => null), giveUpMs);
		observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
	});
