import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Reports text that was typed into a prerendered page before hydration (decision 050). React keeps it in the input, but
 * the first re-render would clear it.
 */
export function usePrehydrationValue(
	field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
	value: string,
	onChange: (typed: string) => void,
): void {
	const hasRun = useRef(false);
	useLayoutEffect(() => {
		if (hasRun.current) return;
		hasRun.current = true;
		const typed = field.current?.value;
		if (typed && typed !== value) onChange(typed);
	}, [field, value, onChange]);
}
