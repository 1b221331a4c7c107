import { mkdir, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type Comparison, computeRatio, type Figures, isMet } from "./measure.ts";

const HEADINGS = ["what", "result (min–max)", "floor", "floor's result (min–max)", "ratio", "goal", "met"];
const GOAL_SIGNS = { "at most": "≤", "at least": "≥", "times faster": "≥" } as const;

const formatValue = (value: number): string =>
	value < 100 ? value.toPrecision(3) : Math.round(value).toLocaleString("en");
const formatSpread = ({ min, median, max }: Figures, unit: string): string =>
	`${formatValue(median)} ${unit} (${formatValue(min)}–${formatValue(max)})`;

function formatIsMet(met: boolean | null): string {
	if (met === null) return "";
	return met ? "met" : "MISSED";
}

function listCells(comparison: Comparison): string[] {
	const { label, result, floorName, floor, unit, goal } = comparison;
	return [
		label,
		formatSpread(result, unit),
		floorName,
		formatSpread(floor, unit),
		computeRatio(comparison).toFixed(2),
		goal ? `${GOAL_SIGNS[goal.kind]} ${goal.ratio}` : "",
		formatIsMet(isMet(comparison)),
	];
}

/** Formats the comparisons as a table of medians, minima and maxima. */
export function formatTable(comparisons: readonly Comparison[]): string {
	const rows = [HEADINGS, ...comparisons.map(listCells)];
	const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
	const lines = rows.map((row) =>
		row
			.map((cell, column) => cell.padEnd(widths[column] ?? 0))
			.join("  ")
			.trimEnd(),
	);
	return [lines[0], widths.map((width) => "─".repeat(width)).join("  "), ...lines.slice(1)].join("\n");
}

/** Saves the results with a description of the machine to `bench/results/<name>.json` and returns the path. */
export async function saveResults(
	name: string,
	comparisons: readonly Comparison[],
	calibration: readonly number[],
): Promise<string> {
	const folder = path.join(import.meta.dirname, "results");
	const file = path.join(folder, `${name}.json`);
	const machine = { cpu: os.cpus()[0]?.model ?? "", cores: os.cpus().length, node: process.version, calibration };
	const results = comparisons.map((comparison) => ({
		...comparison,
		ratio: computeRatio(comparison),
		met: isMet(comparison),
	}));
	await mkdir(folder, { recursive: true });
	await writeFile(file, `${JSON.stringify({ name, at: new Date().toISOString(), machine, results }, null, "\t")}\n`);
	return file;
}
