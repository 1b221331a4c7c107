import { useEffect, useEffectEvent } from "react";
import type { TeamEditor } from "../../editor/use-team-editor.ts";

const isTyping = (target: EventTarget | null): boolean =>
	target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** Ctrl/Cmd+Z undoes and Ctrl/Cmd+Shift+Z redoes, except in text fields. */
export function useUndoKeys({ undo, redo }: Pick<TeamEditor, "undo" | "redo">): void {
	const onKey = useEffectEvent((event: KeyboardEvent) => {
		if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || isTyping(event.target)) return;
		event.preventDefault();
		(event.shiftKey ? redo : undo)?.();
	});
	useEffect(() => {
		addEventListener("keydown", onKey);
		return () => removeEventListener("keydown", onKey);
	}, []);
}
