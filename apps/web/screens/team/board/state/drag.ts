import type { DragEvent } from "react";

interface DragOptions {
	/** Undefined where the player cannot be moved. */
	readonly onStart?: (() => void) | undefined;
	readonly onEnd: () => void;
}

/** Makes an element draggable by mouse, and on touch after a long press. The keyboard's way is "Swap" or "+". */
export const getDragProps = ({ onStart, onEnd }: DragOptions) => ({
	draggable: onStart !== undefined,
	onDragStart: (event: DragEvent) => {
		if (!onStart) return;
		event.dataTransfer.effectAllowed = "move";
		event.dataTransfer.setData("text/plain", "");
		// The browser takes the picture that it drags before the targets are highlighted.
		requestAnimationFrame(onStart);
	},
	onDragEnd: onEnd,
});

/** Makes an element accept what is dragged, while it is a target. */
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
