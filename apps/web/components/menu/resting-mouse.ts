let last: { readonly x: number; readonly y: number } | null = null;
let isWatched = false;

/** Keeps note of where the mouse last moved to. Once for the page, however often it is asked. */
export function trackMouse(): void {
	if (isWatched) return;
	isWatched = true;
	const note = ({ clientX: x, clientY: y }: PointerEvent) => {
		last = { x, y };
	};
	for (const event of ["pointermove", "pointerdown"] as const)
		addEventListener(event, note, { passive: true, capture: true });
}

/** Whether the mouse came to a place by itself: a dialog that closes uncovers things under a mouse that rests. */
export const hasMouseMoved = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): boolean =>
	last === null || last.x !== clientX || last.y !== clientY;
