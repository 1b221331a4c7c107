import { type ComponentType, lazy, Suspense, useSyncExternalStore } from "react";
import { UNSTABLE_ToastQueue as ToastQueue } from "react-aria-components/Toast";
import { loadChunk } from "../../upgrade/load-chunk.ts";
import type { ToastMessage } from "./toast-region.tsx";

const TIMEOUT_MS = 6_000;
const MAX_TOASTS = 3;

/** Visible and queued toasts. */
export const queue = new ToastQueue<ToastMessage>();

/** Shows a toast, for twice as long if it has an action. Returns a function that closes it. */
export function showToast(toast: ToastMessage): () => void {
	const key = queue.add(toast, { timeout: toast.action ? 2 * TIMEOUT_MS : TIMEOUT_MS });
	// The queue's own limit would show the oldest toasts again once newer ones close.
	for (const oldest of queue.visibleToasts.slice(MAX_TOASTS)) queue.close(oldest.key);
	return () => queue.close(key);
}

async function loadRegion(): Promise<{ default: ComponentType<{ readonly queue: ToastQueue<ToastMessage> }> }> {
	try {
		return { default: (await loadChunk(() => import("./toast-region.tsx"), "notify")).ToastRegion };
	} catch {
		// A lost connection must not break the page.
		return { default: () => null };
	}
}
const ToastRegion = lazy(loadRegion);

const subscribe = (onChange: () => void) => queue.subscribe(onChange);
const hasToasts = () => queue.visibleToasts.length > 0;

/** The page's toasts. Their script is loaded with the first one. */
export const Toasts = () =>
	useSyncExternalStore(subscribe, hasToasts, hasToasts) ? (
		<Suspense>
			<ToastRegion queue={queue} />
		</Suspense>
	) : null;
