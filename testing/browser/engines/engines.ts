import { existsSync } from "node:fs";

export interface Engine {
	readonly name: string;
	/** Debian's packages that it comes from. */
	readonly packages: readonly string[];
	readonly isInstalled: () => boolean;
}

export const FIREFOX = process.env.FIREFOX ?? "/usr/bin/firefox-esr";
/** WebKitGTK's small browser, in the folder of Debian's machine type. */
const MINI_BROWSERS = ["x86_64", "aarch64"].map(
	(machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
);
export const getMiniBrowser = () => MINI_BROWSERS.find(existsSync);

/** The engines besides Chromium, whose journeys Playwright drives. */
export const ENGINES: readonly Engine[] = [
	{
		name: "Firefox",
		packages: ["firefox-esr"],
		isInstalled: () => existsSync(FIREFOX),
	},
	{
		name: "WebKit",
		packages: ["webkit2gtk-driver", "xvfb"],
		isInstalled: () =>
			getMiniBrowser() !== undefined && ["WebKitWebDriver", "Xvfb"].every((file) => existsSync(`/usr/bin/${file}`)),
	},
];

/** The engines that journeys run in. `npm test` tries to install a missing one, and names it at the end if it could not. */
export const listTriedEngines = (): readonly Engine[] => ENGINES.filter(({ isInstalled }) => isInstalled());

/** What a run did not try because engines are missing, one line each. */
export const listUntriedEngines = (): readonly string[] =>
	ENGINES.filter(({ isInstalled }) => !isInstalled()).map(
		({ name, packages }) => `Not tried in ${name}: it needs ${packages.join(" and ")}.`,
	);
