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

/** The range of the points' axis: from 0, or from below the lowest score if that is negative. */
export const computePointsRange = (min: number | null, max: number | null): [number, number] => [
	Math.min(0, (min ?? 0) * 1.12),
	Math.max(10, (max ?? 0) * 1.12),
];
