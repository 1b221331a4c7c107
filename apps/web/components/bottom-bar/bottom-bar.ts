const bars = new Set<HTMLElement>();

/** From the window's bottom edge to the top of a bar that is stuck there; 0 while it is not shown. */
const getBarReach = (bar: HTMLElement): number =>
	bar.offsetHeight === 0 ? 0 : bar.offsetHeight + (Number.parseFloat(getComputedStyle(bar).bottom) || 0);

function updateBarsProperty(): void {
	const reach = Math.max(0, ...[...bars].map(getBarReach));
	document.documentElement.style.setProperty("--bars", `${reach}px`);
}

/** The `ref` of a bar stuck to the bottom of the window: toasts stand above the highest of them (`--bars`). */
export function registerBottomBar(bar: HTMLElement | null): (() => void) | undefined {
	if (!bar) return;
	bars.add(bar);
	// A bar's height follows its words, and where it is not shown it has none.
	const observer = typeof ResizeObserver === "function" ? new ResizeObserver(updateBarsProperty) : null;
	observer?.observe(bar);
	updateBarsProperty();
	return () => {
		observer?.disconnect();
		bars.delete(bar);
		updateBarsProperty();
	};
}
