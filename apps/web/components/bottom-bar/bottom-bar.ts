const bars = new Set<HTMLElement>();

/** Distance from the window's bottom edge to the top of a bar; 0 while it is hidden. */
const getBarReach = (bar: HTMLElement): number =>
	bar.offsetHeight === 0 ? 0 : bar.offsetHeight + (Number.parseFloat(getComputedStyle(bar).bottom) || 0);

function updateBarsProperty(): void {
	const reach = Math.max(0, ...[...bars].map(getBarReach));
	document.documentElement.style.setProperty("--bars", `${reach}px`);
}

/** The `ref` of a bar stuck to the bottom of the window. Toasts are placed above the highest bar (`--bars`). */
export function registerBottomBar(bar: HTMLElement | null): (() => void) | undefined {
	if (!bar) return;
	bars.add(bar);
	// A bar's height changes with its text, and is 0 while it is hidden.
	const observer = typeof ResizeObserver === "function" ? new ResizeObserver(updateBarsProperty) : null;
	observer?.observe(bar);
	updateBarsProperty();
	return () => {
		observer?.disconnect();
		bars.delete(bar);
		updateBarsProperty();
	};
}
