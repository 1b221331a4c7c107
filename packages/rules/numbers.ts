export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The mean of the values; 0 without any. */
export const computeAverage = (values: readonly number[]): number =>
	values.length === 0 ? 0 : sum(values) / values.length;

/** Rounds to one decimal, as figures are shown. */
export const roundToTenth = (value: number): number => Math.round(value * 10) / 10;
