import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { useEffect, useEffectEvent, useRef } from "react";
import styles from "./chart.module.css";
import { type ChartProps, type ChartSeries, computePointsRange } from "./chart-series.ts";

interface PlotInput extends Omit<ChartProps, "label"> {
	readonly width: number;
	/** The current colour of a token of styles/tokens.css. */
	readonly getColour: (token: `--${string}`) => string;
	readonly onChoose: (index: number | null) => void;
}

const FONT = '12px "Inter", system-ui, sans-serif';
const BAR_SHARE = 0.56;
const X_PADDING = 0.6;
/** With more categories than this, every second one is labelled. */
const MAX_AXIS_LABELS = 14;

function getPathBuilder(kind: ChartSeries["kind"]): uPlot.Series.PathBuilder | undefined {
	if (kind === "bars") return uPlot.paths.bars?.({ size: [BAR_SHARE, 34], radius: 0.25 });
	return uPlot.paths.linear?.();
}

function buildSeries({ name, kind, scale, colour }: ChartSeries, getColour: PlotInput["getColour"]): uPlot.Series {
	const paths = getPathBuilder(kind);
	const resolveColour = () => getColour(colour);
	return {
		label: name,
		scale,
		spanGaps: kind !== "bars",
		stroke: resolveColour,
		width: kind === "bars" ? 0 : 2.5,
		...(kind === "bars" ? { fill: resolveColour } : {}),
		...(kind === "dashes" ? { dash: [5, 5] } : {}),
		...(paths ? { paths } : {}),
		points: { show: kind === "line", size: 7, fill: resolveColour },
	};
}

const computePaddedRange = (min: number | null, max: number | null): uPlot.Range.MinMax => {
	if (min === null || max === null) return [0, 1];
	const padding = Math.max((max - min) * 0.18, max * 0.02, 1);
	return [Math.max(0, min - padding), max + padding];
};

function buildPlotOptions({ width, height, categories, series, getColour, onChoose }: PlotInput): uPlot.Options {
	const getLabelColour = () => getColour("--ink-3");
	const getGridColour = () => getColour("--hairline");
	const getFormat = (scale: ChartSeries["scale"]) =>
		series.find((line) => line.scale === scale)?.format ?? ((value: number) => String(value));
	const right = series.find(({ scale }) => scale !== "points")?.scale;
	const hasPoints = series.some(({ scale }) => scale === "points");
	const buildSideAxis = (scale: ChartSeries["scale"], side: 1 | 3): uPlot.Axis => ({
		scale,
		side,
		stroke: getLabelColour,
		font: FONT,
		size: scale === "dollars" ? 56 : 40,
		gap: 4,
		values: (_, splits) => splits.map((value) => getFormat(scale)(value)),
		grid: { show: side === 3, stroke: getGridColour, width: 1 },
		ticks: { show: false },
	});
	const step = categories.length > MAX_AXIS_LABELS ? 2 : 1;
	return {
		width,
		height,
		padding: [8, right ? 0 : 12, 0, 0],
		legend: { show: false },
		cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
		scales: {
			x: { time: false, range: () => [-X_PADDING, Math.max(categories.length - 1, 0) + X_PADDING] },
			points: { range: (_, min, max) => computePointsRange(min, max) },
			dollars: { range: (_, min, max) => computePaddedRange(min, max) },
			rank: { dir: -1, range: (_, min, max) => [Math.max(1, (min ?? 1) * 0.7), Math.max(2, (max ?? 1) * 1.1)] },
		},
		axes: [
			{
				stroke: getLabelColour,
				font: FONT,
				size: 28,
				gap: 4,
				grid: { show: false },
				ticks: { show: false },
				splits: () => categories.map((_, index) => index).filter((index) => index % step === 0),
				values: (_, splits) => splits.map((index) => categories[index]?.short ?? ""),
			},
			...(hasPoints ? [buildSideAxis("points", 3)] : []),
			...(right ? [buildSideAxis(right, hasPoints ? 1 : 3)] : []),
		],
		series: [{}, ...series.map((line) => buildSeries(line, getColour))],
		hooks: { setCursor: [({ cursor }) => onChoose(cursor.idx ?? null)] },
	};
}

/** A canvas cannot use CSS variables, so the token's computed colour is read from an element. */
function readColour(host: HTMLElement, token: string): string {
	const probe = host.appendChild(document.createElement("i"));
	probe.style.color = `var(${token})`;
	const { color } = getComputedStyle(probe);
	probe.remove();
	return color;
}

/** Calls back when the page's theme changes, by the device or by the user. */
function subscribeToTheme(listener: () => void): () => void {
	const device = matchMedia("(prefers-color-scheme: dark)");
	const choice = new MutationObserver(listener);
	device.addEventListener("change", listener);
	choice.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
	return () => {
		device.removeEventListener("change", listener);
		choice.disconnect();
	};
}

interface Props extends ChartProps {
	readonly onChoose: (index: number | null) => void;
}

/** The canvas drawn by uPlot, redrawn when its size or the theme changes. */
export const Plot = ({ height, categories, series, onChoose }: Props) => {
	const box = useRef<HTMLDivElement>(null);
	const choose = useEffectEvent(onChoose);
	const draw = useEffectEvent((host: HTMLDivElement) => {
		const options = buildPlotOptions({
			width: host.clientWidth,
			height,
			categories,
			series,
			getColour: (token) => readColour(host, token),
			onChoose: (index) => choose(index),
		});
		const values = series.map((line) => [...line.values]);
		return new uPlot(options, [categories.map((_, index) => index), ...values], host);
	});
	const content = JSON.stringify([categories, series.map(({ name, values, scale }) => [name, values, scale])]);
	useEffect(() => {
		const host = box.current;
		if (!host || content === "") return;
		const plot = draw(host);
		const resize = new ResizeObserver(() => plot.setSize({ width: host.clientWidth, height }));
		resize.observe(host);
		const unsubscribe = subscribeToTheme(() => plot.redraw(false));
		return () => {
			resize.disconnect();
			unsubscribe();
			plot.destroy();
		};
	}, [content, height]);
	return <div ref={box} className={styles.plot} style={{ height }} aria-hidden="true" />;
};
