import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { loadChunk, OutdatedError } from "./load-chunk.ts";

const Nothing = () => null;

/**
 * React.lazy for a part of a screen. If an upgrade has removed its file, nothing is shown in its place, so that the rest of
 * the screen keeps what was entered.
 */
export const lazyPart = <Props extends object>(
	importComponent: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
	lazy(async () => {
		try {
			return { default: await loadChunk(importComponent) };
		} catch (error) {
			if (error instanceof OutdatedError) return { default: Nothing };
			throw error;
		}
	});
