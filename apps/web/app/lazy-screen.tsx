import { type ComponentType, lazy, useEffect, useState } from "react";
import { retry } from "../api/retry.ts";
import { loadChunk, OutdatedError } from "../upgrade/load-chunk.ts";

/** A component in a file of its own, which is loaded before or when it is rendered. */
export interface Chunk {
	readonly preload: () => Promise<void>;
	readonly getComponent: () => ComponentType;
}

/** A chunk that fails to load is requested again, unless there is no connection. */
export function createChunk(importComponent: () => Promise<ComponentType>): Chunk {
	let loaded: ComponentType | null = null;
	const load = () =>
		retry(() => loadChunk(importComponent, "screen"), {
			shouldRetry: (error) => navigator.onLine && !(error instanceof OutdatedError),
		});
	const Lazy = lazy(async () => ({ default: await load() }));
	return {
		preload: async () => {
			loaded = await load();
		},
		getComponent: () => loaded ?? Lazy,
	};
}

/**
 * Renders a preloaded chunk at once. React.lazy alone suspends even if its chunk is loaded, and React then shows the
 * fallback for 300 ms (decision 051).
 */
export const LazyScreen = ({ chunk }: { readonly chunk: Chunk }) => {
	// Fixed at the first render: another component type would lose the screen's state.
	const [Component] = useState(chunk.getComponent);
	return <Component />;
};

/**
 * A part of the page that its first paint does without: its file is loaded after the first render. Until then, or if loading
 * fails, nothing is shown. Unlike React.lazy, this leaves prerendered pages alone.
 */
export const Deferred = ({ load }: { readonly load: () => Promise<ComponentType> }) => {
	const [Component, setComponent] = useState<ComponentType | null>(null);
	useEffect(() => {
		loadChunk(load).then(
			(component) => setComponent(() => component),
			() => undefined,
		);
	}, [load]);
	return Component ? <Component /> : null;
};
