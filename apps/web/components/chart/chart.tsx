import { type ComponentProps, type ComponentType, lazy, Suspense, useState } from "react";
import { loadChunk } from "../../upgrade/load-chunk.ts";
import { Skeleton } from "../skeleton/skeleton.tsx";
import styles from "./chart.module.css";
import type { ChartProps } from "./chart-series.ts";

type PlotProps = ComponentProps<typeof import("./plot.tsx").Plot>;

/** Falls back to the legend alone when the chart library cannot be loaded. */
async function loadPlot(): Promise<{ default: ComponentType<PlotProps> }> {
	try {
		return { default: (await loadChunk(() => import("./plot.tsx"))).Plot };
	} catch {
		return { default: () => null };
	}
}
const Plot = lazy(loadPlot);

/** A chart whose legend shows the values of the hovered round. uPlot is loaded with the first chart. */
export const Chart = (props: ChartProps) => {
	const { label, height, categories, series } = props;
	const [hoveredIndex, setHoveredIndex] = useState<number | null>(null);
	const category = hoveredIndex === null ? undefined : categories[hoveredIndex];
	return (
		<figure className={styles.chart} aria-label={label}>
			<figcaption className={styles.key} aria-hidden="true">
				{category ? <b>{category.name}</b> : null}
				{series.map(({ name, colour, kind, values, format }) => {
					const value = hoveredIndex === null ? null : (values[hoveredIndex] ?? null);
					return (
						<span key={name}>
							<i data-kind={kind} style={{ color: `var(${colour})` }} />
							{name} {value === null ? null : <b>{format(value)}</b>}
						</span>
					);
				})}
			</figcaption>
			<Suspense fallback={<Skeleton height={`${height}px`} />}>
				<Plot {...props} onChoose={setHoveredIndex} />
			</Suspense>
		</figure>
	);
};
