import type { DragEvent } from "react";

interface Carried {
	/** Undefined where nobody may be carried. */
	readonly onTake?: (() => void) | undefined;
	readonly onLetGo: () => void;
}

/** Lets the mouse carry what a box holds. Whoever uses the keyboard or a finger chooses "Swap" or "+" instead. */
export const carries = ({ onTake, onLetGo }: Carried) => ({
	draggable: onTake !== undefined,
	onDragStart: (event: DragEvent) => {
		if (!onTake) return;
		event.dataTransfer.effectAllowed = "move";
		event.dataTransfer.setData("text/plain", "");
		// The browser takes its picture of the card first; then the places light up.
		requestAnimationFrame(onTake);
	},
	onDragEnd: onLetGo,
});

/** Lets a box receive what is carried, while it is one of the places that may. */
export const receives = (isTarget: boolean, onPut: () => void) =>
	isTarget
		? {
				onDragOver: (event: DragEvent) => event.preventDefault(),
				onDrop: (event: DragEvent) => {
					event.preventDefault();
					onPut();
				},
			}
		: {};
