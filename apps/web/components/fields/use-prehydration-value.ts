import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Tells a field's owner what was typed into it on a written page before the program arrived (decision 029): React
 * leaves that standing as it takes the field over, and the first redraw would have emptied it.
 */
export function usePrehydrationValue(
	field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
	value: string,
	onChange: (typed: string) => void,
): void {
	const isTakenOver = useRef(false);
	useLayoutEffect(() => {
		if (isTakenOver.current) return;
		isTakenOver.current = true;
		const typed = field.current?.value;
		if (typed && typed !== value) onChange(typed);
	}, [field, value, onChange]);
}
