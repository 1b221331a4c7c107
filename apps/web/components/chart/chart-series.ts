/** One series of a chart. Nulls leave gaps. */
export interface ChartSeries {
	readonly name: string;
	readonly kind: "bars" | "line" | "dashes";
	/** Points use the left axis, dollars and ranks the right one; rank 1 is at the top. */
	readonly scale: "points" | "dollars" | "rank";
	/** A token of styles/tokens.css. */
	readonly colour: `--${string}`;
	readonly values: readonly (number | null)[];
	readonly format: (value: number) => string;
}

/** A category of the x axis: a round. */
interface ChartCategory {
	readonly short: string;
	readonly name: string;
}

export interface ChartProps {
	/** Accessible name of the chart. The same data is always available as a table. */
	readonly label: string;
	readonly height: number;
	readonly categories: readonly ChartCategory[];
	readonly series: readonly ChartSeries[];
}
