/** One thing drawn over the rounds; nulls leave gaps. */
export interface ChartSeries {
	readonly name: string;
	readonly kind: "bars" | "line" | "dashes";
	/** Points stand on the left, dollars and ranks on the right; a rank's best is on top. */
	readonly scale: "points" | "dollars" | "rank";
	/** A token of styles/tokens.css. */
	readonly ink: `--${string}`;
	readonly values: readonly (number | null)[];
	readonly format: (value: number) => string;
}

/** A place on the bottom axis: a round. */
export interface ChartCategory {
	readonly short: string;
	readonly name: string;
}

export interface ChartProps {
	/** What the drawing shows, for those who cannot see it; a table of the same stands beside every chart. */
	readonly label: string;
	readonly height: number;
	readonly categories: readonly ChartCategory[];
	readonly series: readonly ChartSeries[];
}
