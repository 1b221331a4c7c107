import type { DragEvent } from "react";

interface DragOptions {
	/** Undefined when the player cannot be moved. */
	readonly onStart?: (() => void) | undefined;
	/** Whether the player can be moved now. Called when a drag starts, because it is too slow for every render. */
	readonly canStart?: () => boolean;
	readonly onEnd: () => void;
}

/** Makes an element draggable by mouse, or by a long press. With the keyboard, "Swap" and "+" do the same. */
export const getDragProps = ({ onStart, canStart = () => true, onEnd }: DragOptions) => ({
	draggable: onStart !== undefined,
	onDragStart: (event: DragEvent) => {
		if (!onStart || !canStart()) return event.preventDefault();
		event.dataTransfer.effectAllowed = "move";
		event.dataTransfer.setData("text/plain", "");
		// The browser captures the drag image before the targets are highlighted.
		requestAnimationFrame(onStart);
	},
	onDragEnd: onEnd,
});

/** Makes an element accept drops while it is a target. */
export const getDropProps = (isTarget: boolean, onDrop: () => void) =>
	isTarget
		? {
				onDragOver: (event: DragEvent) => event.preventDefault(),
				onDrop: (event: DragEvent) => {
					event.preventDefault();
					onDrop();
				},
			}
		: {};
