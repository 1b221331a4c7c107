const BROWSERS: readonly (readonly [RegExp, string])[] = [
	[/Edg\//, "Edge"],
	[/OPR\//, "Opera"],
	[/Firefox\//, "Firefox"],
	[/SamsungBrowser\//, "Samsung Internet"],
	[/Chrom(e|ium)\//, "Chrome"],
	[/Safari\//, "Safari"],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
	[/iPhone/, "iPhone"],
	[/iPad/, "iPad"],
	[/Android/, "Android"],
	[/Windows/, "Windows"],
	[/Mac OS X/, "Mac"],
	[/CrOS/, "ChromeOS"],
	[/Linux/, "Linux"],
];

const findName = (names: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
	names.find(([pattern]) => pattern.test(text))?.[1];

/** Browser and system of a User-Agent; null if unknown. */
export function parseDeviceName(userAgent: string): {
	readonly browser: string | null;
	readonly system: string | null;
} {
	return { browser: findName(BROWSERS, userAgent) ?? null, system: findName(SYSTEMS, userAgent) ?? null };
}
