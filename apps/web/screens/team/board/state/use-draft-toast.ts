import { useEffect, useRef } from "react";
import { showToast, type ToastMessage } from "../../../../components/toast/toasts.tsx";
import type { Draft } from "../../editor/draft.ts";

/** Shows a toast once the draft has changed, and closes it on the next change or when the screen is left. */
export function useDraftToast(draft: Draft): (toast: ToastMessage) => void {
	const next = useRef<{ readonly previous: Draft; readonly toast: ToastMessage } | null>(null);
	useEffect(() => {
		const pending = next.current;
		if (!pending || pending.previous === draft) return;
		next.current = null;
		return showToast(pending.toast);
	}, [draft]);
	return (toast) => {
		next.current = { previous: draft, toast };
	};
}
