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

/** Names the browser and the system of a User-Agent: "Firefox · Linux". What is unknown is left out. */
export const parseDeviceName = (userAgent: string): string =>
	[BROWSERS, SYSTEMS].flatMap((names) => names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? []).join(" · ");
