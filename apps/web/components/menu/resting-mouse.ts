let last: { readonly x: number; readonly y: number } | null = null;
let isWatched = false;

/** Records the mouse position. Idempotent. */
export function trackMouse(): void {
	if (isWatched) return;
	isWatched = true;
	const note = ({ clientX: x, clientY: y }: PointerEvent) => {
		last = { x, y };
	};
	for (const event of ["pointermove", "pointerdown"] as const)
		addEventListener(event, note, { passive: true, capture: true });
}

/** Whether the pointer moved to get here. A closing dialog can reveal elements under a pointer that has not moved. */
export const hasMouseMoved = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): boolean =>
	last === null || last.x !== clientX || last.y !== clientY;
