import { useEffect, useRef } from "react";
import type { ToastMessage } from "../../../../components/toast/toast-region.tsx";
import { showToast } from "../../../../components/toast/toasts.tsx";
import type { EditedLineup } from "../../editor/edited-lineup.ts";

/** Shows a toast once the edited line-up has changed, and closes it on the next change or when the screen is left. */
export function useEditToast(edited: EditedLineup): (toast: ToastMessage) => void {
	const next = useRef<{ readonly previous: EditedLineup; readonly toast: ToastMessage } | null>(null);
	useEffect(() => {
		const pending = next.current;
		if (!pending || pending.previous === edited) return;
		next.current = null;
		return showToast(pending.toast);
	}, [edited]);
	return (toast) => {
		next.current = { previous: edited, toast };
	};
}
