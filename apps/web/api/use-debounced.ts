import { useEffect, useState } from "react";

/** The latest value that has not changed for the given number of milliseconds. */
export function useDebounced<Value>(value: Value, milliseconds: number): Value {
	const [settled, setSettled] = useState(value);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(value), milliseconds);
		return () => clearTimeout(timer);
	}, [value, milliseconds]);
	return settled;
}
