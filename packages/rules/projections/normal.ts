/** Four fifths of a normal distribution are within this many standard deviations of its mean. */
export const NORMAL_80_PERCENT = 1.281_551_565_545;

/**
 * The share of a normal distribution that is below its mean plus `z` standard deviations, with an error of at most
 * 1.5e-7 (Abramowitz and Stegun 7.1.26).
 */
export function computeNormalShare(z: number): number {
	const x = Math.abs(z) / Math.SQRT2;
	const t = 1 / (1 + 0.327_591_1 * x);
	const polynomial =
		t * (0.254_829_592 + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
	const tail = (polynomial * Math.exp(-x * x)) / 2;
	return z > 0 ? 1 - tail : tail;
}

/** By how much a normally distributed value exceeds a threshold on average, counting 0 where it does not. */
export function computeExpectedExcess(mean: number, deviation: number, threshold: number): number {
	if (deviation === 0) return Math.max(0, mean - threshold);
	const z = (mean - threshold) / deviation;
	return (mean - threshold) * computeNormalShare(z) + (deviation * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
}
