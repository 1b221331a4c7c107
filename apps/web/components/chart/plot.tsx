import { useEffect, useEffectEvent, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import styles from "./chart.module.css";
import type { ChartProps } from "./chart-series.ts";
import { buildPlotOptions } from "./plot-options.ts";

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
