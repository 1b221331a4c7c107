// Runs in the page before its own scripts: records its paints and measures presses on demand.
globalThis.largestPaint = 0;
/** A selector of the rows to count. */
globalThis.rowSelector = "li";
/** The number of these rows when the result of the last measured press was painted. */
globalThis.paintedRows = 0;

new PerformanceObserver((list) => {
	for (const entry of list.getEntries()) globalThis.largestPaint = entry.startTime;
}).observe({ type: "largest-contentful-paint", buffered: true });

/** Measures the milliseconds from the next press to the paint after `isDone` is true; null if it never is. */
globalThis.timePress = (isDone, timeoutMs) =>
	new Promise((resolve) => {
		let pressedAt = 0;
		const recordPress = ({ timeStamp }) => {
			pressedAt ||= timeStamp;
		};
		const types = ["pointerdown", "keydown"];
		for (const type of types) addEventListener(type, recordPress, { capture: true });
		const observer = new MutationObserver(() => {
			if (!pressedAt || !isDone()) return;
			finish(() => performance.now() - pressedAt);
		});
		const finish = (measure) => {
			observer.disconnect();
			clearTimeout(timer);
			for (const type of types) removeEventListener(type, recordPress, { capture: true });
			requestAnimationFrame(() => {
				globalThis.paintedRows = document.querySelectorAll(globalThis.rowSelector).length;
				const painted = new MessageChannel();
				painted.port1.onmessage = () => resolve(measure());
				painted.port2.postMessage(null);
			});
		};
		const timer = setTimeout(() => finish(() => null), timeoutMs);
		observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
	});
