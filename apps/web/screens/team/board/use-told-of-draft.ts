import { useEffect, useRef } from "react";
import { type Toast, tell } from "../../../components/toast/toasts.tsx";
import type { Draft } from "../model/draft.ts";

/** A toast about what the draft is to become: told once it is, and taken back when it is another or the screen is left. */
export function useToldOfDraft(draft: Draft): (toast: Toast) => void {
	const next = useRef<{ readonly after: Draft; readonly toast: Toast } | null>(null);
	useEffect(() => {
		const told = next.current;
		if (!told || told.after === draft) return;
		next.current = null;
		return tell(told.toast);
	}, [draft]);
	return (toast) => {
		next.current = { after: draft, toast };
	};
}
