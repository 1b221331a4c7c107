/** Nested facts under dotted names: `{ points: { K: "3" } }` is `points.K`. */
export interface FactTree {
	readonly [name: string]: string | number | FactTree;
}

const whole = new Intl.NumberFormat("en-AU");
export const number = (value: number): string => whole.format(value).replace("-", "−");
export const dollars = (value: number): string => `${value < 0 ? "−" : ""}$${whole.format(Math.abs(value))}`;
