import { type ComponentType, lazy, useState } from "react";
import { retried } from "../api/retry.ts";

/** A part of the page with a program of its own, fetched when first shown. */
export interface Part {
	/** Fetches it before: then it is drawn at once. */
	readonly load: () => Promise<void>;
	/** What draws it, now or once it is there. */
	readonly drawnBy: () => ComponentType;
}

/** A part that does not come is asked for again (D1 §9): reading it twice harms nobody. */
export function part(fetchPart: () => Promise<ComponentType>): Part {
	let loaded: ComponentType | null = null;
	const fetched = () => retried(fetchPart, { again: () => true });
	const later = lazy(async () => ({ default: await fetched() }));
	return {
		load: async () => {
			loaded = await fetched();
		},
		drawnBy: () => loaded ?? later,
	};
}

/** Draws a part; it stays what it was at first, so that nothing in it is lost when it has been loaded since. */
export const Drawn = ({ part }: { readonly part: Part }) => {
	const [By] = useState(part.drawnBy);
	return <By />;
};
