import { type Context, useContext } from "react";

/** Reads a context that is always above the component. */
export function useRequiredContext<Value>(context: Context<Value | null>): Value {
	const value = useContext(context);
	if (value === null) throw new Error("This component is used outside of its context");
	return value;
}
