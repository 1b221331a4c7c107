// Runs in the page before its own scripts: records its paints and measures presses on demand.
globalThis.largestPaint = 0;
/** A selector of the rows to count. */
globalThis.rowSelector = "li";
/** The number of these rows when the result of the last measured press was painted. */
globalThis.paintedRows = 0;

new PerformanceObserver((list) => {
	for (const entry of list.getEntries()) globalThis.largestPaint = entry.startTime;
}).observe({ type: "largest-contentful-paint", buffered: true });

/** Attributes that follow the pointer or the focus, not the press. */
const POINTER_ATTRIBUTES = ["data-hovered", "data-focused", "data-focus-visible", "tabindex"];
const isChange = ({ attributeName }) => !POINTER_ATTRIBUTES.includes(attributeName);

/** Calls back once the next frame is painted. */
const afterPaint = (callback) =>
	requestAnimationFrame(() => {
		const painted = new MessageChannel();
		painted.port1.onmessage = callback;
		painted.port2.postMessage(null);
	});

/** Whether a style shows that an element is pressed. */
function looksPressed(element) {
	const { opacity, transform } = getComputedStyle(element);
	return element.matches(":active") && (opacity !== "1" || transform !== "none");
}

/**
 * Measures the milliseconds from the next press to the first paint of a change, such as a pressed button or a typed letter, and
 * from the press, or a pointer's release, to the paint after `isDone` is true; null if it never is.
 */
globalThis.timePress = (isDone, timeoutMs) =>
	new Promise((resolve) => {
		let pressedAt = 0;
		let releasedAt = 0;
		let first = null;
		let isFirstPending = false;
		const recordFirst = () => {
			first ??= performance.now() - pressedAt;
		};
		const recordPress = ({ timeStamp, target }) => {
			pressedAt ||= timeStamp;
			const control = target.closest("a, button, [role=menuitem]");
			afterPaint(() => control && looksPressed(control) && recordFirst());
		};
		const recordRelease = ({ timeStamp }) => {
			if (pressedAt) releasedAt ||= timeStamp;
		};
		const recordChange = () => {
			if (!pressedAt || isFirstPending) return;
			isFirstPending = true;
			afterPaint(recordFirst);
		};
		const listeners = { pointerdown: recordPress, keydown: recordPress, pointerup: recordRelease, input: recordChange };
		for (const type in listeners) addEventListener(type, listeners[type], { capture: true });
		const observer = new MutationObserver((changes) => {
			if (changes.some(isChange)) recordChange();
			if (pressedAt && isDone()) finish(true);
		});
		const finish = (isFound) => {
			observer.disconnect();
			clearTimeout(timer);
			for (const type in listeners) removeEventListener(type, listeners[type], { capture: true });
			requestAnimationFrame(() => {
				globalThis.paintedRows = document.querySelectorAll(globalThis.rowSelector).length;
				const painted = new MessageChannel();
				painted.port1.onmessage = () => {
					recordFirst();
					resolve(isFound ? { first, whole: performance.now() - (releasedAt || pressedAt) } : null);
				};
				painted.port2.postMessage(null);
			});
		};
		const timer = setTimeout(() => finish(false), timeoutMs);
		observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
	});
