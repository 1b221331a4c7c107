const bars = new Set<HTMLElement>();

/** Distance from the window's bottom edge to the top of a bar; 0 while it is hidden. */
const getBarReach = (bar: HTMLElement): number =>
	bar.offsetHeight === 0 ? 0 : bar.offsetHeight + (Number.parseFloat(getComputedStyle(bar).bottom) || 0);

function updateBarsProperty(): void {
	const reach = `${Math.max(0, ...[...bars].map(getBarReach))}px`;
	const { style } = document.documentElement;
	// Every element inherits the variable, so a change restyles the whole page.
	if ((style.getPropertyValue("--bars") || "0px") !== reach) style.setProperty("--bars", reach);
}

/** The `ref` of a bar stuck to the bottom of the window. Toasts are placed above the highest bar (`--bars`). */
export function registerBottomBar(bar: HTMLElement | null): (() => void) | undefined {
	if (!bar) return;
	bars.add(bar);
	// A bar's height changes with its text, and is 0 while it is hidden. The observer calls back for a new bar too, after the page's
	// layout: measured here, the page would be laid out twice.
	const observer = new ResizeObserver(updateBarsProperty);
	observer.observe(bar);
	return () => {
		observer.disconnect();
		bars.delete(bar);
		updateBarsProperty();
	};
}
